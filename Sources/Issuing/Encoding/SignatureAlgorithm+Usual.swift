public import Cryptography

extension SignatureAlgorithm {
    /// What a key signs with unless something else is wanted: PSS with SHA-256, ECDSA or DSA with a hash as long as
    /// the order of the group allows.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.4.
    public static func usual(for key: PublicKey) -> SignatureAlgorithm {
        switch key.kind {
        case .rsa: .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32)
        case .dsa: .dsa(key.bitCount < 2048 ? .sha1 : .sha256)
        case .ellipticCurve, .diffieHellman:
            switch key.bitCount {
            case ...224: .ecdsa(.sha224, encoding: .der)
            case ...256: .ecdsa(.sha256, encoding: .der)
            case ...384: .ecdsa(.sha384, encoding: .der)
            default: .ecdsa(.sha512, encoding: .der)
            }
        }
    }
}
