internal import COpenSSL

/// The block ciphers of access control and secure messaging.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.
public enum BlockCipher: Hashable, CaseIterable, Sendable {
    /// Two-key Triple DES.
    case tripleDES
    case aes128, aes192, aes256

    /// The length of a key.
    public var keyByteCount: Int {
        switch self {
        case .tripleDES, .aes128: 16
        case .aes192: 24
        case .aes256: 32
        }
    }

    /// The length of a block.
    public var blockByteCount: Int { self == .tripleDES ? 8 : 16 }

    /// The AES variant with keys of this length.
    static func aes(keyByteCount: Int) -> BlockCipher {
        switch keyByteCount {
        case 16: .aes128
        case 24: .aes192
        case 32: .aes256
        default: preconditionFailure("an AES key has 16, 24 or 32 bytes")
        }
    }

    var cbc: Fetched {
        switch self {
        case .tripleDES: .tripleDESCBC
        case .aes128: .aes128CBC
        case .aes192: .aes192CBC
        case .aes256: .aes256CBC
        }
    }

    enum Direction: CInt { case decrypt, encrypt }

    /// One pass in CBC mode over whole blocks; `key` is what OpenSSL takes, three DES keys for `tripleDES`.
    func cbc(
        _ direction: Direction, _ input: some Collection<UInt8>, key: borrowing SecretBytes, iv: [UInt8]
    ) -> [UInt8] {
        precondition(iv.count == blockByteCount, "the initial vector is one block")
        precondition(input.count.isMultiple(of: blockByteCount), "the input is whole blocks")
        return [UInt8](count: input.count) { output in
            let done = key.withPointer { key in
                input.withContiguousBytes { input in
                    emrtd_cipher(
                        cbc.pointer, key, iv, direction.rawValue, input.baseAddress, input.count, output.baseAddress)
                }
            }
            precondition(done == 1, "a cipher with a sized key fails only without memory")
        }
    }
}
