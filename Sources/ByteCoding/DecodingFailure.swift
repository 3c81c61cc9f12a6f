/// Why bytes could not be decoded, and where.
public struct DecodingFailure: Error, Hashable, Sendable {
    /// What is wrong.
    public let reason: Reason
    /// The offset of the fault, counted from the start of the file.
    public let offset: Int

    /// Something a caller can act on.
    public enum Reason: Hashable, Sendable {
        /// A value ends before it is complete.
        case truncated(needed: Int, available: Int)
        /// A tag of more than three octets.
        case oversizedTag
        /// A length of more than four octets.
        case oversizedLength
        /// An indefinite length where only definite ones are allowed.
        case indefiniteLength
        /// Another data object than the specification asks for.
        case unexpectedTag(found: Int, expected: Int)
        /// Bytes after the last data object.
        case trailingBytes(count: Int)
        /// More levels or more elements than any real file has.
        case tooComplex(limit: Int)
        /// A value that its type or its field does not allow, with the name of the field.
        case invalidValue(String)
        /// A field that must be there is not.
        case missing(String)
    }

    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension DecodingFailure: CustomStringConvertible {
    public var description: String {
        let what =
            switch reason {
            case .truncated(let needed, let available):
                "\(needed) \(needed == 1 ? "byte is" : "bytes are") needed and \(available) "
                    + (available == 1 ? "is left" : "are left")
            case .oversizedTag: "the tag is longer than three octets"
            case .oversizedLength: "the length is longer than four octets"
            case .indefiniteLength: "the length is indefinite"
            case .unexpectedTag(let found, let expected):
                "tag \(Hexadecimal.number(found)) stands where \(Hexadecimal.number(expected)) belongs"
            case .trailingBytes(let count): "\(count) bytes follow the last data object"
            case .tooComplex(let limit): "the structure exceeds the limit of \(limit)"
            case .invalidValue(let field): "\(field) has a value that is not allowed"
            case .missing(let field): "\(field) is missing"
            }
        return "\(what), at offset \(offset)"
    }
}
