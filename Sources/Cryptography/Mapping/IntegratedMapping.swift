/// The pseudo-random function of PACE with Integrated Mapping.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.2.
public enum IntegratedMapping {
    /// The length l of the nonce s: the least whole number of blocks that is no shorter than a key.
    public static func nonceByteCount(for cipher: BlockCipher) -> Int {
        let block = cipher.blockByteCount
        return (cipher.keyByteCount + block - 1) / block * block
    }

    /// R_p(s, t) = R(s, t) mod p, as long as p.
    ///
    /// - Parameters:
    ///   - s: The chip's nonce, `nonceByteCount(for:)` bytes.
    ///   - t: The terminal's nonce, as long as a key.
    ///   - p: The prime of the field, big-endian.
    public static func pseudoRandom(
        nonce s: [UInt8], terminalNonce t: [UInt8], modulo p: [UInt8], cipher: BlockCipher
    ) throws(CryptographyError) -> [UInt8] {
        guard s.count == nonceByteCount(for: cipher) else {
            throw .wrongLength(expected: nonceByteCount(for: cipher), found: s.count)
        }
        guard t.count == cipher.keyByteCount else {
            throw .wrongLength(expected: cipher.keyByteCount, found: t.count)
        }
        let (c0, c1) = constants(for: cipher)
        // n is the least number with n·l ≥ log₂ p + 64.
        let n = (p.bitCount + 64 + s.count * 8 - 1) / (s.count * 8)
        var k = Array(encrypt(s, under: t, cipher).prefix(cipher.keyByteCount))
        var r: [UInt8] = []
        defer {
            k.erase()
            r.erase()
        }
        for _ in 0..<n {
            r += encrypt(c1, under: k, cipher)
            k = Array(encrypt(c0, under: k, cipher).prefix(cipher.keyByteCount))
        }
        return BigNumber(r).times(BigNumber([1]), modulo: BigNumber(p)).bytes(count: p.count)
    }

    /// Encryption in CBC mode with an initial vector of zeros.
    private static func encrypt(_ plain: [UInt8], under key: [UInt8], _ cipher: BlockCipher) -> [UInt8] {
        cipher == .tripleDES ? TripleDESKey(key).encryptCBC(plain) : AESKey(key).encryptCBC(plain)
    }

    private static func constants(for cipher: BlockCipher) -> (c0: [UInt8], c1: [UInt8]) {
        switch cipher {
        case .tripleDES, .aes128: (shortC0, shortC1)
        case .aes192, .aes256: (longC0, longC1)
        }
    }

    private static let shortC0: [UInt8] = [
        0xA6, 0x68, 0x89, 0x2A, 0x7C, 0x41, 0xE3, 0xCA, 0x73, 0x9F, 0x40, 0xB0, 0x57, 0xD8, 0x59, 0x04,
    ]
    private static let shortC1: [UInt8] = [
        0xA4, 0xE1, 0x36, 0xAC, 0x72, 0x5F, 0x73, 0x8B, 0x01, 0xC1, 0xF6, 0x02, 0x17, 0xC1, 0x88, 0xAD,
    ]
    private static let longC0: [UInt8] = [
        0xD4, 0x63, 0xD6, 0x52, 0x34, 0x12, 0x4E, 0xF7, 0x89, 0x70, 0x54, 0x98, 0x6D, 0xCA, 0x0A, 0x17,
        0x4E, 0x28, 0xDF, 0x75, 0x8C, 0xBA, 0xA0, 0x3F, 0x24, 0x06, 0x16, 0x41, 0x4D, 0x5A, 0x16, 0x76,
    ]
    private static let longC1: [UInt8] = [
        0x54, 0xBD, 0x72, 0x55, 0xF0, 0xAA, 0xF8, 0x31, 0xBE, 0xC3, 0x42, 0x3F, 0xCF, 0x39, 0xD6, 0x9B,
        0x6C, 0xBF, 0x06, 0x66, 0x77, 0xD0, 0xFA, 0xAE, 0x5A, 0xAD, 0xD9, 0x9D, 0xF8, 0xE5, 0x35, 0x17,
    ]
}
