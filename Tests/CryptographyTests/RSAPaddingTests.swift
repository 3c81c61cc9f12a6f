import Cryptography
import Testing

/// Whoever finds a padding that is not looked at forges signatures of keys with a small exponent (Bleichenbacher 2006).
@Suite("RSA signatures: every byte of the padding counts, RFC 8017 §8")
struct RSAPaddingTests {
    static let message = Array("a list of hashes".utf8)

    @Test(arguments: [
        SignatureAlgorithm.rsaPKCS1(.sha256), .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32),
        .rsaPSS(.sha256, mgf1: .sha1, saltByteCount: 0),
    ])
    func `refuses a signature over a block with any byte changed`(_ algorithm: SignatureAlgorithm) throws {
        let key = try PrivateKey.generateRSA(bits: 1024)
        let block = try #require(key.publicKey.recoverRSA(key.sign(Self.message, algorithm: algorithm)))
        #expect(try key.publicKey.verify(signature: key.rawRSA(block), over: Self.message, algorithm: algorithm))
        for index in block.indices {
            for mask: UInt8 in [0x01, 0x40] {
                var changed = block
                changed[index] ^= mask
                // A first byte that is too large makes no number below the modulus.
                guard let signature = try? key.rawRSA(changed) else { continue }
                #expect(
                    try !key.publicKey.verify(signature: signature, over: Self.message, algorithm: algorithm),
                    "byte \(index)")
            }
        }
    }

    @Test
    func `refuses what follows the digest, and a padding that is too short`() throws {
        let key = try PrivateKey.generateRSA(bits: 1024)
        let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)
        let block = try #require(key.publicKey.recoverRSA(key.sign(Self.message, algorithm: algorithm)))
        let digestInfo = Array(block.suffix(51))
        for padding in [0, 8, 73, 74] {
            let start = [0x00, 0x01] + [UInt8](repeating: 0xFF, count: padding) + [0x00] + digestInfo
            let forged = start + [UInt8](repeating: 0xA5, count: block.count - start.count)
            #expect(forged == block || forged.count == block.count)
            let isWhole = forged == block
            let signature = try key.rawRSA(forged)
            #expect(
                try key.publicKey.verify(signature: signature, over: Self.message, algorithm: algorithm) == isWhole)
        }
    }
}
