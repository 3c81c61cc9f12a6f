import ByteCoding
import Cryptography
import Issuing
import LDS
import Standards
import Testing
import Trust

@Suite("Trust: the signed objects of LDS2, Doc 9303-10 §5")
struct RecordTests {
    private static let time = Timestamp(secondsSince1970: 1_780_000_000)  // 2026-05-28
    private let document: IssuedDocument
    private let reading: ChipReading
    private var authentication: PassiveAuthentication

    init() throws {
        document = try #require(try Specimen.named("specimen-lds2"))
        var reading = ChipReading(
            startedAt: Self.time, files: document.files.map { FileReading(file: $0.key, outcome: .read($0.value)) })
        for (file, records) in document.records {
            for (index, bytes) in records.enumerated() {
                reading.records.append(RecordReading(file: file, number: index + 1, bytes: bytes))
            }
        }
        self.reading = reading
        var anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
        authentication = PassiveAuthentication(anchors: anchors, at: Self.time)
    }

    private static let checks: [CheckID] = [.travelRecords, .visas, .additionalBiometrics]

    private func result(_ check: CheckID, _ change: (inout ChipReading) -> Void = { _ in }) -> CheckResult? {
        var reading = reading
        change(&reading)
        return authentication.evaluateRecords(reading).first { $0.id == check }?.result
    }

    @Test(arguments: checks) func `takes what a trusted signer signed`(check: CheckID) {
        #expect(result(check) == .successful)
    }

    @Test func `says nothing of applications that hold nothing`() {
        #expect(authentication.evaluateRecords(ChipReading(startedAt: Self.time)).isEmpty)
        #expect(result(.travelRecords) { $0.records.removeAll { $0.file != .travelCertificates } } == nil)
    }

    @Test func `fails a record that was changed`() throws {
        for (index, record) in reading.records.enumerated() {
            guard let seal = try record.decoded().seal else { continue }
            let check = record.file == .visaRecords ? CheckID.visas : .travelRecords
            // The last byte of what is signed, behind the state and its header, and the last one of the signature.
            for place in [6 + seal.signedObject.count - 1, record.bytes.count - 5] {
                var bytes = record.bytes
                bytes[place] ^= 0x01
                let changed = RecordReading(file: record.file, number: record.number, bytes: bytes)
                let reason = result(check) { $0.records[index] = changed }?.reason
                #expect(reason?.code == "signatureWrong", "\(record.file) \(record.number), byte \(place)")
            }
        }
    }

    @Test func `fails biometrics that were changed`() throws {
        let file = try #require(reading.files.first { $0.file.application == .additionalBiometrics }?.file)
        var bytes = try #require(reading.bytes(of: file))
        bytes[bytes.count / 2] ^= 0x01
        let result = result(.additionalBiometrics) { reading in
            reading.files.removeAll { $0.file == file }
            reading.files.append(FileReading(file: file, outcome: .read(bytes)))
        }
        #expect(result?.reason?.code == "signatureWrong")
    }

    @Test func `fails a record without a signature, and one that is none`() {
        for (bytes, code) in [([0x73, 0x00], "notSigned"), ([0x30, 0x00], "malformed"), ([], "malformed")] {
            let result = result(.travelRecords) {
                $0.records[0] = RecordReading(file: .entryRecords, number: 1, bytes: bytes.map { UInt8($0) })
            }
            #expect(result == .failed(result?.reason ?? Reason("", "")))
            #expect(result?.reason?.code == code)
        }
    }

    @Test func `leaves open a record whose signer's certificate was not read`() {
        let result = result(.travelRecords) { $0.records.removeAll { $0.file == .travelCertificates } }
        #expect(result == .undetermined(result?.reason ?? Reason("", "")))
        #expect(result?.reason?.code == "certificateMissing")
    }

    @Test func `fails a certificate that is none`() {
        let result = result(.travelRecords) { reading in
            reading.records = reading.records.map {
                $0.file == .travelCertificates
                    ? RecordReading(file: $0.file, number: $0.number, bytes: [0x72, 0x02, 0x30, 0x00]) : $0
            }
        }
        #expect(result?.reason?.code == "certificateMalformed")
    }

    @Test func `fails a signer of visas who signed a travel record`() throws {
        let visaCertificate = try #require(document.records[.visaCertificates]?.first)
        let result = result(.travelRecords) { reading in
            reading.records = reading.records.map {
                $0.file == .travelCertificates
                    ? RecordReading(file: $0.file, number: $0.number, bytes: visaCertificate) : $0
            }
        }
        #expect(result?.reason?.code == "signatureWrong" || result?.reason?.code == "otherPurpose")
    }

    @Test mutating func `leaves open a signer whose issuer is not known`() {
        authentication.material = LoadedTrustMaterial(anchors: CSCAAnchors())
        for check in Self.checks {
            #expect(result(check) == .undetermined(result(check)?.reason ?? Reason("", "")))
            #expect(result(check)?.reason?.code == "noAnchor")
        }
    }

    // MARK: Signers of the test's own

    /// A travel record of a state, signed by a signer of a country with a purpose.
    private func judge(
        state: String = "UTO", country: String = "UT", role: CertificateProfile.RecordSigner = .travelRecords,
        key: PrivateKey = TestKeys.signer, notBefore: Int = 2024, notAfter: Int = 2027, outside: String? = nil,
        isAnchored: Bool = true
    ) throws -> CheckResult? {
        let csca = CertificateIssuer(
            name: TestDocument.name("CSCA", country: country), key: TestKeys.csca,
            algorithm: .ecdsa(.sha256, encoding: .der))
        let signer = CertificateProfile(
            role: .recordSigner(role), serialNumber: [7], subject: DirectoryName(country: country, commonName: "TR1"),
            notBefore: TestDocument.day(notBefore), notAfter: TestDocument.day(notAfter), stateCode: state)
        let anchor = CertificateProfile(
            role: .csca, serialNumber: [1], subject: csca.name, notBefore: TestDocument.day(2020),
            notAfter: TestDocument.day(2035), stateCode: state)
        let certificate = try csca.issue(signer, for: key.subjectPublicKeyInfo(explicitParameters: false))
        let issuer = RecordIssuer(key: key, certificate: certificate, hash: .sha256)
        var record = try issuer.travelRecord(
            TravelRecordContents(
                state: state, travelDate: "20250601", inspectionAuthority: "AUTH", inspectionLocation: "TOWN",
                inspectorReference: "1"))
        if let outside { record.replaceSubrange(3..<6, with: Array(outside.utf8)) }
        var reading = ChipReading(startedAt: Self.time)
        reading.records = [
            RecordReading(file: .exitRecords, number: 1, bytes: record),
            RecordReading(
                file: .travelCertificates, number: 1,
                bytes: RecordEncoder.certificate(certificate, country: country)),
        ]
        var anchors = CSCAAnchors()
        if isAnchored {
            try anchors.add(
                file: csca.issue(anchor, for: TestKeys.csca.subjectPublicKeyInfo(explicitParameters: false)))
        }
        return PassiveAuthentication(anchors: anchors, at: Self.time).evaluateRecords(reading).first?.result
    }

    @Test func `takes a record that the test signed itself`() throws {
        #expect(try judge() == .successful)
    }

    @Test func `fails a signer with another purpose, of another state, or with a key that signs nothing here`() throws {
        #expect(try judge(role: .visas)?.reason?.code == "otherPurpose")
        #expect(try judge(state: "FRA")?.reason?.code == "otherState")
        #expect(try judge(outside: "FRA")?.reason?.code == "stateDiffers")
    }

    /// A signer's certificate lives a year or two, and the record stays: it is judged as of the day of travel.
    @Test(
        arguments: [(2024, 2026, nil), (2024, 2025, "expired"), (2026, 2028, "notYetValid")] as [(Int, Int, String?)])
    func `judges the signer as of the day of travel`(from: Int, until: Int, code: String?) throws {
        #expect(try judge(notBefore: from, notAfter: until)?.reason?.code == code)
    }
}
