internal import COpenSSL

/// An AES key for CMAC.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.6.2; NIST SP 800-38B.
public final class CMACKey: Sendable {
    private let cipher: BlockCipher
    private let key: SecretBytes

    /// - Parameter bytes: Exactly 16, 24 or 32 bytes.
    public init(_ bytes: [UInt8]) {
        cipher = .aes(keyByteCount: bytes.count)
        key = SecretBytes(bytes)
    }

    /// The whole MAC of 16 bytes; secure messaging and PACE use its first eight.
    public func mac(over message: some Collection<UInt8>) -> [UInt8] {
        let cipherName =
            switch cipher {
            case .aes192: "AES-192-CBC"
            case .aes256: "AES-256-CBC"
            case .aes128, .tripleDES: "AES-128-CBC"
            }
        return [UInt8](count: 16) { mac in
            let done = key.withPointer { key in
                message.withContiguousBytes {
                    emrtd_cmac(
                        Fetched.cmac.pointer, cipherName, key, cipher.keyByteCount, $0.baseAddress, $0.count,
                        mac.baseAddress)
                }
            }
            precondition(done == 1, "a MAC with a sized key fails only without memory")
        }
    }
}

extension CMACKey: Equatable {
    /// Compares in constant time.
    public static func == (left: CMACKey, right: CMACKey) -> Bool { left.key.equals(right.key) }
}
