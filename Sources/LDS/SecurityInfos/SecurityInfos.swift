public import ByteCoding
public import Standards

/// The protocols a chip offers, as EF.CardAccess, DG14 or EF.CardSecurity list them.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2; BSI TR-03110-3 A.1.1.
public struct SecurityInfos: Hashable, Sendable {
    /// Every entry, in stored order; entries of unknown or malformed kinds are kept.
    public let infos: [SecurityInfo]
    /// What was tolerated.
    public let notes: [Reason]
    /// Whether something stands among the entries that has no protocol that can be read.
    private let hasUnreadableEntry: Bool

    /// Decodes EF.CardAccess, DG14 (tag 0x6E), or the signed content of EF.CardSecurity.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        var set: DataObject
        if file.first == 0x6E {
            let group = try decoder.outermost(of: file, tag: 0x6E)
            var reader = group.reader
            set = try reader.dataObject(0x31)
            if !reader.isAtEnd { decoder.note("trailingBytes", "\(reader.remaining) bytes follow SecurityInfos") }
        } else {
            set = try decoder.outermost(of: file, tag: 0x31)
        }
        decoder.noteLongLengths(in: set)
        var infos: [SecurityInfo] = []
        var hasUnreadableEntry = false
        for object in try decoder.children(of: set, limit: 256) {
            guard object.tag == 0x30 else {
                decoder.note("unknownTag", "\(Hexadecimal.number(object.tag)) is no SecurityInfo")
                hasUnreadableEntry = true
                continue
            }
            do {
                infos.append(try SecurityInfo(object))
            } catch {
                decoder.note("malformedSecurityInfo", "an entry of SecurityInfos has no protocol: \(error)")
                hasUnreadableEntry = true
            }
        }
        for info in infos {
            guard case .malformed(let failure) = info.content else { continue }
            decoder.note("malformedSecurityInfo", "the entry \(info.identifier) cannot be decoded: \(failure)")
        }
        let negative = infos.filter(\.hasNegativeInteger)
        if !negative.isEmpty {
            decoder.note(
                "negativeInteger", "\(negative.count) entries hold integers that are negative as they are written")
        }
        self.infos = infos
        self.hasUnreadableEntry = hasUnreadableEntry
        notes = decoder.notes
    }

    /// The PACE variants, in stored order.
    public var pace: [PACEInfo] {
        infos.compactMap { if case .pace(let info) = $0.content { info } else { nil } }
    }

    /// Whether no PACE variant is listed, and an entry that cannot be decoded may be one.
    public var mayHidePACE: Bool {
        guard pace.isEmpty else { return false }
        return hasUnreadableEntry
            || infos.contains { info in
                guard case .malformed = info.content else { return false }
                return info.identifier.contents.starts(with: OID.idPACE.contents)
            }
    }

    /// Explicit domain parameters for PACE.
    public var paceDomainParameters: [PACEDomainParameterInfo] {
        infos.compactMap { if case .paceDomainParameters(let info) = $0.content { info } else { nil } }
    }

    /// The Chip Authentication variants.
    public var chipAuthentication: [ChipAuthenticationInfo] {
        infos.compactMap { if case .chipAuthentication(let info) = $0.content { info } else { nil } }
    }

    /// The chip's public keys for Chip Authentication and PACE-CAM.
    public var chipAuthenticationPublicKeys: [ChipAuthenticationPublicKeyInfo] {
        infos.compactMap { if case .chipAuthenticationPublicKey(let info) = $0.content { info } else { nil } }
    }

    /// What the chip says about Terminal Authentication.
    public var terminalAuthentication: [TerminalAuthenticationInfo] {
        infos.compactMap { if case .terminalAuthentication(let info) = $0.content { info } else { nil } }
    }

    /// The signature algorithm of Active Authentication with ECDSA.
    public var activeAuthentication: [ActiveAuthenticationInfo] {
        infos.compactMap { if case .activeAuthentication(let info) = $0.content { info } else { nil } }
    }
}

/// One entry of `SecurityInfos`.
public struct SecurityInfo: Hashable, Sendable {
    /// The protocol.
    public let identifier: OID
    /// The whole entry as stored.
    public let encoded: [UInt8]
    /// What it says.
    public let content: Content

    /// The kinds of entries.
    public enum Content: Hashable, Sendable {
        case pace(PACEInfo)
        case paceDomainParameters(PACEDomainParameterInfo)
        case chipAuthentication(ChipAuthenticationInfo)
        case chipAuthenticationPublicKey(ChipAuthenticationPublicKeyInfo)
        case terminalAuthentication(TerminalAuthenticationInfo)
        case activeAuthentication(ActiveAuthenticationInfo)
        /// A copy of EF.DIR.
        case applicationDirectory([UInt8])
        /// A protocol of another kind, which readers skip (Doc 9303-11 §9.2).
        case unknown
        /// A known protocol whose data cannot be decoded.
        case malformed(DecodingFailure)
    }

    init(_ object: DataObject) throws(DecodingFailure) {
        var reader = object.reader
        let identifier = OID(contents: try reader.dataObject(0x06).value)
        self.identifier = identifier
        encoded = Array(object.encoded)
        do {
            content = try Self.content(identifier, &reader)
        } catch {
            content = .malformed(error)
        }
    }

    private static func content(_ identifier: OID, _ reader: inout ByteReader) throws(DecodingFailure) -> Content {
        switch identifier {
        case .idPKDH, .idPKECDH:
            return .chipAuthenticationPublicKey(try ChipAuthenticationPublicKeyInfo(identifier, &reader))
        case .idTA:
            return .terminalAuthentication(try TerminalAuthenticationInfo(&reader))
        case .idActiveAuthentication:
            return .activeAuthentication(try ActiveAuthenticationInfo(&reader))
        case .idEFDIR:
            return .applicationDirectory(Array(try reader.dataObject(0x04).value))
        default: break
        }
        if let variant = PACEVariant(identifier) { return .pace(try PACEInfo(identifier, variant, &reader)) }
        if let mapping = PACEVariant.mapping(identifier) {
            return .paceDomainParameters(try PACEDomainParameterInfo(identifier, mapping, &reader))
        }
        if let variant = ChipAuthenticationVariant(identifier) {
            return .chipAuthentication(try ChipAuthenticationInfo(identifier, variant, &reader))
        }
        return .unknown
    }
}

extension SecurityInfo {
    /// Whether a version or an identifier was written without the leading zero octet that keeps it positive.
    fileprivate var hasNegativeInteger: Bool {
        if case .unknown = content { return false }
        var reader = ByteReader(encoded)
        guard let parts = try? reader.dataObject().children(limit: 16) else { return false }
        return parts.contains { $0.tag == 0x02 && ($0.value.first ?? 0) >= 0x80 }
    }
}

extension ByteReader {
    /// An INTEGER that is small and not negative.
    ///
    /// Tolerated: identifiers from 128 on without the leading zero octet, which would make them negative.
    mutating func smallInteger(_ field: String) throws(DecodingFailure) -> Int {
        let object = try dataObject(0x02)
        guard let number = object.unsignedNumber else {
            throw DecodingFailure(.invalidValue(field), at: object.value.startIndex)
        }
        return number
    }

    /// An INTEGER that is small and not negative, where there is one.
    mutating func optionalInteger(_ field: String) throws(DecodingFailure) -> Int? {
        guard next == 0x02 else { return nil }
        return try smallInteger(field)
    }
}
