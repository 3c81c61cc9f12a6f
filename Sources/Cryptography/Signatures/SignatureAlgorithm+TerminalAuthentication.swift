public import Standards

/// The algorithms of Terminal Authentication, which card verifiable certificates name with a key.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.3; BSI TR-03110-3 A.6.4 (RSA) and A.6.5 (ECDSA).
extension SignatureAlgorithm {
    /// The algorithm with this identifier; nil for one that is none of them.
    ///
    /// SHA-1 and RSA PKCS #1 are only in old certificates.
    public init?(terminalAuthentication identifier: OID) {
        guard let known = Self.terminalAuthentication.first(where: { $0.identifier == identifier }) else { return nil }
        self = known.algorithm
    }

    /// The identifier of Terminal Authentication; nil where it has none for this algorithm.
    public var terminalAuthenticationIdentifier: OID? {
        Self.terminalAuthentication.first { $0.algorithm == self }?.identifier
    }

    /// The name of the identifier as the specification writes it, such as `id-TA-ECDSA-SHA-256`.
    public var terminalAuthenticationName: String? {
        Self.terminalAuthentication.first { $0.algorithm == self }?.name
    }

    /// The algorithm of a name such as `id-TA-ECDSA-SHA-256`.
    public init?(terminalAuthenticationName name: String) {
        guard let known = Self.terminalAuthentication.first(where: { $0.name == name }) else { return nil }
        self = known.algorithm
    }

    /// The names there are, in the order of their identifiers.
    public static let terminalAuthenticationNames = terminalAuthentication.map(\.name)

    private typealias Entry = (algorithm: SignatureAlgorithm, identifier: OID, name: String)

    private static let terminalAuthentication: [Entry] =
        rsa(1, .sha1, "1") + rsa(2, .sha256, "256") + [
            (pss(.sha1), rsaArc.appending(3), "id-TA-RSA-PSS-SHA-1"),
            (pss(.sha256), rsaArc.appending(4), "id-TA-RSA-PSS-SHA-256"),
        ] + rsa(5, .sha512, "512") + [(pss(.sha512), rsaArc.appending(6), "id-TA-RSA-PSS-SHA-512")]
        + ecdsa(1, .sha1, "1") + ecdsa(2, .sha224, "224") + ecdsa(3, .sha256, "256") + ecdsa(4, .sha384, "384")
        + ecdsa(5, .sha512, "512")

    private static let rsaArc = OID.idTA.appending(1)
    private static let ecdsaArc = OID.idTA.appending(2)

    private static func rsa(_ arc: UInt8, _ hash: HashAlgorithm, _ name: String) -> [Entry] {
        [(.rsaPKCS1(hash), rsaArc.appending(arc), "id-TA-RSA-v1-5-SHA-\(name)")]
    }

    /// MGF1 with the same hash, a salt as long as its value.
    private static func pss(_ hash: HashAlgorithm) -> SignatureAlgorithm {
        .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
    }

    private static func ecdsa(_ arc: UInt8, _ hash: HashAlgorithm, _ name: String) -> [Entry] {
        [(.ecdsa(hash, encoding: .plain), ecdsaArc.appending(arc), "id-TA-ECDSA-SHA-\(name)")]
    }
}
