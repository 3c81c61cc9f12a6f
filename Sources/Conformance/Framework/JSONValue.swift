/// Any JSON, to see which fields a file has.
package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .number(let value):
            if let whole = Int(exactly: value) { try container.encode(whole) } else { try container.encode(value) }
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let fields): try container.encode(fields)
        }
    }

    /// The text of a field of an object.
    package subscript(text name: String) -> String? {
        guard case .object(let fields) = self, case .text(let value)? = fields[name] else { return nil }
        return value
    }

    /// The fields of this value that another one lacks, `a.b` for a field of a field; a null counts as absent.
    package func fields(missingIn other: JSONValue) -> [String] {
        switch (self, other) {
        case (.object(let fields), .object(let others)):
            fields.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
                guard value != .null else { return [] }
                guard let same = others[name] else { return [name] }
                return value.fields(missingIn: same).map { "\(name).\($0)" }
            }
        case (.list(let values), .list(let others)):
            zip(values, others).enumerated().flatMap { index, pair in
                pair.0.fields(missingIn: pair.1).map { "[\(index)].\($0)" }
            }
        default: []
        }
    }
}
