/// JSON of a stream, as bytes: the same value gives the same bytes.
enum StreamText {
    /// A string with its quotation marks; controls are escaped, all else stands as it is.
    static func string(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [quote]
        for byte in text.utf8 {
            switch byte {
            case quote, UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00..<0x20, 0x7F: bytes += Array("\\u00".utf8) + [digit(byte >> 4), digit(byte & 15)]
            default: bytes.append(byte)
            }
        }
        return bytes + [quote]
    }

    /// An object, its members in the order given.
    static func object(_ members: [(String, [UInt8])]) -> [UInt8] {
        [UInt8(ascii: "{")] + self.members(members) + [UInt8(ascii: "}")]
    }

    /// The members of an object without the braces.
    static func members(_ members: [(String, [UInt8])]) -> [UInt8] {
        Array(members.map { string($0) + [UInt8(ascii: ":")] + $1 }.joined(separator: [UInt8(ascii: ",")]))
    }

    static func array(_ values: [[UInt8]]) -> [UInt8] {
        [UInt8(ascii: "[")] + Array(values.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }

    private static let quote = UInt8(ascii: "\"")
    private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789abcdef".utf8)[Int(value)] }
}
