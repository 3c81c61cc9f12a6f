/// A JSON value as it was read: the members of an object keep their order, and their names differ.
///
/// Spec: RFC 8259; RFC 7493 (names are unique).
public indirect enum SealJSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([SealJSON])
    case object([Member])

    /// A name and its value.
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: SealJSON

        public init(_ name: String, _ value: SealJSON) {
            self.name = name
            self.value = value
        }
    }

    /// Reads a whole text.
    public init(_ json: [UInt8]) throws(SealError) {
        self = try SealJSONReader.value(json)
    }

    /// The member of an object; nil for anything else.
    public subscript(name: String) -> SealJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text of a string.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The value of a whole number.
    public var integer: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The form that is signed: names in order, no white space, one way to write everything.
    ///
    /// Spec: RFC 8785 §3.2.
    public var canonical: [UInt8] {
        var text: [UInt8] = []
        append(to: &text)
        return text
    }

    private func append(to text: inout [UInt8]) {
        switch self {
        case .null: text += Array("null".utf8)
        case .boolean(let value): text += Array((value ? "true" : "false").utf8)
        case .number(let value): text += Array(Self.canonical(value).utf8)
        case .text(let value): Self.append(value, to: &text)
        case .list(let values):
            text.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                value.append(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            // §3.2.3: names are sorted by their UTF-16 units.
            let sorted = members.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.append(member.name, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.append(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    /// §3.2.2.2: only what must be escaped is.
    private static func append(_ value: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x08: text += Array("\\b".utf8)
            case 0x09: text += Array("\\t".utf8)
            case 0x0A: text += Array("\\n".utf8)
            case 0x0C: text += Array("\\f".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0..<0x20: text += Array("\\u00".utf8) + [digit(byte >> 4), digit(byte & 0x0F)]
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// §3.2.2.3: as ECMAScript writes numbers, from the shortest digits that give the number back.
    static func canonical(_ number: Double) -> String {
        guard number != 0 else { return "0" }
        let parts = "\(number.magnitude)".split(separator: "e")
        let fraction = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = Array((fraction.joined()).utf8)
        var point = fraction[0].utf8.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        point -= leading
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        let sign = number < 0 ? "-" : ""
        func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
        switch point {
        case 1...21 where point >= digits.count: return sign + text + zeros(point - digits.count)
        case 1...21: return sign + text.prefix(point) + "." + text.dropFirst(point)
        case -5...0: return sign + "0." + zeros(-point) + text
        default:
            let exponent = point - 1
            let mantissa = digits.count == 1 ? text : text.prefix(1) + "." + text.dropFirst()
            return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + "\(exponent.magnitude)"
        }
    }
}
