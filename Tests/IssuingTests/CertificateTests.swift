import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing

@Suite("Certificates and security objects: Doc 9303-12 §7.1, judged by the openssl program")
struct CertificateTests {
    static let algorithms: [(name: String, csca: KeySource, signer: KeySource, SignatureAlgorithm)] = [
        ("RSA PKCS #1", .rsa(bits: 2048), .rsa(bits: 2048), .rsaPKCS1(.sha256)),
        ("RSA PSS", .rsa(bits: 2048), .rsa(bits: 2048), .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32)),
        ("RSA PSS, SHA-1", .rsa(bits: 2048), .rsa(bits: 2048), .rsaPSS(.sha1, mgf1: .sha1, saltByteCount: 20)),
        ("P-256", .ellipticCurve(.secp256r1), .ellipticCurve(.secp256r1), .ecdsa(.sha256, encoding: .der)),
        (
            "brainpoolP384r1", .ellipticCurve(.brainpoolP384r1), .ellipticCurve(.brainpoolP256r1),
            .ecdsa(.sha384, encoding: .der)
        ),
    ]

    static func issuer(
        _ csca: KeySource, _ signer: KeySource, _ algorithm: SignatureAlgorithm, isExplicit: Bool = false
    ) throws -> IssuerProfile {
        let begin = try #require(Timestamp(year: 2024, month: 1, day: 1))
        let end = try #require(Timestamp(year: 2060, month: 1, day: 1))
        return IssuerProfile(
            csca: SignerProfile(
                key: csca, algorithm: algorithm, hasExplicitParameters: isExplicit,
                name: DirectoryName(country: "UT", organization: "Utopia", commonName: "Test CSCA"),
                serialNumber: [0x80, 0x01], notBefore: begin, notAfter: end),
            documentSigner: SignerProfile(
                key: signer, algorithm: algorithm, hasExplicitParameters: isExplicit,
                name: DirectoryName(country: "UT", organization: "Utopia", commonName: "Test DS"),
                serialNumber: [0x02], notBefore: begin, notAfter: end))
    }

    static func document(_ issuer: IssuerProfile) throws -> IssuedDocument {
        var profile = DocumentProfile(mrzLines: try Specimen.utopia().mrzLines)
        profile.personalDetails = PersonalDetails(fullName: "LUMEN<<ADA")
        profile.issuer = issuer
        return try profile.issue()
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled), arguments: algorithms.indices)
    func `form a chain`(_ index: Int) throws {
        let (_, csca, signer, algorithm) = Self.algorithms[index]
        let document = try Self.document(Self.issuer(csca, signer, algorithm))
        let (status, output) = try OpenSSLProgram.run(
            ["verify", "-x509_strict", "-CAfile", "@csca", "@ds"],
            files: [
                "csca": OpenSSLProgram.pem(document.cscaCertificates[0]),
                "ds": #require(document.authorities?.documentSigner.certificate),
            ])

        #expect(status == 0, "\(output)")
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled), arguments: algorithms.indices, [false, true])
    func `sign a security object, with lengths of both kinds`(_ index: Int, isIndefinite: Bool) throws {
        let (_, csca, signer, algorithm) = Self.algorithms[index]
        var issuer = try Self.issuer(csca, signer, algorithm, isExplicit: true)
        issuer.sod.hasIndefiniteLengths = isIndefinite
        issuer.sod.signingTime = issuer.csca.notBefore
        let sod = try #require(Self.document(issuer).files[.sod])
        var reader = ByteReader(sod)
        _ = try reader.tag()
        _ = try reader.length()
        let (status, output) = try OpenSSLProgram.run(
            ["cms", "-verify", "-inform", "DER", "-in", "@sod", "-noverify", "-out", "@content"],
            files: ["sod": Array(reader.takeRest())])

        #expect(status == 0, "\(output)")
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled))
    func `are refused with a broken signature`() throws {
        var issuer = try Self.issuer(.rsa(bits: 2048), .rsa(bits: 2048), .rsaPKCS1(.sha256))
        issuer.documentSigner.deviations = [.brokenSignature]
        let document = try Self.document(issuer)
        let (status, output) = try OpenSSLProgram.run(
            ["verify", "-CAfile", "@csca", "@ds"],
            files: [
                "csca": OpenSSLProgram.pem(document.cscaCertificates[0]),
                "ds": #require(document.authorities?.documentSigner.certificate),
            ])

        #expect(status != 0 && output.contains("signature failure"), "\(output)")
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled))
    func `are revoked by a list that openssl verifies`() throws {
        let document = try Self.document(
            Self.issuer(.ellipticCurve(.secp256r1), .ellipticCurve(.secp256r1), .ecdsa(.sha256, encoding: .der)))
        let authorities = try #require(document.authorities)
        let day = try #require(Timestamp(year: 2026, month: 1, day: 1))
        let list = try authorities.csca.revocationList(
            number: 7, revoked: [([0x02], day)], thisUpdate: day,
            nextUpdate: #require(Timestamp(year: 2059, month: 1, day: 1)))
        let (status, output) = try OpenSSLProgram.run(
            ["crl", "-inform", "DER", "-in", "@crl", "-CAfile", "@csca", "-noout", "-text"],
            files: ["crl": list, "csca": OpenSSLProgram.pem(document.cscaCertificates[0])])

        #expect(status == 0 && output.contains("verify OK"), "\(output)")
        #expect(try CertificateRevocationList(encoded: list).revoked.count == 1)
    }

    @Test
    func `carry the extensions of their profile`() throws {
        let document = try Specimen.utopia()
        let csca = try Certificate(encoded: document.cscaCertificates[0])
        let signer = try Certificate(encoded: #require(document.authorities?.documentSigner.certificate))

        #expect(csca.subject.countryCode == "UT")
        #expect(signer.authorityKeyIdentifier != nil)
        #expect(signer.documentTypeList != nil)
        #expect(csca.basicConstraints?.isAuthority == true)
        #expect(signer.basicConstraints == nil)
    }
}
