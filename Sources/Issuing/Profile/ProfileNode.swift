import ByteCoding
import FoundationEssentials
import Standards

/// One place in a JSON profile: what stands there, and the path by which errors name it.
struct ProfileNode {
    let path: String
    private let value: JSONValue

    /// Parses a whole profile.
    init(json bytes: [UInt8]) throws(IssuingError) {
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .malformedProfile(path: "the profile", problem: "it is not JSON")
        }
        path = ""
    }

    private init(path: String, value: JSONValue) {
        self.path = path
        self.value = value
    }

    /// The name of this place in errors.
    var name: String { path.isEmpty ? "the profile" : path }

    /// Makes sure that this is an object with no other keys than these.
    func allow(_ keys: String...) throws(IssuingError) {
        guard case .object(let fields) = value else { throw malformed("an object is expected") }
        for key in fields.keys.sorted() where !keys.contains(key) {
            throw malformed("unknown key '\(key)'; known are \(keys.joined(separator: ", "))")
        }
    }

    /// What stands under a key; nil where nothing or null does.
    subscript(key: String) -> ProfileNode? {
        guard case .object(let fields) = value, let field = fields[key], field != .null else { return nil }
        return ProfileNode(path: path.isEmpty ? key : "\(path).\(key)", value: field)
    }

    /// What stands under a key that must be there.
    func required(_ key: String) throws(IssuingError) -> ProfileNode {
        guard let node = self[key] else { throw malformed("'\(key)' is missing") }
        return node
    }

    func string() throws(IssuingError) -> String {
        guard case .string(let text) = value else { throw malformed("a string is expected") }
        return text
    }

    func integer(_ range: ClosedRange<Int>) throws(IssuingError) -> Int {
        guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
            throw malformed("a number from \(range.lowerBound) to \(range.upperBound) is expected")
        }
        return integer
    }

    func boolean() throws(IssuingError) -> Bool {
        guard case .bool(let flag) = value else { throw malformed("true or false is expected") }
        return flag
    }

    /// `2026-01-31`, or with a time as `2026-01-31T09:30:00Z`.
    func moment() throws(IssuingError) -> Timestamp {
        guard let moment = Timestamp(iso8601: try string()) else {
            throw malformed("a date such as 2026-01-31 is expected")
        }
        return moment
    }

    /// A string that is one of a few.
    func choice<Value>(_ values: [String: Value]) throws(IssuingError) -> Value {
        guard let choice = values[try string()] else {
            throw malformed("one of \(values.keys.sorted().joined(separator: ", ")) is expected")
        }
        return choice
    }

    /// A string that is the raw value of a case.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) throws(IssuingError) -> Value {
        try choice(Dictionary(uniqueKeysWithValues: Value.allCases.map { ($0.rawValue, $0) }))
    }

    /// The same, where the word `none` stands for nothing.
    func unlessNone<Value>(
        _ read: (ProfileNode) throws(IssuingError) -> Value
    ) throws(IssuingError) -> Value? {
        value == .string("none") ? nil : try read(self)
    }

    /// Bytes in hexadecimal.
    func bytes() throws(IssuingError) -> [UInt8] {
        guard let bytes = Hexadecimal.decode(try string()), !bytes.isEmpty else {
            throw malformed("bytes in hexadecimal are expected")
        }
        return bytes
    }

    /// Whether a number stands here.
    var isNumber: Bool { if case .number = value { true } else { false } }

    /// Whether an object stands here.
    var isObject: Bool { if case .object = value { true } else { false } }

    /// An object identifier in dots, or the end of one below `parent` where that is given.
    func identifier(below parent: OID? = nil) throws(IssuingError) -> OID {
        let text = try string()
        let start = parent.map { "\($0)." } ?? ""
        // Arcs that need the full form are longer than what stands below any parent here.
        let isShort = parent != nil && text.split(separator: ".").count <= 3
        guard let identifier = OID(dotted: isShort ? start + text : text) else {
            throw malformed("an object identifier in dots is expected")
        }
        return identifier
    }

    func elements() throws(IssuingError) -> [ProfileNode] {
        guard case .array(let values) = value else { throw malformed("a list is expected") }
        return values.enumerated().map { ProfileNode(path: "\(path)[\($0)]", value: $1) }
    }

    /// A list of strings; one string stands for a list of one.
    func strings() throws(IssuingError) -> [String] {
        if case .string(let text) = value { return [text] }
        var texts: [String] = []
        for element in try elements() { texts.append(try element.string()) }
        return texts
    }

    /// The keys of an object with what stands under them, in order of key.
    func fields() throws(IssuingError) -> [(key: String, node: ProfileNode)] {
        guard case .object(let fields) = value else { throw malformed("an object is expected") }
        return fields.sorted { $0.key < $1.key }.map { key, value in
            (key, ProfileNode(path: path.isEmpty ? key : "\(path).\(key)", value: value))
        }
    }

    func malformed(_ problem: String) -> IssuingError {
        .malformedProfile(path: name, problem: problem)
    }
}

/// Any JSON value.
private enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}
