import ByteCoding
public import LDS
import PKI
import Standards

/// Which files of the LDS2 applications a terminal may read: what the extensions of its certificates grant.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) Tables 97 to 99.
public struct RecordRights: Hashable, Sendable {
    /// The bits of DO'53' by the identifier of the extension.
    private let bits: [OID: [UInt8]]

    /// The rights that each certificate grants, from the authority's last link on: below it rights only shrink.
    ///
    /// What the chip's trust point itself grants is known to the chip alone, which refuses what goes beyond.
    init(_ certificates: [CVCertificate]) {
        let start = certificates.lastIndex { $0.authorization.role == .cvca } ?? certificates.startIndex
        let grants = certificates[start...].map(Self.grants)
        guard let first = grants.first else {
            bits = [:]
            return
        }
        bits = grants.dropFirst().reduce(first) { common, next in
            common.reduce(into: [:]) { result, entry in
                guard let other = next[entry.key], other.count == entry.value.count else { return }
                result[entry.key] = zip(entry.value, other).map { $0 & $1 }
            }
        }
    }

    private static func grants(_ certificate: CVCertificate) -> [OID: [UInt8]] {
        certificate.extensions.reduce(into: [:]) { grants, entry in
            var reader = ByteReader(entry.contents)
            if let object = try? reader.dataObject(0x53) { grants[entry.identifier] = Array(object.value) }
        }
    }

    /// Whether the records of a file may be read, counted and searched.
    public func mayRead(_ file: RecordFile) -> Bool {
        guard let first = bits(for: file.application).first else { return false }
        let mask: UInt8 =
            switch file {
            case .entryRecords, .exitRecords, .visaRecords, .biometricCertificates: 0x01
            case .travelCertificates, .visaCertificates: 0x04
            }
        return first & mask != 0
    }

    /// Whether a file of additional biometrics may be read once it is activated: the odd one of its two bits, those of
    /// the first file at the end.
    public func mayRead(biometrics number: Int) -> Bool {
        let bytes = bits(for: .additionalBiometrics)
        let position = 2 * (number - 1)
        guard bytes.count == 17, (1...64).contains(number) else { return false }
        return bytes[16 - position / 8] & (1 << (position % 8)) != 0
    }

    private func bits(for application: ElementaryFile.Application) -> [UInt8] {
        let arc: UInt
        switch application {
        case .travelRecords: arc = 1
        case .visaRecords: arc = 2
        case .additionalBiometrics: arc = 3
        case .masterFile, .lds1: return []
        }
        return bits[OID(2, 23, 136, 1, 1, 9, arc, 3)] ?? []
    }
}

extension CVCertificateChain {
    /// The files of LDS2 applications that the terminal may read.
    public var recordRights: RecordRights { RecordRights(certificates) }
}
