public import ByteCoding
public import Standards

/// A record of an LDS2 application, decoded according to its kind.
public enum DecodedRecord: Hashable, Sendable {
    case travel(TravelRecord)
    case visa(VisaRecord)
    case certificate(RecordCertificate)

    /// Decodes a record of a known file.
    public init(_ file: RecordFile, encoded record: [UInt8]) throws(DecodingFailure) {
        switch file {
        case .entryRecords, .exitRecords: self = .travel(try TravelRecord(encoded: record))
        case .visaRecords: self = .visa(try VisaRecord(encoded: record))
        case .travelCertificates, .visaCertificates, .biometricCertificates:
            self = .certificate(try RecordCertificate(encoded: record))
        }
    }

    /// The signature; nil for a certificate and for a record without one.
    public var seal: RecordSeal? {
        switch self {
        case .travel(let record): record.seal
        case .visa(let record): record.seal
        case .certificate: nil
        }
    }

    /// What was tolerated.
    public var notes: [Reason] {
        switch self {
        case .travel(let record): record.notes
        case .visa(let record): record.notes
        case .certificate(let record): record.notes
        }
    }
}

extension RecordReading {
    /// The record, decoded according to its file.
    public func decoded() throws(DecodingFailure) -> DecodedRecord { try DecodedRecord(file, encoded: bytes) }
}

extension RecordFile {
    /// A file that such a record can belong to, by its first tag; nil for bytes that are no record.
    ///
    /// Records of entry and exit look alike, as do certificates of all applications: the first of them is told.
    public static func detect(_ record: [UInt8]) -> RecordFile? {
        var reader = ByteReader(record)
        switch try? reader.tag() {
        case 0x5F44, 0x73: return .entryRecords
        case 0x5F28, 0x71: return .visaRecords
        case 0x5F3A, 0x72: return .travelCertificates
        default: return nil
        }
    }
}
