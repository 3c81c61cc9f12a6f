import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards

extension SimulatedDocument {
    /// Makes sure that there are travel records: those of a document that has them, or two entries and an exit that a
    /// signer of its own state signs. A document without authorities stays as it is.
    mutating func offerRecords() throws(IssuingError) {
        guard document.records.isEmpty, var authorities = document.authorities else { return }
        let issuer = try Self.recordIssuer(.travelRecords, authorities.csca, state: Self.state(of: document))
        authorities.recordSigners[.travelRecords] = issuer
        document.authorities = authorities
        document.records[.travelCertificates] = [
            RecordEncoder.certificate(issuer.certificate, country: authorities.csca.name.country)
        ]
        document.records[.entryRecords] = []
        document.records[.exitRecords] = []
        for date in ["20251003", "20260115"] { try addEntry(on: date) }
        document.records[.exitRecords] = [try travelRecord(on: "20251220", issuer)]
        document.files[.directory] = FileEncoder.directory(
            applications: [.lds1, .travelRecords].compactMap { (application: ElementaryFile.Application) in
                application.identifier
            })
    }

    /// The signer of travel records; nil where the document has no authorities.
    var travelSigner: RecordIssuer? { document.authorities?.recordSigners[.travelRecords] }

    /// Appends an entry.
    mutating func addEntry(on date: String, _ issuer: RecordIssuer? = nil) throws(IssuingError) {
        guard let issuer = issuer ?? travelSigner else { return }
        document.records[.entryRecords, default: []].append(try travelRecord(on: date, issuer))
    }

    func travelRecord(on date: String, _ issuer: RecordIssuer) throws(IssuingError) -> [UInt8] {
        try issuer.travelRecord(
            TravelRecordContents(
                state: Self.state(of: document), travelDate: date, inspectionAuthority: "BORDER",
                inspectionLocation: "HARBOUR", inspectorReference: "INSP0000\(date.suffix(4))"))
    }

    /// Changes a record of a file, if there is one of this number.
    mutating func change(_ file: RecordFile, _ number: Int, _ change: (inout [UInt8]) -> Void) {
        guard var records = document.records[file], records.indices.contains(number - 1) else { return }
        change(&records[number - 1])
        document.records[file] = records
    }

    /// A signer under a country signing certificate.
    static func recordIssuer(
        _ role: CertificateProfile.RecordSigner, _ csca: CertificateIssuer, state: String, number: Int = 1
    ) throws(IssuingError) -> RecordIssuer {
        let key: PrivateKey
        do { key = try PrivateKey.generateEC(curve: .brainpoolP256r1) } catch {
            throw .signingFailed("a signer of records")
        }
        guard let begin = Timestamp(year: 2025, month: 1, day: 1), let end = Timestamp(year: 2027, month: 12, day: 31)
        else { throw .signingFailed("a signer of records") }
        let profile = CertificateProfile(
            role: .recordSigner(role), serialNumber: [0x0B, 0xB9],
            subject: DirectoryName(country: csca.name.country, commonName: "SPECTS\(number)"), notBefore: begin,
            notAfter: end, stateCode: state)
        return RecordIssuer(
            key: key, certificate: try csca.issue(profile, for: key.subjectPublicKeyInfo()), hash: .sha256,
            certificateNumber: number)
    }

    /// The issuing state as the printed lines have it.
    static func state(of document: IssuedDocument) -> String {
        String((document.mrzLines.first ?? "").dropFirst(2).prefix(3))
    }
}
