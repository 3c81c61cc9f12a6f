/// An AES key, used in CBC mode over whole blocks and on single blocks.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.6.2; FIPS 197.
public final class AESKey: Sendable {
    /// Which AES this is.
    public let cipher: BlockCipher
    private let key: SecretBytes

    /// - Parameter bytes: Exactly 16, 24 or 32 bytes.
    public init(_ bytes: [UInt8]) {
        cipher = .aes(keyByteCount: bytes.count)
        key = SecretBytes(bytes)
    }

    /// The initial vector of sixteen zeros.
    public static let zeroIV = [UInt8](repeating: 0, count: 16)

    /// Encrypts whole blocks without padding them.
    public func encryptCBC(_ plain: some Collection<UInt8>, iv: [UInt8] = zeroIV) -> [UInt8] {
        cipher.cbc(.encrypt, plain, key: key, iv: iv)
    }

    /// Decrypts whole blocks and leaves the padding in; nil for anything but whole blocks.
    public func decryptCBC(_ cryptogram: some Collection<UInt8>, iv: [UInt8] = zeroIV) -> [UInt8]? {
        guard cryptogram.count.isMultiple(of: 16) else { return nil }
        return cipher.cbc(.decrypt, cryptogram, key: key, iv: iv)
    }

    /// Encrypts one block of exactly 16 bytes, as the initial vector of secure messaging is made from the counter.
    public func encryptBlock(_ block: some Collection<UInt8>) -> [UInt8] {
        precondition(block.count == 16, "an AES block has 16 bytes")
        return cipher.cbc(.encrypt, block, key: key, iv: Self.zeroIV)
    }
}

extension AESKey: Equatable {
    /// Compares in constant time.
    public static func == (left: AESKey, right: AESKey) -> Bool { left.key.equals(right.key) }
}
