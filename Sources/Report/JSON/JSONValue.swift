import FoundationEssentials

/// A JSON value, between a report and its text.
enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    case number(Int)
    case bool(Bool)
    case null

    /// An object without the members that are nil.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(Dictionary(members.compactMap { key, value in value.map { (key, $0) } }) { first, _ in first })
    }

    /// A list of strings.
    static func strings(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let values): try container.encode(values)
        case .string(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .bool(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

/// Why a text is no report of this version.
public enum ReportDecodingError: Error, Hashable, Sendable {
    /// The text is no JSON.
    case notJSON
    /// The schema is not one that this program reads.
    case schema(String)
    /// A member is missing or has another type, with its path: `checks[3].result`.
    case member(String)
    /// The stored verdict is not what the checks say: the report was altered.
    case verdict(stored: String, derived: String)
}

extension ReportDecodingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notJSON: "this is no JSON"
        case .schema(let schema): "this program does not read reports of schema '\(schema)'"
        case .member(let path): "the report has no valid member '\(path)'"
        case .verdict(let stored, let derived):
            "the report says '\(stored)' and its checks say '\(derived)': it was altered"
        }
    }
}

/// A JSON object with the path that leads to it.
struct JSONObject {
    let members: [String: JSONValue]
    let path: String

    init(_ value: JSONValue, path: String) throws(ReportDecodingError) {
        guard case .object(let members) = value else { throw .member(path) }
        self.members = members
        self.path = path
    }

    func optional<Value>(
        _ name: String, _ convert: (JSONValue, String) throws(ReportDecodingError) -> Value
    ) throws(ReportDecodingError) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        return try convert(value, self.path(to: name))
    }

    func required<Value>(
        _ name: String, _ convert: (JSONValue, String) throws(ReportDecodingError) -> Value
    ) throws(ReportDecodingError) -> Value {
        guard let value = try optional(name, convert) else { throw .member(path(to: name)) }
        return value
    }

    func string(_ name: String) throws(ReportDecodingError) -> String { try required(name, JSONObject.string) }

    func number(_ name: String) throws(ReportDecodingError) -> Int { try required(name, JSONObject.number) }

    func list<Value>(
        _ name: String, _ convert: (JSONObject) throws(ReportDecodingError) -> Value
    ) throws(ReportDecodingError) -> [Value] {
        guard case .array(let values) = members[name] else { throw .member(path(to: name)) }
        var result: [Value] = []
        for (index, value) in values.enumerated() {
            result.append(try convert(JSONObject(value, path: "\(path(to: name))[\(index)]")))
        }
        return result
    }

    func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    static func string(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> String {
        guard case .string(let text) = value else { throw .member(path) }
        return text
    }

    /// Every number of a report counts something; no count is so large that a sum of them could overflow.
    private static let mostOfAnything = 1 << 48

    static func number(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Int {
        guard case .number(let number) = value, (0...mostOfAnything).contains(number) else { throw .member(path) }
        return number
    }

    static func bool(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Bool {
        guard case .bool(let value) = value else { throw .member(path) }
        return value
    }

    static func choice<Choice: RawRepresentable<String>>(
        _ value: JSONValue, _ path: String
    ) throws(ReportDecodingError) -> Choice {
        guard case .string(let text) = value, let choice = Choice(rawValue: text) else { throw .member(path) }
        return choice
    }
}
