import Cryptography
import Issuing

extension ActiveAuthenticationKey {
    /// Signs a terminal's challenge; nil where the key cannot.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.2.
    func sign(challenge: [UInt8], random: inout any RandomSource) -> [UInt8]? {
        switch scheme {
        case .ecdsa(let hash, let encoding):
            return try? key.sign(challenge, algorithm: .ecdsa(hash, encoding: encoding))
        case .rsa(let hash, let trailer, let takesSmallerRoot):
            guard case .rsa(let modulus, _) = key.publicKey.kind else { return nil }
            let ending = trailer == .implicit ? [0xBC] : [Self.hashIdentifier(of: hash), 0xCC]
            // F = 6A ‖ M1 ‖ H(M1 ‖ M2) ‖ T fills the modulus (ISO/IEC 9796-2:2010 §8).
            let recoverableCount = modulus.count - 1 - hash.byteCount - ending.count
            guard recoverableCount > 0 else { return nil }
            let m1 = random.bytes(recoverableCount)
            let representative = [0x6A] + m1 + hash.hash(m1 + challenge) + ending
            guard let root = try? key.rawRSA(representative) else { return nil }
            return takesSmallerRoot ? Self.smaller(of: root, modulus: modulus) : root
        }
    }

    /// The smaller of J and n − J.
    ///
    /// Spec: ISO/IEC 9796-2:2010 §B.4.
    private static func smaller(of root: [UInt8], modulus: [UInt8]) -> [UInt8] {
        guard root.count == modulus.count else { return root }
        var difference = modulus
        var borrow = 0
        for index in root.indices.reversed() {
            let digit = Int(modulus[index]) - Int(root[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            difference[index] = UInt8(truncatingIfNeeded: digit)
        }
        return difference.lexicographicallyPrecedes(root) ? difference : root
    }

    /// Spec: ISO/IEC 10118-3, the identifiers that ISO/IEC 9796-2 puts in front of `CC`.
    static func hashIdentifier(of hash: HashAlgorithm) -> UInt8 {
        switch hash {
        case .sha1: 0x33
        case .sha256: 0x34
        case .sha512: 0x35
        case .sha384: 0x36
        case .sha224: 0x38
        }
    }
}
