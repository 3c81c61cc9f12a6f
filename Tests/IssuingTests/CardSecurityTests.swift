import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing

@Suite("EF.CardSecurity: Doc 9303-10 §3.11.4")
struct CardSecurityTests {
    /// A document with PACE-CAM, whose key is in EF.CardSecurity alone.
    static func document(_ change: (inout DocumentProfile) -> Void = { _ in }) throws -> IssuedDocument {
        var profile = DocumentProfile(mrzLines: try Specimen.utopia().mrzLines, accessControl: .pace)
        let protocolIdentifier = try #require(OID.pace(.chipAuthentication, .ecdh, .aes128))
        profile.pace = PACEProfile(entries: [.init(protocolIdentifier, parameterID: 13)])
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [
                .init(
                    .ellipticCurve(.brainpoolP256r1), keyID: 13, parameters: .standardized, places: [.cardSecurity])
            ],
            variants: [.init(.chipAuthentication(.ecdh, .aes128), keyID: 13)])
        profile.issuer = try CertificateTests.issuer(
            .ellipticCurve(.secp384r1), .ellipticCurve(.secp256r1), .ecdsa(.sha256, encoding: .der))
        change(&profile)
        return try profile.issue()
    }

    @Test
    func `holds the chip's key and the copy of EF.CardAccess`() throws {
        let document = try Self.document()
        let file = try CardSecurity(encoded: #require(document.files[.cardSecurity]))
        let offered = try SecurityInfos(encoded: #require(document.files[.cardAccess]))

        #expect(file.notes.isEmpty)
        #expect(file.signedData.eContentType == .idSecurityObject)
        #expect(file.securityInfos.pace == offered.pace)
        let info = try #require(file.securityInfos.chipAuthenticationPublicKeys.first)
        guard case .ecdh(let pair) = document.chipAuthentication.first?.pair else {
            Issue.record("no key pair")
            return
        }
        #expect(try PublicKey(subjectPublicKeyInfo: info.subjectPublicKeyInfo).point == pair.publicPoint)
        let group = try SecurityInfos(encoded: #require(document.files[.dataGroup(.dg14)]))
        #expect(group.pace == offered.pace)
        #expect(group.chipAuthenticationPublicKeys.isEmpty)
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled), arguments: [false, true])
    func `carries a signature that the openssl program verifies up to the CSCA`(isBroken: Bool) throws {
        let document = try Self.document { if isBroken { $0.issuer?.sod.deviations = [.brokenSignature] } }
        let (status, output) = try OpenSSLProgram.run(
            [
                "cms", "-verify", "-inform", "DER", "-in", "@file", "-CAfile", "@csca", "-purpose", "any", "-out",
                "@content",
            ],
            files: [
                "file": #require(document.files[.cardSecurity]),
                "csca": OpenSSLProgram.pem(document.cscaCertificates[0]),
            ])

        #expect((status == 0) != isBroken, "\(output)")
    }

    @Test
    func `is not issued where no key belongs into it`() throws {
        let document = try Self.document { $0.chipAuthentication?.keys[0].places = [.dg14] }

        #expect(document.files[.cardSecurity] == nil)
        let group = try SecurityInfos(encoded: #require(document.files[.dataGroup(.dg14)]))
        #expect(group.chipAuthenticationPublicKeys.count == 1)
        #expect(group.pace.count == 1)
    }
}
