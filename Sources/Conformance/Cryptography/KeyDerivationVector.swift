import Cryptography

/// A shared secret and a key derived from it.
package struct KeyDerivationVector: ConformanceVector {
    package static let places = ["cryptography/key-derivation/"]

    package let id: String
    package let secret: HexBytes
    package let nonce: HexBytes?
    package let counter: UInt32
    package let cipher: CipherName
    package let key: HexBytes

    package func check() throws {
        try compare("key", derived(secret: secret.bytes, counter: counter), with: key.bytes)
    }

    /// The key from another secret or counter.
    package func derived(secret: [UInt8], counter: UInt32) -> [UInt8] {
        KeyDerivation.derive(secret, nonce: nonce?.bytes ?? [], counter: counter, for: cipher.cipher)
    }
}
