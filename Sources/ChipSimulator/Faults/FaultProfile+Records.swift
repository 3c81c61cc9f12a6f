import ByteCoding
import CardTransport
import Cryptography
import Issuing
import LDS
import PKI

extension FaultProfile {
    /// Travel records, which a document without them gets; no record decides whether a document is accepted.
    public static let records: [FaultProfile] =
        [
            behaviour("record-count-5e", "records are counted by the instruction 5E", "Doc 9303-10 Appendix H.1") {
                $0.counting = .printedInstruction
            },
            behaviour("record-count-long", "records are counted in files with long names alone", "Doc 9303-10 §3.8") {
                $0.counting = .longIdentifiers
            },
            behaviour("record-count-6d00", "records cannot be counted: 6D00", "a chip without its command") {
                $0.counting = .unsupported(.instructionNotSupported)
            },
            behaviour("record-sfi-6a86", "READ RECORD by short identifier answers 6A86", "a chip without SFI") {
                $0.shortIdentifierRefusal = .wrongParameters
            },
            behaviour("record-sfi-6a82", "READ RECORD by short identifier answers 6A82", "a chip without SFI") {
                $0.shortIdentifierRefusal = .fileNotFound
            },
            behaviour("record-6282", "records come with 6282", "field note 44") { $0.incident = .warned },
            behaviour(
                "record-extended-6700", "READ RECORD of extended length answers 6700", "field notes 50 and 53",
                kind: .defect
            ) { $0.extendedRefusal = .wrongLength },
            behaviour("record-gap", "the first record answers 6A83, and is counted", "Doc 9303-10 §3.7", kind: .defect)
            {
                $0.incident = .answered(number: 1, .recordNotFound)
            },
            behaviour(
                "record-6a83-early", "records answer 6A83 from the second on, and are counted", "Doc 9303-10 §3.7",
                kind: .defect
            ) { $0.incident = .endingEarly(from: 2) },
            behaviour("record-empty", "the first record comes without a byte", "Doc 9303-10 §3.7", kind: .defect) {
                $0.incident = .empty(number: 1)
            },
            behaviour("record-refused", "records are refused with 6982", "Doc 9303-10 §5", kind: .defect) {
                $0.incident = .answered(number: 1, .securityStatusNotSatisfied)
            },
            behaviour("record-ends-session", "the first record ends the session", "field note 35", kind: .defect) {
                $0.incident = .endingSession(number: 1)
            },
            behaviour("record-truncated", "of each record the first half comes", "field note 42", kind: .defect) {
                $0.incident = .truncated
            },
            behaviour("record-count-claims", "300 records are counted", "Doc 9303-10 §5", kind: .hostile) {
                $0.counting = .claims(300)
            },
            behaviour("record-endless", "every number has the first record", "Doc 9303-10 §5", kind: .hostile) {
                $0.counting = .unsupported(.instructionNotSupported)
                $0.incident = .endless
            },
        ] + forgedRecords

    /// Records that nobody signed who may, or that are not where they belong.
    private static let forgedRecords: [FaultProfile] = [
        forgery("record-altered", "one letter of an entry is changed") { simulated in
            simulated.change(.entryRecords, 1) { $0[$0.count - 80] ^= 0x01 }
        },
        forgery("record-other-signature", "an entry has the signature of another chip's entry") {
            simulated throws(IssuingError) in
            guard let issuer = simulated.travelSigner else { return }
            let other = try simulated.travelRecord(on: "20250606", issuer)
            simulated.change(.entryRecords, 1) { record in
                record = Array(record.dropLast(70)) + other.suffix(70)
            }
        },
        forgery("record-out-of-order", "the newest entry comes first") { simulated in
            simulated.document.records[.entryRecords]?.reverse()
        },
        forgery("record-repeated", "an entry is there twice") { simulated in
            guard let last = simulated.document.records[.entryRecords]?.last else { return }
            simulated.document.records[.entryRecords]?.append(last)
        },
        forgery("record-unknown-certificate", "an entry names a certificate that is not there") { simulated in
            simulated.change(.entryRecords, 1) { $0[$0.count - 1] = 200 }
        },
        forgery("record-other-state", "an entry is filed under another state than it is signed for") { simulated in
            simulated.change(.entryRecords, 1) { $0.replaceSubrange(3..<6, with: Array("XXX".utf8)) }
        },
        forgery("record-length-bomb", "a record claims to have 4 GiB") { simulated in
            simulated.change(.entryRecords, 1) {
                $0 = Array($0.prefix(6)) + [0x73, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + $0.dropFirst(8)
            }
        },
        forgery("record-nested", "a record is nested 200 deep") { simulated in
            let nested = (0..<200).reduce([UInt8]()) { inner, _ in DataObjectWriter.encode(0x73, inner) }
            simulated.change(.entryRecords, 1) { $0 = nested }
        },
        forgery("record-self-made-signer", "entries are signed under an authority of the forger") {
            simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            let forger = CertificateIssuer(
                name: genuine.csca.name, key: try genuine.csca.key.another(), algorithm: genuine.csca.algorithm)
            try simulated.signEntries(.travelRecords, under: forger)
        },
        forgery("record-visa-signer", "entries are signed by a signer of visas") { simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            try simulated.signEntries(.visas, under: genuine.csca)
        },
    ]

    private static func behaviour(
        _ name: String, _ summary: String, _ source: String, kind: Kind = .oddity,
        _ change: @escaping @Sendable (inout ChipBehaviour.Records) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source, kind: kind) { simulated throws(IssuingError) in
            try simulated.offerRecords()
            change(&simulated.behaviour.records)
        }
    }

    private static func forgery(
        _ name: String, _ summary: String,
        _ change: @escaping @Sendable (inout SimulatedDocument) throws(IssuingError) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: "Doc 9303-10 §5.3", kind: .hostile) { simulated throws(IssuingError) in
            try simulated.offerRecords()
            try change(&simulated)
        }
    }
}

extension SimulatedDocument {
    /// Puts entries of another signer in the place of those that are there.
    fileprivate mutating func signEntries(
        _ role: CertificateProfile.RecordSigner, under csca: CertificateIssuer
    ) throws(IssuingError) {
        let issuer = try Self.recordIssuer(role, csca, state: Self.state(of: document))
        document.records[.entryRecords] = []
        for date in ["20251003", "20260115"] { try addEntry(on: date, issuer) }
        document.records[.exitRecords] = []
        document.records[.travelCertificates] = [
            RecordEncoder.certificate(issuer.certificate, country: csca.name.country)
        ]
    }
}
