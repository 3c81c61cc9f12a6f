import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Testing

@Suite("LDS2 records: Doc 9303-10 §5.3")
struct RecordTests {
    static let border = TravelRecordContents(
        state: "USA", travelDate: "20120814", inspectionAuthority: "CBP", inspectionLocation: "SFO",
        inspectorReference: "SFO00001234", modeOfTravel: "A", durationOfStay: 255)

    /// A signed part, the figures of which a second encoder made.
    static let signedPart =
        "73345F44035553415F450832303132303831345F4B034342505F460353464F5F4A0B53464F30303030313233345F4901415F480200FF"

    @Test
    func `are encoded field by field in the order of the table`() {
        #expect(Hexadecimal.encode(RecordEncoder.travel(Self.border)) == Self.signedPart)
    }

    @Test
    func `are sealed over the signed part with its tag`() throws {
        let key = try PrivateKey.generateEC(curve: .brainpoolP256r1)
        let issuer = RecordIssuer(key: key, certificate: [], hash: .sha256, certificateNumber: 3)
        let record = try issuer.travelRecord(Self.border)
        var reader = ByteReader(record)

        #expect(Array(try reader.dataObject(0x5F44).value) == Array("USA".utf8))
        let signed = try reader.dataObject(0x73)
        let signature = Array(try reader.dataObject(0x5F37).value)
        #expect(try reader.dataObject(0x5F38).value == [0x03])
        #expect(reader.isAtEnd)
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        #expect(try key.publicKey.verify(signature: signature, over: signed.encoded, algorithm: algorithm))
        #expect(try !key.publicKey.verify(signature: signature, over: signed.value, algorithm: algorithm))
    }

    @Test
    func `of visas hold every mandatory field`() throws {
        let record = try #require(try Specimen.named("specimen-lds2")?.records[.visaRecords]?.first)
        var reader = ByteReader(record)
        #expect(Array(try reader.dataObject(0x5F28).value) == Array("UTO".utf8))
        let tags = try reader.dataObject(0x71).children().map(\.tag)
        #expect(
            tags == [
                0x5F28, 0x43, 0x5F73, 0x5F74, 0x5F75, 0x49, 0x5F25, 0x5F24, 0x5A, 0x5B, 0x5F33, 0x5F34, 0x5F35, 0x5F2B,
                0x5F2C, 0x5F1F, 0x5F40,
            ])
    }

    @Test
    func `name the certificates of their signers by country and serial number`() throws {
        let document = try #require(try Specimen.named("specimen-lds2"))
        let numbers: [(RecordFile, [UInt8])] = [
            (.travelCertificates, [0x0B, 0xB9]), (.visaCertificates, [0x0B, 0xBA]),
            (.biometricCertificates, [0x0B, 0xBB]),
        ]
        for (file, number) in numbers {
            let record = try #require(document.records[file]?.first)
            var reader = ByteReader(record)
            #expect(Array(try reader.dataObject(0x5F3A).value) == Array("UT".utf8) + number)
            #expect(try reader.dataObject(0x72).value.count <= 900)
        }
    }

    @Test
    func `of the specimen are read without a remark, and name their signers`() throws {
        let document = try #require(try Specimen.named("specimen-lds2"))
        let signers = try #require(document.authorities).recordSigners
        for record in (document.records[.entryRecords] ?? []) + (document.records[.exitRecords] ?? []) {
            let travel = try TravelRecord(encoded: record)
            #expect(travel.notes.isEmpty && travel.state == "UTO")
            try Self.check(travel.seal, signers[.travelRecords])
        }
        for record in document.records[.visaRecords] ?? [] {
            let visa = try VisaRecord(encoded: record)
            #expect(visa.notes.isEmpty)
            try Self.check(visa.seal, signers[.visas])
        }
        let file = try #require(ElementaryFile.additionalBiometrics(1).flatMap { document.files[$0] })
        let biometrics = try AdditionalBiometrics(encoded: file)
        #expect(biometrics.notes.isEmpty)
        try Self.check(biometrics.seal, signers[.biometrics])
        for (kind, file) in [
            (CertificateProfile.RecordSigner.travelRecords, RecordFile.travelCertificates),
            (.visas, .visaCertificates), (.biometrics, .biometricCertificates),
        ] {
            let record = try RecordCertificate(encoded: #require(document.records[file]?.first))
            #expect(record.notes.isEmpty && record.country == "UT")
            #expect(record.certificate.encoded == signers[kind]?.certificate)
        }
    }

    private static func check(_ seal: RecordSeal?, _ signer: RecordIssuer?) throws {
        let seal = try #require(seal)
        let signer = try #require(signer)
        #expect(seal.certificateRecord == signer.certificateNumber)
        let algorithm = SignatureAlgorithm.ecdsa(signer.hash, encoding: .plain)
        #expect(
            try signer.key.publicKey.verify(
                signature: seal.signature, over: seal.signedObject, algorithm: algorithm))
    }
}
