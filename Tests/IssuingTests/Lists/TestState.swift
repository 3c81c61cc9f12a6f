import Cryptography
import Issuing
import Standards

/// A state with an authority and signers of lists, whose keys all tests share.
struct TestState {
    var cscaKey = Self.keys[0]
    var signerKey = Self.keys[1]
    var cscaAlgorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    var signerAlgorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    var deviations: Set<CertificateProfile.Deviation> = []

    static let name = DirectoryName(country: "UT", organization: "Utopia", commonName: "CSCA Utopia")

    /// The same with RSA keys.
    static var rsa: TestState {
        var state = TestState(cscaKey: rsaKeys[0], signerKey: rsaKeys[1])
        (state.cscaAlgorithm, state.signerAlgorithm) = (.rsaPKCS1(.sha256), .rsaPKCS1(.sha256))
        return state
    }

    static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }

    var authority: CertificateIssuer {
        CertificateIssuer(name: Self.name, key: cscaKey, algorithm: cscaAlgorithm)
    }

    var cscaProfile: CertificateProfile {
        CertificateProfile(
            role: .csca, serialNumber: [0x01], subject: Self.name, notBefore: Self.day(2024), notAfter: Self.day(2039),
            privateKeyUsage: Self.day(2024)...Self.day(2029), stateCode: "UTO")
    }

    func csca(_ deviations: Set<CertificateProfile.Deviation> = []) throws -> [UInt8] {
        var profile = cscaProfile
        profile.deviations = deviations
        return try authority.issue(profile, for: cscaKey.subjectPublicKeyInfo(explicitParameters: true))
    }

    func signer(_ kind: CertificateProfile.ListKind) throws -> ListSigner {
        try ListSigner(
            kind, key: signerKey, algorithm: signerAlgorithm, authority: authority, certificate: csca(),
            notBefore: Self.day(2024), notAfter: Self.day(2039), deviations: deviations)
    }

    static let options = ListOptions(signingTime: day(2025))

    static let keys = (0..<4).map { _ in made { () throws(CryptographyError) in try .generateEC(curve: .secp256r1) } }
    static let rsaKeys = (0..<2).map { _ in made { () throws(CryptographyError) in try .generateRSA(bits: 2048) } }
    static let dsaKey = made { () throws(CryptographyError) in try .generateDSA(bits: 1024) }

    private static func made(_ key: () throws(CryptographyError) -> PrivateKey) -> PrivateKey {
        guard let key = try? key() else { preconditionFailure("OpenSSL makes keys") }
        return key
    }
}
