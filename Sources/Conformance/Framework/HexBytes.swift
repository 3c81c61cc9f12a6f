import ByteCoding

/// Bytes that a vector file writes in hexadecimal: upper case, without spaces.
package struct HexBytes: Codable, Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let bytes = Hexadecimal.decode(text), Hexadecimal.encode(bytes) == text else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text.prefix(40))' is no hexadecimal in upper case without spaces")
        }
        self.bytes = bytes
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The digits.
    package var text: String { Hexadecimal.encode(bytes) }
    package var description: String { "\(bytes.count) bytes" }
}
