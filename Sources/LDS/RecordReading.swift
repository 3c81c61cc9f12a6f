public import Standards

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

    /// The numbers that records can have.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §5: at most 254 records in a file.
    public static let numbers = 1...254

    /// The files of records of an application, in the order of reading: what is signed, then who signed it.
    public static func all(in application: ElementaryFile.Application) -> [RecordFile] {
        allCases.filter { $0.application == application }
    }
}

/// What became of one file of records.
public struct RecordFileReading: Hashable, Sendable {
    public let file: RecordFile
    public let outcome: Outcome

    /// How the read of a file of records ended. Records that were read are kept whatever came after them.
    public enum Outcome: Hashable, Sendable {
        /// Every record was read that the chip says it has: so many, perhaps none.
        case read(count: Int)
        /// Some records are missing, and why.
        case incomplete(Reason)
        /// The chip does not have the file; the status word, as a number.
        case absent(status: UInt16)
        /// The chip has it, perhaps, and does not give it out.
        case refused(status: UInt16)
        /// Not asked for: the terminal has not the right to read it.
        case protected
        /// Not asked for, because the user left it out.
        case skipped
    }

    public init(file: RecordFile, outcome: Outcome) {
        self.file = file
        self.outcome = outcome
    }
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
