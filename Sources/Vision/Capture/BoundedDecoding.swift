import ByteCoding
import FoundationEssentials

extension KeyedDecodingContainer {
    /// Refuses JSON of another version.
    func checkVersion(_ version: Int, _ key: Key) throws {
        guard try decode(Int.self, forKey: key) == version else { throw failure(key, "another version") }
    }

    /// A number within bounds.
    func number<Number: Decodable & Comparable>(_ key: Key, in range: ClosedRange<Number>) throws -> Number {
        let number = try decode(Number.self, forKey: key)
        guard range.contains(number) else { throw failure(key, "out of bounds") }
        return number
    }

    /// A list of a count within bounds.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type, count: ClosedRange<Int>) throws -> [Element] {
        let list = try decode([Element].self, forKey: key)
        guard count.contains(list.count) else { throw failure(key, "too many or too few") }
        return list
    }

    func failure(_ key: Key, _ words: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: words)
    }
}

extension String {
    /// Words of another process: no more than so many characters, and none that steer a terminal.
    static func harmless(_ words: String, limit: Int) -> String {
        String(
            String.UnicodeScalarView(words.unicodeScalars.prefix(limit).map { isHarmless($0) ? $0 : "\u{FFFD}" }))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        ![.control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator]
            .contains(scalar.properties.generalCategory)
    }
}

extension ByteReader {
    /// Reads JSON behind four bytes of length.
    mutating func json<Value: Decodable>(_ type: Value.Type, limit: Int) throws(DecodingFailure) -> Value {
        let offset = offset
        let count = try integer(width: 4)
        guard count <= limit else { throw DecodingFailure(.invalidValue("length of JSON"), at: offset) }
        let bytes = try take(count)
        guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else {
            throw DecodingFailure(.invalidValue("JSON"), at: offset)
        }
        return value
    }
}
