public import Cryptography
public import Issuing
public import Standards
import Synchronization

/// The authority of the specimen state, and lists that it signs.
public struct ListAuthority: Sendable {
    public var country = "UT"
    public var key = Self.keys[0]
    public var signerKey = Self.keys[1]
    public var algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    /// What is to be wrong with the signer's certificate.
    public var signerDeviations: Set<CertificateProfile.Deviation> = []
    /// The end of the signer's certificate, which is valid from 2024 on.
    public var signerEnd = Self.day(2026)

    public init() {}

    /// The same with RSA keys, by PKCS #1 v1.5.
    public static var rsa: ListAuthority {
        var authority = ListAuthority()
        (authority.key, authority.signerKey, authority.algorithm) = (rsaKeys[0], rsaKeys[1], .rsaPKCS1(.sha256))
        return authority
    }

    /// The same keys under the name of another state.
    public static func named(_ country: String) -> ListAuthority {
        var authority = ListAuthority()
        authority.country = country
        return authority
    }

    public static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }

    public var name: DirectoryName { DirectoryName(country: country, organization: "Ministry", commonName: "CSCA") }

    public var issuer: CertificateIssuer { CertificateIssuer(name: name, key: key, algorithm: algorithm) }

    /// The certificate of the authority, in DER.
    public func csca(
        serialNumber: [UInt8] = [0x01], _ deviations: Set<CertificateProfile.Deviation> = []
    ) throws -> [UInt8] {
        try issued(
            CertificateProfile(
                role: .csca, serialNumber: serialNumber, subject: name, notBefore: Self.day(2022),
                notAfter: Self.day(2037), privateKeyUsage: Self.day(2022)...Self.day(2027), stateCode: "UTO",
                deviations: deviations),
            for: key)
    }

    /// A document signer of the authority, in DER.
    public func documentSigner(
        serialNumber: [UInt8] = [0x21], _ deviations: Set<CertificateProfile.Deviation> = []
    ) throws -> [UInt8] {
        try issued(
            CertificateProfile(
                role: .documentSigner(documentTypes: ["P"]), serialNumber: serialNumber,
                subject: DirectoryName(country: country, organization: "Ministry", commonName: "Document Signer"),
                notBefore: Self.day(2024), notAfter: Self.day(2034),
                privateKeyUsage: Self.day(2024)...Self.day(2024, 3), stateCode: "UTO", deviations: deviations),
            for: signerKey)
    }

    /// What was issued before; a signature is another one each time it is made.
    private static let certificates = Mutex<[[UInt8]: [UInt8]]>([:])

    private func issued(_ profile: CertificateProfile, for subject: PrivateKey) throws -> [UInt8] {
        let subject = subject.subjectPublicKeyInfo(explicitParameters: true)
        let words = "\(profile) \(algorithm)".utf8
        let name = key.subjectPublicKeyInfo(explicitParameters: false) + subject + words
        if let known = Self.certificates.withLock({ $0[name] }) { return known }
        let made = try issuer.issue(profile, for: subject)
        return Self.certificates.withLock { certificates in
            let kept = certificates[name] ?? made
            certificates[name] = kept
            return kept
        }
    }

    public func revocationList(number: Int = 1, revoked: [[UInt8]] = []) throws -> [UInt8] {
        try issuer.revocationList(
            number: number, revoked: revoked.map { ($0, Self.day(2025)) }, thisUpdate: Self.day(2025),
            nextUpdate: Self.day(2025, 4))
    }

    public func signer(_ kind: CertificateProfile.ListKind = .masterList) throws -> ListSigner {
        try ListSigner(
            kind, key: signerKey, algorithm: algorithm, authority: issuer, certificate: csca(),
            notBefore: Self.day(2024), notAfter: signerEnd, deviations: signerDeviations)
    }

    public static let options = ListOptions(signingTime: day(2025))

    /// A master list with the authority's certificate in it, and what else is given.
    public func masterList(
        _ others: [[UInt8]] = [], _ deviations: Set<ListOptions.Deviation> = []
    ) throws -> [UInt8] {
        var options = Self.options
        options.deviations = deviations
        return try signer().masterList([csca()] + others, options: options)
    }

    /// A deviation list about some numbers.
    public func deviationList(_ numbers: [String] = ["C01X00T47"]) throws -> [UInt8] {
        try signer(.deviationList).deviationList(
            DeviationListContents(deviations: [
                .init(
                    documents: .init(documentNumbers: numbers), descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 2, 3))])
            ]), options: Self.options)
    }

    /// A defect list about the authority's document signer.
    public func defectList() throws -> [UInt8] {
        try signer(.defectList).defectList(
            DefectListContents(defects: [
                .init(signer: .keyIdentifier(of: documentSigner()), known: [.revoked(status: 0)])
            ]), options: Self.options)
    }

    /// Keys that all tests share, since making them takes longer than a test.
    public static let keys = (0..<4).map { _ in
        made { () throws(CryptographyError) in try .generateEC(curve: .secp256r1) }
    }
    public static let rsaKeys = (0..<2).map { _ in made { () throws(CryptographyError) in try .generateRSA(bits: 2048) }
    }

    private static func made(_ key: () throws(CryptographyError) -> PrivateKey) -> PrivateKey {
        guard let key = try? key() else { preconditionFailure("OpenSSL makes keys") }
        return key
    }
}
