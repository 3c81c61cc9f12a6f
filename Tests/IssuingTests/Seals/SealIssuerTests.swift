import Conformance
import Cryptography
import Issuing
import MRZ
import Seals
import Standards
import TestSupport
import Testing

@Suite("Seals as issued: Doc 9303-13 §2")
struct SealIssuerTests {
    @Test(arguments: try C40Vector.published()) func `writes text as printed`(_ vector: C40Vector) {
        #expect(C40Encoder.encode(vector.id) == vector.encoded.bytes)
        #expect(C40Encoder.encode(vector.id + "a") == nil)
    }

    @Test(arguments: try ConstrainedSealVector.published())
    func `writes a published seal again, but for its signature`(_ vector: ConstrainedSealVector) throws {
        let published = try ConstrainedSeal(encoded: vector.encoded.bytes)
        var contents = ConstrainedSealContents(
            issuingCountry: published.issuingCountry, signerIdentifier: published.signerIdentifier,
            certificateReference: published.certificateReference,
            documentIssueDate: try #require(published.documentIssueDate.timestamp),
            signatureCreationDate: try #require(published.signatureCreationDate.timestamp),
            featureDefinitionReference: published.featureDefinitionReference, typeCategory: published.typeCategory,
            features: published.features.map { .init($0.tag, $0.value) })
        contents.version = published.version
        let key = try PrivateKey.generateEC(curve: vector.curve.curve)
        let seal = try ConstrainedSeal(encoded: SealIssuer(key: key, certificate: []).issue(contents))
        #expect(seal.signedPart == published.signedPart)
        #expect(seal.signature.count == published.signature.count)
    }

    @Test func `refuses what fits no header`() throws {
        let day = try #require(Timestamp(year: 2026, month: 1, day: 1))
        let issuer = SealIssuer(key: try PrivateKey.generateEC(curve: .secp256r1), certificate: [])
        let sound = ConstrainedSealContents(
            issuingCountry: "UTO", signerIdentifier: "UTVS", certificateReference: "5B", documentIssueDate: day,
            signatureCreationDate: day, featureDefinitionReference: 1, typeCategory: 2, features: [])
        let changes: [(inout ConstrainedSealContents) -> Void] = [
            { $0.signerIdentifier = "UTV" }, { $0.issuingCountry = "UTOP" }, { $0.issuingCountry = "ut" },
            { $0.version = 3 }, { $0.certificateReference = "5b" },
        ]
        for change in changes {
            var contents = sound
            change(&contents)
            #expect(throws: IssuingError.self) { try issuer.issue(contents) }
        }
        _ = try ConstrainedSeal(encoded: issuer.issue(sound))
        var long = sound
        long.features = [.init(9, [UInt8](repeating: 7, count: 200))]
        #expect(try ConstrainedSeal(encoded: issuer.issue(long)).features.first?.value.count == 200)
    }
}
