import Cryptography

/// Blocks and their cryptogram in CBC mode.
package struct CBCVector: ConformanceVector {
    package static let places = ["cryptography/cbc/"]

    package let id: String
    package let cipher: CipherName
    package let key: HexBytes
    package let iv: HexBytes
    package let plain: HexBytes
    package let cryptogram: HexBytes

    package var requiredAlgorithms: [String] { [cipher.requiredAlgorithm] }

    package func check() throws {
        let blockByteCount = cipher.cipher.blockByteCount
        try compare("length of the key", key.bytes.count, with: cipher.cipher.keyByteCount)
        try compare("length of the initial vector", iv.bytes.count, with: blockByteCount)
        try require("length of plain", plain.bytes.count, is: "whole blocks") { $0.isMultiple(of: blockByteCount) }
        switch cipher.cipher {
        case .tripleDES:
            let key = TripleDESKey(key.bytes)
            try compare("cryptogram", key.encryptCBC(plain.bytes, iv: iv.bytes), with: cryptogram.bytes)
            try compare("plain", key.decryptCBC(cryptogram.bytes, iv: iv.bytes), with: plain.bytes)
        case .aes128, .aes192, .aes256:
            let key = AESKey(key.bytes)
            try compare("cipher", key.cipher, with: cipher.cipher)
            try compare("cryptogram", key.encryptCBC(plain.bytes, iv: iv.bytes), with: cryptogram.bytes)
            try compare("plain", key.decryptCBC(cryptogram.bytes, iv: iv.bytes), with: plain.bytes)
        }
    }
}
