/// Encodes data objects with minimal definite lengths (DER where the contents are).
///
/// Spec: ITU-T X.690 §8.1 and §10.1.
public enum DataObjectWriter {
    /// Tag, length and `value`.
    public static func encode(_ tag: Int, _ value: some Collection<UInt8>) -> [UInt8] {
        header(tag, valueCount: value.count) + value
    }

    /// Tag, length and the concatenated `parts`.
    public static func encode(_ tag: Int, containing parts: [[UInt8]]) -> [UInt8] {
        encode(tag, parts.flatMap { $0 })
    }

    /// Identifier and length octets in front of a value of `valueCount` bytes.
    public static func header(_ tag: Int, valueCount: Int) -> [UInt8] {
        octets(tag) + length(valueCount)
    }

    /// Length octets.
    public static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        let octets = octets(count)
        return [0x80 | UInt8(octets.count)] + octets
    }

    /// A non-negative number as the fewest big-endian octets, at least one.
    public static func octets(_ number: Int) -> [UInt8] {
        precondition(number >= 0, "lengths and tags are not negative")
        var octets: [UInt8] = []
        var rest = number
        repeat {
            octets.append(UInt8(rest & 0xFF))
            rest >>= 8
        } while rest > 0
        return octets.reversed()
    }
}
