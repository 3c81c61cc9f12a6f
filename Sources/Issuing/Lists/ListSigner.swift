public import Cryptography
public import Standards

/// A signer of master lists, deviation lists or defect lists.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §4.1.3 and §7.1.
public struct ListSigner: Sendable {
    public let key: PrivateKey
    /// The certificate of the signer, in DER. That of an authority makes a list that is signed by it directly, which
    /// the profile does not allow.
    public let certificate: [UInt8]
    public let algorithm: SignatureAlgorithm
    /// The certificates of the signer's authority, which go into the list beside its own.
    public let authorities: [[UInt8]]

    public init(key: PrivateKey, certificate: [UInt8], algorithm: SignatureAlgorithm, authorities: [[UInt8]] = []) {
        self.key = key
        self.certificate = certificate
        self.algorithm = algorithm
        self.authorities = authorities
    }

    /// A signer whose certificate an authority issues.
    ///
    /// - Parameters:
    ///   - kind: The lists it signs.
    ///   - authority: Who issues the certificate.
    ///   - certificate: The certificate of the authority.
    ///   - deviations: What is to be wrong with the signer's certificate.
    public init(
        _ kind: CertificateProfile.ListKind, key: PrivateKey, algorithm: SignatureAlgorithm,
        authority: CertificateIssuer, certificate: [UInt8], serialNumber: [UInt8] = [0x11], notBefore: Timestamp,
        notAfter: Timestamp, deviations: Set<CertificateProfile.Deviation> = []
    ) throws(IssuingError) {
        let profile = CertificateProfile(
            role: .listSigner(kind), serialNumber: serialNumber,
            subject: DirectoryName(
                country: authority.name.country, organization: authority.name.organization,
                commonName: "Signer of the \(kind.rawValue)"),
            notBefore: notBefore, notAfter: notAfter, stateCode: authority.name.country, deviations: deviations)
        self.init(
            key: key, certificate: try authority.issue(profile, for: key.subjectPublicKeyInfo()), algorithm: algorithm,
            authorities: [certificate])
    }

    /// Signs the content of a list.
    func sign(
        _ content: [UInt8], as kind: CertificateProfile.ListKind, _ options: ListOptions
    ) throws(IssuingError) -> [UInt8] {
        guard !options.deviations.contains(.bareContent) else { return content }
        return try SODIssuer(key: key, certificate: certificate, algorithm: algorithm).signedData(
            over: content, options: options.signedData(kind.contentType, authorities: authorities),
            for: "a \(kind.rawValue)")
    }
}

extension ListSigner {
    /// Signs a master list.
    ///
    /// - Parameter certificates: The country signing and link certificates that the list is to hold, in DER.
    /// - Returns: The ContentInfo of CMS around a CscaMasterList, in DER.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §8 and Appendix A (CscaMasterList).
    public func masterList(_ certificates: [[UInt8]], options: ListOptions) throws(IssuingError) -> [UInt8] {
        try sign(DER.sequence(options.version, options.entries(certificates)), as: .masterList, options)
    }
}
