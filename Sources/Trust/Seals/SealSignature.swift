package import Cryptography
package import Seals

/// The algorithms of seals.
package enum SealSignature {
    /// Whether a key made the signature of a seal of bytes; nil where it is of a kind that signs no seals.
    ///
    /// Spec: ICAO Doc 9303-13 (8th ed.) §2.5: ECDSA, and a hash as long as the curve.
    package static func isValid(_ seal: ConstrainedSeal, by key: PublicKey) -> Bool? {
        guard let hash = hash(for: key) else { return nil }
        return verify(seal.signature, over: seal.signedPart, hash, key)
    }

    /// Whether a key made the signature of a seal in JSON; nil where key or algorithm are of a kind that sign no seals.
    ///
    /// Spec: ICAO Technical Report VDS-NC §3.4; RFC 7518 §3.4.
    package static func isValid(_ seal: NonConstrainedSeal, by key: PublicKey) -> Bool? {
        guard let hash = hash(named: seal.algorithmName), key.curve != nil else { return nil }
        return verify(seal.signature, over: seal.signedPart, hash, key)
    }

    /// The hash that goes with a curve.
    static func hash(for key: PublicKey) -> HashAlgorithm? {
        switch key.curve?.bitCount {
        case nil: nil
        case let bits? where bits <= 224: .sha224
        case let bits? where bits <= 256: .sha256
        case let bits? where bits <= 384: .sha384
        default: .sha512
        }
    }

    /// The hash of `ES256`, `ES384` and `ES512`, however it is spaced.
    static func hash(named name: String) -> HashAlgorithm? {
        switch name.filter({ $0 != " " }).uppercased() {
        case "ES256": .sha256
        case "ES384": .sha384
        case "ES512": .sha512
        default: nil
        }
    }

    private static func verify(
        _ signature: [UInt8], over message: [UInt8], _ hash: HashAlgorithm, _ key: PublicKey
    ) -> Bool {
        let valid = try? key.verify(signature: signature, over: message, algorithm: .ecdsa(hash, encoding: .plain))
        return valid ?? false
    }
}
