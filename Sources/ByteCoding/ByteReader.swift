/// A forward-only cursor over immutable bytes.
///
/// A read either advances and returns, or throws and leaves the cursor where it was. Offsets are those
/// of the original file, because a slice keeps the indices of its parent.
public struct ByteReader: Sendable {
    private var rest: ArraySlice<UInt8>

    /// Starts at the first byte of `bytes`.
    public init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Starts at the first byte of `bytes`.
    public init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The offset of the next byte.
    public var offset: Int { rest.startIndex }

    /// How many bytes are left.
    public var remaining: Int { rest.count }

    /// Whether no byte is left.
    public var isAtEnd: Bool { rest.isEmpty }

    /// The next byte, which stays the next one.
    public var next: UInt8? { rest.first }

    /// Takes the next `count` bytes.
    public mutating func take(_ count: Int) throws(DecodingFailure) -> ArraySlice<UInt8> {
        guard count >= 0, count <= rest.count else {
            throw DecodingFailure(.truncated(needed: count, available: rest.count), at: offset)
        }
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return taken
    }

    /// Takes all bytes that are left.
    public mutating func takeRest() -> ArraySlice<UInt8> {
        defer { rest = rest[rest.endIndex...] }
        return rest
    }

    /// Reads a big-endian unsigned integer of `width` bytes, at most seven.
    public mutating func integer(width: Int) throws(DecodingFailure) -> Int {
        precondition((0...7).contains(width), "the value must fit an Int")
        var value = 0
        for byte in try take(width) { value = value << 8 | Int(byte) }
        return value
    }

    /// Makes sure that nothing is left.
    public func end() throws(DecodingFailure) {
        guard rest.isEmpty else { throw DecodingFailure(.trailingBytes(count: rest.count), at: offset) }
    }
}
