import ByteCoding
import Conformance
import Cryptography
import Issuing
import PKI
import Standards
import TestSupport
import Testing

@Suite("Card verifiable certificates: Doc 9303-12 §7.2 and §8.1, TR-03110-3 C and D")
struct CVCertificateIssuerTests {
    /// Certificates of the worked examples of BSI, which are sound.
    static func published() throws -> [CVCertificateVector] {
        try CVCertificateVector.published().filter { $0.expect == nil }
    }

    /// Kinds of keys with what they sign with.
    static let kinds: [(String, EllipticCurve?)] =
        [("id-TA-RSA-v1-5-SHA-256", nil), ("id-TA-RSA-v1-5-SHA-512", nil), ("id-TA-RSA-PSS-SHA-256", nil)]
        + [("id-TA-RSA-PSS-SHA-512", nil)]
        + EllipticCurve.allCases.map { ("id-TA-ECDSA-SHA-\($0.bitCount > 256 ? 512 : 256)", $0) }
        + [("id-TA-ECDSA-SHA-224", .brainpoolP224r1), ("id-TA-ECDSA-SHA-384", .secp384r1)]

    private static let rsa = Result { try PrivateKey.generateRSA(bits: 1280) }

    private func key(_ curve: EllipticCurve?) throws -> PrivateKey {
        if let curve { return try PrivateKey.generateEC(curve: curve) }
        return try Self.rsa.get()
    }

    private func profile(
        _ holder: String, _ role: CertificateHolderAuthorization.Role, dg3: Bool = true, dg4: Bool = true
    ) throws -> CVCertificateProfile {
        CVCertificateProfile(
            holderReference: try #require(CertificateReference(holder)),
            authorization: try #require(.inspectionSystem(role, readsDG3: dg3, readsDG4: dg4)),
            effectiveDate: try #require(CVDate(year: 2026, month: 1, day: 31)),
            expirationDate: try #require(CVDate(year: 2026, month: 3, day: 9)))
    }

    private func issuer(
        _ reference: String, _ key: PrivateKey, _ algorithm: SignatureAlgorithm
    ) throws -> CVCertificateIssuer {
        try CVCertificateIssuer(
            reference: #require(CertificateReference(reference)), key: key, algorithm: algorithm)
    }

    @Test(arguments: try published())
    func `encodes a published certificate byte for byte from its fields`(_ vector: CVCertificateVector) throws {
        let certificate = try CVCertificate(encoded: vector.certificate.bytes)
        let parts = ReencodedCertificate(certificate)
        #expect(try parts.key() == certificate.publicKey.encoded)
        #expect(try parts.body() == certificate.body)
        #expect(try parts.encoded() == vector.certificate.bytes)
    }

    @Test(arguments: [CertificateHolderAuthorization.Role.domesticDV, .foreignDV, .terminal])
    func `gives nobody but an authority the name of the issuer`(role: CertificateHolderAuthorization.Role) throws {
        let key = try PrivateKey.generateEC(curve: .brainpoolP256r1)
        let authority = try issuer("UTCVCA00001", key, .ecdsa(.sha256, encoding: .plain))
        for issue in [
            authority.selfSigned, { try authority.issue($0, for: key.publicKey, algorithm: authority.algorithm) },
        ] {
            #expect(
                throws: IssuingError.invalidField(
                    path: "holderReference", problem: "it is that of the issuer, as only an authority's may be")
            ) { try issue(profile("UTCVCA00001", role)) }
        }
    }

    @Test(arguments: kinds)
    func `issues a self-signed certificate with every kind of key`(name: String, curve: EllipticCurve?) throws {
        let algorithm = try #require(SignatureAlgorithm(terminalAuthenticationName: name))
        let key = try key(curve)
        let authority = try issuer("UTCVCA00001", key, algorithm)
        let certificate = try CVCertificate(encoded: authority.selfSigned(profile("UTIGNORED0001", .cvca)))

        #expect(certificate.isSelfIssued)
        #expect(certificate.holderReference.description == "UTCVCA00001")
        #expect(certificate.publicKey.identifier == algorithm.terminalAuthenticationIdentifier)
        #expect(certificate.authorization.bytes == [0xC3])
        #expect(certificate.effectiveDate.encoded == [2, 6, 0, 1, 3, 1])
        #expect(
            try key.publicKey.verify(
                signature: certificate.signature, over: certificate.body, algorithm: algorithm))
        switch certificate.publicKey.key {
        case .rsa(let modulus, let exponent):
            #expect(try PublicKey(rsaModulus: modulus, exponent: exponent) == key.publicKey)
        case .ellipticCurve(let parameters?, let point):
            let found = try EllipticCurve(
                prime: parameters.prime, a: parameters.a, b: parameters.b, generator: parameters.generator,
                order: parameters.order, cofactor: parameters.cofactor ?? [])
            #expect(found == curve)
            #expect(point == key.publicKey.point?.encoded)
        default: Issue.record("a key without domain parameters")
        }
    }

    @Test(
        arguments: [
            (CertificateHolderAuthorization.Role.cvca, true, true, UInt8(0xC3)), (.domesticDV, true, false, 0x81),
            (.foreignDV, false, true, 0x42), (.terminal, false, false, 0x00), (.terminal, true, true, 0x03),
        ])
    func `writes role and rights of an inspection system`(
        role: CertificateHolderAuthorization.Role, dg3: Bool, dg4: Bool, byte: UInt8
    ) throws {
        let authorization = CertificateHolderAuthorization.inspectionSystem(role, readsDG3: dg3, readsDG4: dg4)
        #expect(authorization?.bytes == [byte])
        #expect(authorization?.terminalType == .idIS)
    }

    @Test func `leaves domain parameters out below the certification authority`() throws {
        let key = try key(.brainpoolP384r1)
        let authority = try issuer("UTCVCA00001", key, .ecdsa(.sha384, encoding: .plain))
        var profile = try profile("UTDVAB00001", .domesticDV)
        let plain = try CVCertificate(
            encoded: authority.issue(profile, for: key.publicKey, algorithm: .ecdsa(.sha384, encoding: .plain)))
        #expect(plain.publicKey.key == .ellipticCurve(nil, point: try #require(key.publicKey.point?.encoded)))
        #expect(plain.authorityReference.description == "UTCVCA00001")

        profile.includesDomainParameters = true
        let link = try CVCertificate(
            encoded: authority.issue(profile, for: key.publicKey, algorithm: .ecdsa(.sha384, encoding: .plain)))
        guard case .ellipticCurve(_?, _) = link.publicKey.key else {
            Issue.record("a link certificate without domain parameters")
            return
        }
    }

    @Test func `writes extensions that the decoder reads back`() throws {
        let authority = try issuer("UTCVCA00001", key(.secp256r1), .ecdsa(.sha256, encoding: .plain))
        var profile = try profile("UTDVAB00001", .domesticDV)
        profile.extensions = [
            .init(identifier: OID(1, 2, 3, 4), contents: [0x80, 0x01, 0x07]),
            .init(identifier: OID(1, 2, 5), contents: []),
        ]
        let certificate = try CVCertificate(
            encoded: authority.issue(
                profile, for: authority.publicKey, algorithm: .ecdsa(.sha256, encoding: .plain)))
        #expect(certificate.extensions.map(\.identifier) == [OID(1, 2, 3, 4), OID(1, 2, 5)])
        #expect(certificate.extensions.map(\.contents) == [[0x80, 0x01, 0x07], []])
    }

    @Test func `makes a request, and vouches for it with the key before`() throws {
        let (old, new) = (try key(.brainpoolP256r1), try key(.brainpoolP256r1))
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        let holder = try issuer("UTDVAB00002", new, algorithm)
        let encoded = try holder.request(from: CertificateReference("UTCVCA00001"))
        let request = try CVCertificateRequest(encoded: encoded)
        #expect(request.authorityReference?.description == "UTCVCA00001")
        #expect(request.holderReference.description == "UTDVAB00002")
        #expect(try new.publicKey.verify(signature: request.signature, over: request.body, algorithm: algorithm))
        guard case .ellipticCurve(_?, _) = request.publicKey.key else {
            Issue.record("a request without domain parameters")
            return
        }

        let authenticated = try issuer("UTDVAB00001", old, algorithm).authenticate(encoded)
        let outer = try #require(try CVCertificateRequest(encoded: authenticated).outer)
        #expect(outer.authorityReference.description == "UTDVAB00001")
        #expect(
            try old.publicKey.verify(signature: outer.signature, over: outer.signedBytes, algorithm: algorithm))
        #expect(try CVCertificateRequest(encoded: holder.request()).authorityReference == nil)
    }

    @Test func `refuses SHA-1, an algorithm of another key, and a validity that ends before it begins`() throws {
        let key = try key(.secp256r1)
        for algorithm in [SignatureAlgorithm.ecdsa(.sha1, encoding: .plain), .ecdsa(.sha256, encoding: .der)] + [
            .rsaPKCS1(.sha256)
        ] {
            #expect(throws: IssuingError.self) { try issuer("UTCVCA00001", key, algorithm) }
        }
        let authority = try issuer("UTCVCA00001", key, .ecdsa(.sha256, encoding: .plain))
        var profile = try profile("UTDVAB00001", .domesticDV)
        #expect(throws: IssuingError.self) {
            try authority.issue(
                profile, for: key.publicKey, algorithm: .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32))
        }
        profile.expirationDate = try #require(CVDate(year: 2026, month: 1, day: 30))
        #expect(throws: IssuingError.self) {
            try authority.issue(profile, for: key.publicKey, algorithm: .ecdsa(.sha256, encoding: .plain))
        }
    }

    @Test func `takes no signature of another key from whoever signs for it`() throws {
        let (key, other) = (try key(.secp256r1), try key(.secp256r1))
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        let authority = try CVCertificateIssuer(
            reference: #require(CertificateReference("UTCVCA00001")), publicKey: key.publicKey, algorithm: algorithm
        ) { try other.sign($0, algorithm: algorithm) }
        #expect(throws: IssuingError.self) { try authority.selfSigned(profile("UTCVCA00001", .cvca)) }
    }
}

/// A certificate written again from its decoded fields by the encoders of the issuer.
private struct ReencodedCertificate {
    let certificate: CVCertificate

    init(_ certificate: CVCertificate) { self.certificate = certificate }

    func key() throws -> [UInt8] { try key(of: rewritten()) }

    private func key(of encoded: [UInt8]) throws -> [UInt8] { try CVCertificate(encoded: encoded).publicKey.encoded }

    func body() throws -> [UInt8] { try CVCertificate(encoded: rewritten()).body }

    /// The published signature stands in the place of the new one.
    func encoded() throws -> [UInt8] {
        DataObjectWriter.encode(
            0x7F21, try body() + DataObjectWriter.encode(0x5F37, certificate.signature))
    }

    /// Issued anew for the same fields, by an authority of the same name with a key of its own.
    private func rewritten() throws -> [UInt8] {
        let algorithm = try #require(SignatureAlgorithm(terminalAuthentication: certificate.publicKey.identifier))
        let issuer = try CVCertificateIssuer(
            reference: certificate.authorityReference, key: PrivateKey.generateEC(curve: .secp256r1),
            algorithm: .ecdsa(.sha256, encoding: .plain), allowsSHA1: true)
        var profile = CVCertificateProfile(
            holderReference: certificate.holderReference, authorization: certificate.authorization,
            effectiveDate: certificate.effectiveDate, expirationDate: certificate.expirationDate)
        let key: PublicKey
        switch certificate.publicKey.key {
        case .rsa(let modulus, let exponent): key = try PublicKey(rsaModulus: modulus, exponent: exponent)
        case .ellipticCurve(let parameters, let point):
            key = try PublicKey(point: CurvePoint(point, on: .brainpoolP512r1))
            profile.includesDomainParameters = parameters != nil
        case .diffieHellman: throw CryptographyError.algorithmDoesNotFitKey
        }
        return try issuer.issue(profile, for: key, algorithm: algorithm)
    }
}
