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
            // F = header ‖ M1 ‖ H(M1 ‖ M2) ‖ T fills the modulus (ISO/IEC 9796-2:2010 §8).
            let headerByteCount = key.publicKey.bitCount.isMultiple(of: 8) ? 1 : 2
            let recoverableCount = modulus.count - headerByteCount - hash.byteCount - ending.count
            guard recoverableCount > 0 else { return nil }
            let m1 = random.bytes(recoverableCount)
            let representative =
                Self.opening(m1, modulusBitCount: key.publicKey.bitCount) + hash.hash(m1 + challenge) + ending
            guard let root = try? key.rawRSA(representative) else { return nil }
            return takesSmallerRoot ? Self.smaller(of: root, modulus: modulus) : root
        }
    }

    /// Header ‖ M1 as they stand in F. The header is 6A and, where the modulus is no whole number of bytes long, has as many
    /// bits of padding more.
    ///
    /// Spec: ISO/IEC 9796-2:2010 §8.2: 011, zeros, a one; nibbles from the second one to that with the one are masked by B.
    private static func opening(_ m1: [UInt8], modulusBitCount: Int) -> [UInt8] {
        let extraBitCount = modulusBitCount % 8
        guard extraBitCount > 0, let first = m1.first else { return [0x6A] + m1 }
        var head = (0b011 << (5 + extraBitCount) | 1) << 8 | Int(first)
        for nibble in 1...(7 + extraBitCount) / 4 { head ^= 0xB << (12 + extraBitCount - 4 * nibble) }
        return [16, 8, 0].map { UInt8(truncatingIfNeeded: head >> $0) } + m1.dropFirst()
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
