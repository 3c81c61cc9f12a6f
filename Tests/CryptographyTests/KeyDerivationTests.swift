import Conformance
import Cryptography
import TestSupport
import Testing

@Suite("Key derivation: Doc 9303-11 §9.7.1")
struct KeyDerivationTests {
    static func vectors() throws -> [KeyDerivationVector] {
        try KeyDerivationVector.published()
    }

    @Test(arguments: try vectors())
    func `derives the published key`(_ vector: KeyDerivationVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `derives another key from another secret or another counter`(_ vector: KeyDerivationVector) {
        let other = vector.secret.bytes.flippingBit(at: vector.secret.bytes.count - 1)

        #expect(vector.derived(secret: other, counter: vector.counter) != vector.key.bytes)
        #expect(vector.derived(secret: vector.secret.bytes, counter: vector.counter + 1) != vector.key.bytes)
    }

    @Test
    func `derives the same from a secret that is held as such`() {
        let secret = SecretBytes([UInt8](0..<20))

        #expect(
            KeyDerivation.derive(secret, counter: 1, for: .aes256)
                == KeyDerivation.derive([UInt8](0..<20), counter: 1, for: .aes256))
    }
}
