import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("Ciphers in CBC mode: Doc 9303-11 §9.8.6")
struct CipherTests {
    static func vectors() throws -> [CBCVector] {
        try CBCVector.published()
    }

    @Test(arguments: try vectors())
    func `encrypts and decrypts the published blocks`(_ vector: CBCVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `decrypts to something else with one bit of the key changed`(_ vector: CBCVector) {
        // Bit 2, since the lowest bit of a DES key byte is parity.
        var key = vector.key.bytes
        key[0] ^= 0x02
        let plain =
            vector.cipher.cipher == .tripleDES
            ? TripleDESKey(key).decryptCBC(vector.cryptogram.bytes, iv: vector.iv.bytes)
            : AESKey(key).decryptCBC(vector.cryptogram.bytes, iv: vector.iv.bytes)

        #expect(plain != nil && plain != vector.plain.bytes)
    }

    @Test(arguments: [1, 7, 9, 15, 17])
    func `decrypts nothing but whole blocks`(count: Int) {
        let cryptogram = [UInt8](repeating: 0, count: count)

        #expect(TripleDESKey([UInt8](0..<16)).decryptCBC(cryptogram) == nil)
        #expect(AESKey([UInt8](0..<16)).decryptCBC(cryptogram) == nil)
    }

    @Test
    func `takes no block at all as no block`() {
        #expect(TripleDESKey([UInt8](0..<16)).decryptCBC([]) == [])
        #expect(AESKey([UInt8](0..<16)).encryptCBC([]) == [])
    }

    @Test
    func `encrypts one block`() {
        // FIPS 197 Appendix C.1.
        let key = AESKey([UInt8](0...15))
        let block = (0...15).map { UInt8($0 * 0x11) }

        #expect(
            key.encryptBlock(block) == [
                0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5, 0x5A,
            ])
    }

    @Test
    func `tells equal keys from different ones`() {
        let (one, other) = ([UInt8](0..<16), [UInt8](1...16))

        #expect(TripleDESKey(one) == TripleDESKey(one) && TripleDESKey(one) != TripleDESKey(other))
        #expect(
            AESKey(one) == AESKey(one) && AESKey(one) != AESKey(other) && AESKey(one) != AESKey(one + other.prefix(8)))
        #expect(CMACKey(one) == CMACKey(one) && CMACKey(one) != CMACKey(other))
        #expect(RetailMACKey(one) == RetailMACKey(one) && RetailMACKey(one) != RetailMACKey(other))
    }
}
