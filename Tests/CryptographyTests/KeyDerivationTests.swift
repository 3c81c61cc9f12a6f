import Cryptography
import TestSupport
import Testing

struct KeyDerivationVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let secret: HexBytes
    let nonce: HexBytes?
    let counter: UInt32
    let cipher: CipherName
    let key: HexBytes
    var testDescription: String { id }
}

@Suite("Key derivation: Doc 9303-11 §9.7.1")
struct KeyDerivationTests {
    static func vectors() throws -> [KeyDerivationVector] {
        try ["doc9303-11", "open-source", "own"].flatMap {
            try VectorFile<KeyDerivationVector>.load("cryptography/key-derivation/\($0).json").vectors
        }
    }

    private func derive(_ vector: KeyDerivationVector, secret: [UInt8], counter: UInt32) -> [UInt8] {
        KeyDerivation.derive(
            secret, nonce: vector.nonce?.bytes ?? [], counter: counter, for: vector.cipher.cipher)
    }

    @Test(arguments: try vectors())
    func `derives the published key`(_ vector: KeyDerivationVector) {
        #expect(derive(vector, secret: vector.secret.bytes, counter: vector.counter) == vector.key.bytes)
    }

    @Test(arguments: try vectors())
    func `derives another key from another secret or another counter`(_ vector: KeyDerivationVector) {
        let other = vector.secret.bytes.flippingBit(at: vector.secret.bytes.count - 1)

        #expect(derive(vector, secret: other, counter: vector.counter) != vector.key.bytes)
        #expect(derive(vector, secret: vector.secret.bytes, counter: vector.counter + 1) != vector.key.bytes)
    }

    @Test
    func `derives the same from a secret that is held as such`() {
        let secret = SecretBytes([UInt8](0..<20))

        #expect(
            KeyDerivation.derive(secret, counter: 1, for: .aes256)
                == KeyDerivation.derive([UInt8](0..<20), counter: 1, for: .aes256))
    }
}
