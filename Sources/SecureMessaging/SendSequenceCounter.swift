public import Cryptography

/// The counter that gives each protected command and each protected answer its place in the session.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.2: as long as a cipher block, one more before each command and each answer.
public struct SendSequenceCounter: Hashable, Sendable {
    /// The counter as it enters the MAC, big-endian.
    public private(set) var bytes: [UInt8]

    /// Starts at `bytes`.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Starts at zero, as after PACE and chip authentication.
    public static func zero(for cipher: BlockCipher) -> SendSequenceCounter {
        SendSequenceCounter([UInt8](repeating: 0, count: cipher.blockByteCount))
    }

    /// Counts one on; after the last value comes zero, since 3DES sessions start anywhere.
    public mutating func increment() {
        for index in bytes.indices.reversed() {
            bytes[index] &+= 1
            if bytes[index] != 0 { return }
        }
    }

    /// The counter after this one.
    public var next: SendSequenceCounter {
        var counter = self
        counter.increment()
        return counter
    }
}
