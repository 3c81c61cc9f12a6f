/// A key for the retail MAC: MAC algorithm 3 with block cipher DES, zero initial vector and eight bytes of MAC.
///
/// Spec: ISO/IEC 9797-1 §7.4; ICAO Doc 9303-11 (8th ed.) §4.3.3.2 and §9.8.6.1.
public final class RetailMACKey: Sendable {
    private let inner: SecretBytes  // Ka three times: DES, without the legacy provider
    private let outer: SecretBytes  // Ka ‖ Kb ‖ Ka

    /// Ka ‖ Kb; parity bits are not looked at.
    ///
    /// - Parameter bytes: Exactly 16 bytes.
    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == 16, "a retail MAC key has 16 bytes")
        let ka = bytes.prefix(8)
        inner = SecretBytes(ka + ka + ka)
        outer = SecretBytes(bytes + ka)
    }

    /// The MAC over `message`, padded by method 2.
    public func mac(over message: some Collection<UInt8>) -> [UInt8] {
        macOfPadded(Padding.method2(message, blockSize: 8))
    }

    /// The MAC over a message that already is one or more whole blocks.
    public func macOfPadded(_ padded: [UInt8]) -> [UInt8] {
        precondition(!padded.isEmpty && padded.count.isMultiple(of: 8), "a padded message is one or more whole blocks")
        // All blocks but the last are chained under Ka; E(Ka, D(Kb, E(Ka, …))) of the last one is Triple DES.
        let chained = BlockCipher.tripleDES.cbc(
            .encrypt, padded.dropLast(8), key: inner, iv: TripleDESKey.zeroIV)
        let iv = chained.isEmpty ? TripleDESKey.zeroIV : Array(chained.suffix(8))
        return BlockCipher.tripleDES.cbc(.encrypt, padded.suffix(8), key: outer, iv: iv)
    }
}

extension RetailMACKey: Equatable {
    /// Compares in constant time.
    public static func == (left: RetailMACKey, right: RetailMACKey) -> Bool { left.outer.equals(right.outer) }
}
