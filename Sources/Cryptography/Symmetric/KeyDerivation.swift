/// Derives keys from a shared secret.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.1 (Doc 9303-11 counts c from 1: KSEnc, KSMAC, Kπ); BSI TR-03110-3 §A.2.3.
public enum KeyDerivation {
    /// KDF(K, c), or KDF(K, r, c) where there is a nonce r.
    ///
    /// - Parameters:
    ///   - counter: c: 1 for KSEnc, 2 for KSMAC, 3 for Kπ.
    ///   - cipher: What the key is for, which fixes the hash function and the length.
    /// - Returns: `cipher.keyByteCount` bytes; for Triple DES with odd parity.
    public static func derive(
        _ secret: some Collection<UInt8>, nonce: some Collection<UInt8> = EmptyCollection(), counter: UInt32,
        for cipher: BlockCipher
    ) -> [UInt8] {
        let hash: HashAlgorithm =
            switch cipher {
            case .tripleDES, .aes128: .sha1
            case .aes192, .aes256: .sha256
            }
        var state = HashState(hash)
        state.update(secret)
        state.update(nonce)
        state.update([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) })
        let key = state.finish().prefix(cipher.keyByteCount)
        return cipher == .tripleDES ? key.map(oddParity) : Array(key)
    }

    /// KDF(K, c) of a secret that is held as such.
    public static func derive(_ secret: borrowing SecretBytes, counter: UInt32, for cipher: BlockCipher) -> [UInt8] {
        secret.withBytes { derive($0, counter: counter, for: cipher) }
    }

    /// The DES key byte with its lowest bit set so that the number of ones is odd.
    private static func oddParity(_ byte: UInt8) -> UInt8 {
        let upper = byte & 0xFE
        return upper.nonzeroBitCount.isMultiple(of: 2) ? upper | 1 : upper
    }
}
