/// A two-key Triple DES key, used in CBC mode over whole blocks.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.3.1 and §9.8.6.1; ISO/IEC 18033-3 (E-D-E, keying option 2).
public final class TripleDESKey: Sendable {
    private let keys: SecretBytes  // Ka ‖ Kb ‖ Ka

    /// Ka ‖ Kb; parity bits are not looked at.
    ///
    /// - Parameter bytes: Exactly 16 bytes.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == BlockCipher.tripleDES.keyByteCount, "a two-key Triple DES key has 16 bytes")
        keys = SecretBytes(bytes + bytes.prefix(8))
    }

    /// The initial vector of eight zeros.
    public static let zeroIV = [UInt8](repeating: 0, count: 8)

    /// Encrypts whole blocks without padding them.
    public func encryptCBC(_ plain: some Collection<UInt8>, iv: [UInt8] = zeroIV) -> [UInt8] {
        BlockCipher.tripleDES.cbc(.encrypt, plain, key: keys, iv: iv)
    }

    /// Decrypts whole blocks and leaves the padding in; nil for anything but whole blocks.
    public func decryptCBC(_ cryptogram: some Collection<UInt8>, iv: [UInt8] = zeroIV) -> [UInt8]? {
        guard cryptogram.count.isMultiple(of: 8) else { return nil }
        return BlockCipher.tripleDES.cbc(.decrypt, cryptogram, key: keys, iv: iv)
    }
}

extension TripleDESKey: Equatable {
    /// Compares in constant time.
    public static func == (left: TripleDESKey, right: TripleDESKey) -> Bool { left.keys.equals(right.keys) }
}
