/// Reads JSON that can be read in one way only: no name twice, no halves of characters, nothing behind it.
///
/// Spec: RFC 8259.
struct SealJSONReader {
    private static let depthLimit = 32

    private let bytes: [UInt8]
    private var position = 0

    /// Reads a whole text.
    static func value(_ bytes: [UInt8]) throws(SealError) -> SealJSON {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformedJSON(.notUTF8, offset: firstFault(bytes))
        }
        var reader = SealJSONReader(bytes: Array(text.utf8))
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == reader.bytes.count else { throw reader.fault(.trailingText) }
        return value
    }

    /// The length of the longest part that is UTF-8.
    private static func firstFault(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private func fault(_ fault: JSONFault) -> SealError { .malformedJSON(fault, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func expect(_ character: UInt8) throws(SealError) {
        guard let byte = next else { throw fault(.truncated) }
        guard byte == character else { throw fault(.unexpectedCharacter) }
        position += 1
    }

    /// Takes a character if it is the next one.
    private mutating func take(_ character: UInt8) -> Bool {
        guard next == character else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(SealError) -> SealJSON {
        guard depth < Self.depthLimit else { throw fault(.tooDeep(limit: Self.depthLimit)) }
        skipSpace()
        guard let next else { throw fault(.truncated) }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: return try word()
        }
    }

    private mutating func object(depth: Int) throws(SealError) -> SealJSON {
        position += 1
        var members: [SealJSON.Member] = []
        var names: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object([]) }
        repeat {
            skipSpace()
            let start = position
            let name = try string()
            // Swift takes canonically equal names for equal; JSON compares code points.
            guard names.insert(name.unicodeScalars.map { "\($0.value)" }.joined(separator: " ")).inserted else {
                throw .malformedJSON(.duplicateMember, offset: start)
            }
            skipSpace()
            try expect(UInt8(ascii: ":"))
            members.append(.init(name, try value(depth: depth + 1)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        return .object(members)
    }

    private mutating func list(depth: Int) throws(SealError) -> SealJSON {
        position += 1
        var values: [SealJSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .list([]) }
        repeat {
            values.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return .list(values)
    }

    private mutating func word() throws(SealError) -> SealJSON {
        let words: [(String, SealJSON)] = [("true", .boolean(true)), ("false", .boolean(false)), ("null", .null)]
        guard let (word, value) = words.first(where: { bytes[position...].starts(with: $0.0.utf8) }) else {
            throw fault(.unexpectedCharacter)
        }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(SealError) -> Double {
        let start = position
        func digits(_ reader: inout SealJSONReader) -> Int {
            let first = reader.position
            while let byte = reader.next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                reader.position += 1
            }
            return reader.position - first
        }
        _ = take(UInt8(ascii: "-"))
        let hasLeadingZero = next == UInt8(ascii: "0")
        let whole = digits(&self)
        guard whole > 0, whole == 1 || !hasLeadingZero else { throw fault(.malformedNumber) }
        if take(UInt8(ascii: ".")), digits(&self) == 0 { throw fault(.malformedNumber) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits(&self) > 0 else { throw fault(.malformedNumber) }
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw .malformedJSON(.malformedNumber, offset: start)
        }
        return number
    }
}

extension SealJSONReader {
    private mutating func string() throws(SealError) -> String {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
            case 0..<0x20: throw fault(.malformedString)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw fault(.truncated)
    }

    private mutating func escape() throws(SealError) -> Unicode.Scalar {
        position += 1
        guard let kind = next else { throw fault(.truncated) }
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try hexadecimal()
            if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
            // The first half of a pair wants the second.
            guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                throw fault(.malformedString)
            }
            let second = try hexadecimal()
            guard (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
            else { throw fault(.malformedString) }
            return scalar
        default: throw fault(.malformedString)
        }
    }

    private mutating func hexadecimal() throws(SealError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard digits.count == 4, isHexadecimal, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault(.malformedString) }
        position += 4
        return unit
    }
}
