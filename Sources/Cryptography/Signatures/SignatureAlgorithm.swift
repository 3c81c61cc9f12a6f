internal import COpenSSL

/// The signature algorithms of Doc 9303, with the older ones that documents carry.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §4.4; RFC 8017 §8; BSI TR-03111 §4.2.1 and §5.2.
public enum SignatureAlgorithm: Hashable, Sendable {
    /// RSASSA-PKCS1-v1_5.
    case rsaPKCS1(HashAlgorithm)
    /// RSASSA-PSS with a salt of exactly that length.
    case rsaPSS(HashAlgorithm, mgf1: HashAlgorithm, saltByteCount: Int)
    case ecdsa(HashAlgorithm, encoding: ECDSAEncoding)
    /// Named by the test specifications only.
    case dsa(HashAlgorithm)

    /// How r and s are written.
    public enum ECDSAEncoding: Hashable, Sendable {
        /// A SEQUENCE of two INTEGERs.
        case der
        /// r ‖ s, both as long as the order.
        case plain
    }

    /// The hash function over the message.
    public var hash: HashAlgorithm {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash, _, _), .ecdsa(let hash, _), .dsa(let hash): hash
        }
    }

    func fits(_ kind: PublicKey.Kind) -> Bool {
        switch (self, kind) {
        case (.rsaPKCS1, .rsa), (.ecdsa, .ellipticCurve), (.dsa, .dsa): true
        // OpenSSL takes negative lengths as a wish to guess.
        case (.rsaPSS(_, _, let saltByteCount), .rsa): saltByteCount >= 0
        default: false
        }
    }

    var scheme: emrtd_scheme {
        let digest = hash.fetched.pointer
        return switch self {
        case .rsaPKCS1: emrtd_scheme(padding: RSA_PKCS1_PADDING, digest: digest, mgf1: nil, salt_count: 0)
        case .rsaPSS(_, let mgf1, let saltByteCount):
            emrtd_scheme(
                padding: RSA_PKCS1_PSS_PADDING, digest: digest, mgf1: mgf1.fetched.pointer,
                salt_count: CInt(clamping: saltByteCount))
        case .ecdsa, .dsa: emrtd_scheme(padding: 0, digest: digest, mgf1: nil, salt_count: 0)
        }
    }
}
