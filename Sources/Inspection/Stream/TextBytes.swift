/// Base64 and hexadecimal, read from a piece of a line into a buffer that is kept.
enum TextBytes {
    /// Reads base64 with its padding and nothing else; false where it is not, and then the buffer holds anything.
    ///
    /// Spec: RFC 4648 §4.
    static func decodeBase64(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        guard text.count.isMultiple(of: 4), let last = text.last else { return text.isEmpty }
        let padding = last != equals ? 0 : (text[text.endIndex - 2] == equals ? 2 : 1)
        bytes.append(contentsOf: repeatElement(0, count: text.count / 4 * 3))
        // The last group by itself, where it is padded; the others in one go.
        let whole = text.count / 4 - (padding > 0 ? 1 : 0)
        var faults: UInt8 = 0
        values.withUnsafeBufferPointer { values in
            text.withUnsafeBufferPointer { text in
                bytes.withUnsafeMutableBufferPointer { bytes in
                    // Four characters make three bytes: the indices stay below 4 × whole and 3 × whole.
                    for group in 0..<whole {
                        let (a, b) = (values[Int(text[4 * group])], values[Int(text[4 * group + 1])])
                        let (c, d) = (values[Int(text[4 * group + 2])], values[Int(text[4 * group + 3])])
                        faults |= a | b | c | d
                        bytes[3 * group] = a << 2 | b >> 4
                        bytes[3 * group + 1] = b << 4 | c >> 2
                        bytes[3 * group + 2] = c << 6 | d
                    }
                }
            }
        }
        guard faults < 0x40 else { return false }
        guard padding > 0 else { return true }
        let end = text.suffix(4).dropLast(padding).map { values[Int($0)] } + [0, 0]
        guard end.allSatisfy({ $0 < 0x40 }) else { return false }
        bytes[3 * whole] = end[0] << 2 | end[1] >> 4
        bytes[3 * whole + 1] = end[1] << 4 | end[2] >> 2
        bytes.removeLast(padding)
        return true
    }

    /// Reads pairs of hexadecimal digits in either case and nothing else; false where they are not.
    static func decodeHexadecimal(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        guard text.count.isMultiple(of: 2) else { return false }
        var index = text.startIndex
        while index < text.endIndex {
            let (high, low) = (digits[Int(text[index])], digits[Int(text[index + 1])])
            guard high < 16, low < 16 else { return false }
            bytes.append(high << 4 | low)
            index += 2
        }
        return true
    }

    private static let equals = UInt8(ascii: "=")

    /// The value of each character of base64; 255 for all others.
    private static let values = table(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated().map { ($1, $0) })

    /// The value of each hexadecimal digit; 255 for all others.
    private static let digits = table(
        "0123456789ABCDEF".utf8.enumerated().map { ($1, $0) } + "abcdef".utf8.enumerated().map { ($1, $0 + 10) })

    private static func table(_ values: [(UInt8, Int)]) -> [UInt8] {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (character, value) in values { table[Int(character)] = UInt8(value) }
        return table
    }
}
