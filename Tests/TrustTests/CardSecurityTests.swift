import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("Trust: EF.CardSecurity, Doc 9303-10 §3.11.4")
struct CardSecurityTests {
    private var document = TestDocument()
    private static let info = SecurityInfoEncoder.pace(OID.idPACE.appending(2).appending(2), parameterIdentifier: 13)

    private func file(_ change: (inout SODOptions) -> Void = { _ in }) throws -> [UInt8] {
        var options = document.options
        change(&options)
        let issuer = SODIssuer(
            key: document.signerKey, certificate: try document.signerCertificate(),
            algorithm: document.signerAlgorithm)
        return try issuer.issueCardSecurity([Self.info], options: options)
    }

    private func evaluate(_ file: [UInt8], _ policy: TrustPolicy = .operational) throws -> CardSecurityResult? {
        var reading = try document.reading()
        reading.files.append(FileReading(file: .cardSecurity, outcome: .read(file)))
        return try document.authentication(policy).evaluateCardSecurity(reading)
    }

    @Test(arguments: [TrustPolicy.operational, .archive])
    func `is verified and trusted as EF.SOD is`(policy: TrustPolicy) throws {
        let result = try #require(try evaluate(file(), policy))

        #expect(result.findings.map(\.result).allSatisfy { $0 == .successful }, "\(result.findings)")
        #expect(result.findings.count == 7)
        #expect(result.trust == .trusted)
        #expect(result.verified?.trust == .trusted)
        #expect(result.verified?.securityInfos.pace.count == 1)
        #expect(result.signer?.country == "UT")
    }

    @Test(
        arguments: [
            (.brokenSignature, .cardSecuritySignature, "signatureWrong"),
            (.wrongMessageDigest, .cardSecurityMessageDigest, "differs"),
            (.withoutMessageDigest, .cardSecurityStructure, "messageDigestMissing"),
            (.withoutSignedAttributes, .cardSecurityStructure, "signedAttributesMissing"),
            (.wrongContentType, .cardSecurityStructure, "contentTypeAttribute"),
            (.wrongSignerVersion, .cardSecurityStructure, "signerVersion"),
            (.secondSigner, .cardSecurityStructure, "signerCount"),
            (.digestMissingFromList, .cardSecurityAlgorithms, "digestNotListed"),
            (.otherSigner, .cardSecuritySigner, "otherSigner"),
        ] as [(SODOptions.Deviation, CheckID, String)])
    func `fails where it is not what its signer signed`(
        deviation: SODOptions.Deviation, check: CheckID, code: String
    ) throws {
        let result = try #require(try evaluate(file { $0.deviations = [deviation] }))
        #expect(result[check]?.result.reason?.code == code)
        #expect(result[check]?.result == .failed(try #require(result[check]?.result.reason)))
        if deviation != .digestMissingFromList { #expect(result.verified == nil) }
    }

    @Test func `is no EF.SOD, and an EF.SOD is none`() throws {
        let sod = try document.sod()
        var reader = ByteReader(sod)
        let signedData = Array(try reader.dataObject(0x77).value)
        let result = try #require(try evaluate(signedData))
        #expect(result[.cardSecurityStructure]?.result.reason?.code == "contentType")
        #expect(result.verified == nil)

        var reading = try document.reading(sod: DataObjectWriter.encode(0x77, file()))
        reading.files.removeAll { $0.file == .com }
        let passive = try document.authentication().evaluate(reading)
        #expect(passive[.sodStructure]?.result.reason?.code == "contentType")
    }

    @Test func `names what is tolerated in it`() throws {
        let result = try #require(try evaluate(file { $0.hasIndefiniteLengths = true } + [0, 0]))
        #expect(result.quirks.map(\.name).contains("indefinite-lengths"))
        #expect(result.verified != nil)
        let trailing = try #require(try evaluate(file() + [0, 0]))
        #expect(trailing.quirks.map(\.name).contains("trailing-bytes"))
        #expect(trailing.verified != nil)
    }

    @Test func `must hold the certificate of its signer`() throws {
        let result = try #require(try evaluate(file { $0.includesCertificate = false }, .strict))
        #expect(result[.cardSecuritySigner]?.result.reason?.code == "signerOutsideVersion1")
        #expect(result.verified == nil)
    }

    @Test mutating func `says which checks of its signer's certificate failed`() throws {
        document.signer.notAfter = TestDocument.day(2025)
        let result = try #require(try evaluate(file()))
        #expect(result[.cardSecurityTrust]?.result.reason?.code == "notTrusted")
        #expect(
            result[.cardSecurityTrust]?.evidence.contains(.init("pa.documentSigner.validity", "expired")) == true)
        #expect(result.verified?.trust == .notTrusted)
    }

    @Test func `is trusted by no certificate that is not at hand`() throws {
        var reading = try document.reading()
        reading.files.append(FileReading(file: .cardSecurity, outcome: .read(try file())))
        let result = try document.authentication(anchors: CSCAAnchors()).evaluateCardSecurity(reading)
        #expect(result?.verified?.trust == .undetermined)
    }

    @Test(arguments: [FileReading.Outcome.absent(status: 0x6A82), .refused(status: 0x6982), .skipped, .protected])
    func `is not judged where nothing of it was read`(outcome: FileReading.Outcome) throws {
        var reading = try document.reading()
        reading.files.append(FileReading(file: .cardSecurity, outcome: outcome))
        #expect(try document.authentication().evaluateCardSecurity(reading) == nil)
    }

    @Test func `is broken off where it was read in part, and fails where it is no such file`() throws {
        var reading = try document.reading()
        reading.files.append(FileReading(file: .cardSecurity, outcome: .partial([0x30], total: 900)))
        let result = try document.authentication().evaluateCardSecurity(reading)
        #expect(result?[.cardSecurityStructure]?.result.reason?.code == "partial")
        #expect(result?[.cardSecuritySignature]?.result.reason?.code == "noCardSecurity")
        #expect(try evaluate([0x30, 0x00])?[.cardSecurityStructure]?.result.reason?.code == "malformed")
    }
}
