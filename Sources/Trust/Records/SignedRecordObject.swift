import LDS
import Standards

/// The kinds of signed objects in LDS2 applications.
enum SignedObjectKind: CaseIterable {
    case travelRecord, visa, biometrics

    var application: ElementaryFile.Application {
        switch self {
        case .travelRecord: .travelRecords
        case .visa: .visaRecords
        case .biometrics: .additionalBiometrics
        }
    }

    var check: CheckID {
        switch self {
        case .travelRecord: .travelRecords
        case .visa: .visas
        case .biometrics: .additionalBiometrics
        }
    }

    /// What the certificate of a signer has to allow.
    var purpose: OID {
        switch self {
        case .travelRecord: .travelRecordSigningKey
        case .visa: .visaSigningKey
        case .biometrics: .additionalBiometricsSigningKey
        }
    }

    var certificates: RecordFile {
        switch self {
        case .travelRecord: .travelCertificates
        case .visa: .visaCertificates
        case .biometrics: .biometricCertificates
        }
    }

    var source: SpecReference {
        switch self {
        case .travelRecord: .doc9303(10, "5.3")
        case .visa: .doc9303(10, "5.4")
        case .biometrics: .doc9303(10, "5.5")
        }
    }
}

/// One signed object as it was read.
struct SignedRecordObject {
    let source: RecordJudgement.Source
    let bytes: [UInt8]
    let content: Content

    /// `EntryRecords 3`, `EF.Biometrics7`.
    var name: String { source.name }

    /// The object, decoded; nil where it cannot be.
    var decoded: Decoded? {
        if case .decoded(let decoded) = content { decoded } else { nil }
    }

    enum Content {
        case malformed(String)
        case decoded(Decoded)
    }

    /// What of an object its signature is judged by.
    struct Decoded {
        let seal: RecordSeal?
        /// The state that the object names outside of what is signed, and inside.
        let state: String?
        let signedState: String?
        /// When it says that it was made.
        let date: RecordedDate?
        /// Whom it says that it is for.
        var holder: Holder?
    }

    /// Whom a visa is for, as far as it says.
    struct Holder {
        let passportNumber: String?
        let dateOfBirth: RecordedDate?
    }

    init(_ source: RecordJudgement.Source, _ bytes: [UInt8], _ decode: () throws(any Error) -> Decoded) {
        self.source = source
        self.bytes = bytes
        do { content = .decoded(try decode()) } catch { content = .malformed("\(error)") }
    }

    /// Every object of a kind, in the order of reading.
    static func all(_ kind: SignedObjectKind, in reading: ChipReading) -> [SignedRecordObject] {
        let records = reading.records.filter { $0.file.application == kind.application && $0.file != kind.certificates }
        let files = reading.files.filter { $0.file.application == .additionalBiometrics && kind == .biometrics }
        return records.map { record in
            SignedRecordObject(.record(record.file, record.number), record.bytes) { try decoded(record.decoded()) }
        }
            + files.compactMap { file in
                guard let bytes = reading.bytes(of: file.file) else { return nil }
                return SignedRecordObject(.file(file.file), bytes) {
                    Decoded(
                        seal: try AdditionalBiometrics(encoded: bytes).seal, state: nil, signedState: nil, date: nil)
                }
            }
    }

    private static func decoded(_ record: DecodedRecord) -> Decoded {
        switch record {
        case .travel(let record):
            Decoded(
                seal: record.seal, state: record.state, signedState: record.signedState, date: record.travelDate)
        case .visa(let record):
            Decoded(
                seal: record.seal, state: record.issuer, signedState: record.signedIssuer, date: record.effectiveDate,
                holder: Holder(passportNumber: record.passportNumber, dateOfBirth: record.dateOfBirth))
        case .certificate: Decoded(seal: nil, state: nil, signedState: nil, date: nil)
        }
    }
}
