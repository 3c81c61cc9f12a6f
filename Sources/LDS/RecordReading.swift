/// A file of records of an LDS2 application.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5 and Table 38.
public enum RecordFile: String, CaseIterable, Hashable, Sendable {
    case entryRecords = "EntryRecords"
    case exitRecords = "ExitRecords"
    case visaRecords = "VisaRecords"
    case travelCertificates = "TravelCertificates"
    case visaCertificates = "VisaCertificates"
    case biometricCertificates = "BiometricCertificates"

    public var application: ElementaryFile.Application {
        switch self {
        case .entryRecords, .exitRecords, .travelCertificates: .travelRecords
        case .visaRecords, .visaCertificates: .visaRecords
        case .biometricCertificates: .additionalBiometrics
        }
    }

    /// The two-byte file identifier.
    public var identifier: UInt16 {
        switch self {
        case .entryRecords: 0x0101
        case .exitRecords: 0x0102
        case .visaRecords: 0x0103
        case .travelCertificates, .visaCertificates, .biometricCertificates: 0x011A
        }
    }

    /// The short file identifier.
    public var shortIdentifier: UInt8 { UInt8(identifier & 0xFF) }
}

/// One record as it was read.
public struct RecordReading: Hashable, Sendable {
    public let file: RecordFile
    /// The number of the record; 1 is the oldest.
    public let number: Int
    public let bytes: [UInt8]

    public init(file: RecordFile, number: Int, bytes: [UInt8]) {
        self.file = file
        self.number = number
        self.bytes = bytes
    }
}
