import Cryptography
import SecureMessaging

/// How many bytes to ask for at once: as many as are safe, fewer after trouble, remembered for the session.
struct BlockLadder: Hashable {
    /// The sizes to step down to. Above 256 they need commands of extended length. The short ones begin with what fits
    /// under 3DES and under AES and end with what every chip has been seen to give (field notes 42 and 43).
    static let rungs = [32_767, 4096, 1024, 231, 223, 192, 160, 128, 96, 64]
    /// The largest size that short commands carry.
    static let shortLimit = 231
    /// The most bytes that the Le of a short command asks for.
    static let shortAnswer = 256

    /// The size to ask for now.
    private(set) var size: Int

    /// Starts with the largest short size under `cipher`.
    init(_ cipher: BlockCipher?) {
        size = min(Self.shortLimit, cipher?.largestPayload(inResponseOf: 256) ?? Self.shortLimit)
    }

    /// Whether the size needs commands of extended length.
    var isExtended: Bool { size > 256 }

    /// Goes to the next smaller rung below `tried`; false where there is none.
    mutating func stepDown(below tried: Int) -> Bool {
        guard let next = Self.rungs.first(where: { $0 < min(tried, size) }) else { return false }
        size = next
        return true
    }

    /// Goes no higher than `limit`.
    mutating func cap(at limit: Int) {
        size = min(size, max(1, limit))
    }

    /// Goes up to sizes of extended length, as far as an answer of `responseByteCount` has room under `cipher`.
    mutating func extend(_ cipher: BlockCipher?, responseByteCount: Int) {
        let room = cipher?.largestPayload(inResponseOf: responseByteCount) ?? responseByteCount
        let extended = min(Self.rungs[0], room)
        if extended > 256 { size = extended }
    }
}
