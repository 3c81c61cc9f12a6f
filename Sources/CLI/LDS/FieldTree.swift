import ByteCoding

/// Named values in the order to show: printed as text for people, and as JSON for programs.
struct FieldTree: Sendable {
    private(set) var fields: [Field] = []

    /// One named value.
    struct Field: Sendable {
        /// The member's name in JSON, in lower camel case: `dateOfBirth`.
        let key: String
        /// What stands before the value in text: `Date of birth`.
        let label: String
        let value: Value
        /// The value in text, where it is not that of JSON: one line each.
        var shown: [String]?
    }

    indirect enum Value: Sendable {
        case text(String)
        /// Bytes, which may be broken anywhere.
        case bytes([UInt8])
        case number(Int)
        case flag(Bool)
        case list([Value])
        case tree(FieldTree)
    }

    /// Adds a field as it is.
    mutating func append(_ field: Field) { fields.append(field) }

    mutating func add(_ key: String, _ label: String, _ text: String?) {
        if let text { fields.append(Field(key: key, label: label, value: .text(text))) }
    }

    mutating func add(_ key: String, _ label: String, _ number: Int?) {
        if let number { fields.append(Field(key: key, label: label, value: .number(number))) }
    }

    mutating func add(_ key: String, _ label: String, _ flag: Bool?) {
        if let flag { fields.append(Field(key: key, label: label, value: .flag(flag))) }
    }

    mutating func add(_ key: String, _ label: String, bytes: [UInt8]?) {
        if let bytes { fields.append(Field(key: key, label: label, value: .bytes(bytes))) }
    }

    /// Adds a list of texts, shown one a line or, where they are short, in one; an empty one is left out.
    mutating func add(_ key: String, _ label: String, _ texts: [String]?, inOneLine: Bool = false) {
        guard let texts, !texts.isEmpty else { return }
        let shown = inOneLine ? [texts.joined(separator: ", ")] : nil
        fields.append(Field(key: key, label: label, value: .list(texts.map { .text($0) }), shown: shown))
    }

    /// Adds a list of trees; an empty one is left out.
    mutating func add(_ key: String, _ label: String, _ trees: [FieldTree], shown: [String]? = nil) {
        guard !trees.isEmpty else { return }
        fields.append(Field(key: key, label: label, value: .list(trees.map { .tree($0) }), shown: shown))
    }
}

extension FieldTree: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for field in fields { try container.encode(field.value, forKey: Key(stringValue: field.key)) }
    }
}

extension FieldTree.Value: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .bytes(let bytes): try container.encode(Hexadecimal.encode(bytes))
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let values): try container.encode(values)
        case .tree(let tree): try container.encode(tree)
        }
    }
}

extension FieldTree {
    /// Lines of text: labels in one column, values beside them, what belongs together indented.
    func lines(width: Int) -> [String] {
        let column = min(fields.map(\.label.count).max() ?? 0, 26)
        return fields.flatMap { field -> [String] in
            let rest = max(width - column - 2, 20)
            if let texts = field.shown ?? field.value.texts(width: rest) {
                let wrapped = texts.flatMap { TextLayout.wrap($0.withoutControls, width: rest) }
                let padded = field.label + String(repeating: " ", count: max(column - field.label.count, 0) + 2)
                let margin = String(repeating: " ", count: column + 2)
                return wrapped.enumerated().map { $0.offset == 0 ? padded + $0.element : margin + $0.element }
            }
            guard case .list(let values) = field.value else { return [] }
            return values.enumerated().flatMap { index, value -> [String] in
                guard case .tree(let tree) = value else { return [] }
                let number = values.count > 1 ? " \(index + 1)" : ""
                return ["\(field.label)\(number)"] + tree.lines(width: width - 2).map { "  \($0)" }
            }
        }
    }
}

extension FieldTree.Value {
    /// What fits beside a label; nil for what needs lines of its own.
    fileprivate func texts(width: Int) -> [String]? {
        switch self {
        case .text(let text): return [text.isEmpty ? "(empty)" : text]
        case .bytes(let bytes):
            let count = max(min(width / 2, 32), 1)
            return stride(from: 0, to: bytes.count, by: count).map {
                Hexadecimal.encode(bytes[$0..<min($0 + count, bytes.count)])
            }
        case .number(let number): return ["\(number)"]
        case .flag(let flag): return [flag ? "yes" : "no"]
        case .list(let values):
            var texts: [String] = []
            for case .text(let text) in values { texts.append(text) }
            return texts.count == values.count ? texts : nil
        case .tree: return nil
        }
    }
}

extension String {
    /// The text without characters that steer a terminal or turn the direction of writing: the chip wrote it.
    var withoutControls: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
