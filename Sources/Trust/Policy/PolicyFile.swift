import ByteCoding
import Cryptography
import FoundationEssentials
public import Standards

/// Why a text is no policy.
public enum PolicyFileError: Error, Hashable, Sendable {
    /// The text is no JSON, or no object.
    case notJSON
    /// A member is missing, or is not what it should be.
    case member(String, expected: String)
    /// A member stands twice in one object: which of them counts, nobody could say.
    case repeated(String)
    /// A name is not one that is known.
    case unknown(kind: Kind, name: String, candidates: [String])

    /// What a name stands for.
    public enum Kind: String, Hashable, Sendable {
        case member, policy, deviation, check, ruling, obligation
        case validityTime = "validity time"
    }
}

extension PolicyFileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notJSON: "this is no JSON object"
        case .member(let name, let expected): "'\(name)' is missing or is not \(expected)"
        case .repeated(let name): "'\(name)' is there more than once"
        case .unknown(let kind, let name, _): "there is no \(kind.rawValue) '\(name)'"
        }
    }
}

extension TrustPolicy {
    /// Reads a policy of somebody's own: a policy of this program, and the rows in which it differs.
    ///
    /// - Parameters:
    ///   - file: JSON with `name`, `based-on`, and where wanted `rulings`, `obligations` and `validityTime`.
    ///   - checks: Every check there is; those of data groups without the group.
    public init(file: [UInt8], checks: [CheckID]) throws(PolicyFileError) {
        let fields: [String: PolicyValue]
        do { fields = try JSONDecoder().decode([String: PolicyValue].self, from: Data(file)) } catch { throw .notJSON }
        // Other encodings than UTF-8 have bytes of zero, which no JSON has.
        guard !file.contains(0) else { throw .notJSON }
        if let name = JSONMembers.repeated(in: file) { throw .repeated(name) }
        let known = ["name", "based-on", "rulings", "obligations", "validityTime", "comment"]
        for name in fields.keys.sorted() where !known.contains(name) {
            throw .unknown(kind: .member, name: name, candidates: known)
        }
        guard case .text(let name)? = fields["name"], Self.isNameOfItsOwn(name) else {
            throw .member("name", expected: "a name of its own of at most 64 characters")
        }
        let base: Name = try Self.choice(fields["based-on"], "based-on", .policy) ?? .operational
        var rows = Rows()
        rows.validityTime = try Self.choice(fields["validityTime"], "validityTime", .validityTime)
        for (name, value) in try Self.entries(fields["rulings"], "rulings") {
            guard let deviation = Deviation(rawValue: name) else {
                throw .unknown(kind: .deviation, name: name, candidates: Deviation.allCases.map(\.rawValue))
            }
            rows.rulings[deviation] = try Self.choice(value, "rulings.\(name)", .ruling)
        }
        let names = Set(checks.map(\.rawValue))
        for (name, value) in try Self.entries(fields["obligations"], "obligations") {
            let check = CheckID(rawValue: name)
            guard names.contains(name) || check.isOfDataGroup && names.contains(check.kind.rawValue) else {
                throw .unknown(kind: .check, name: name, candidates: names.sorted())
            }
            rows.obligations[check] = try Self.choice(value, "obligations.\(name)", .obligation)
        }
        self.init(name: name, base: base, rows: rows, sha256: HashAlgorithm.sha256.hash(file))
    }

    /// Whether nobody who reads a report takes the name for one of a policy of this program.
    private static func isNameOfItsOwn(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard !name.isEmpty, name.count <= 64, scalars.first?.properties.isWhitespace == false,
            scalars.last?.properties.isWhitespace == false,
            scalars.allSatisfy({ ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
        else { return false }
        let letters = scalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return Name(rawValue: String(String.UnicodeScalarView(letters)).lowercased()) == nil
    }

    private static func entries(_ value: PolicyValue?, _ name: String) throws(PolicyFileError)
        -> [(String, PolicyValue)]
    {
        switch value {
        case nil: []
        case .entries(let entries): entries.map { ($0, .text($1)) }.sorted { $0.0 < $1.0 }
        case .text, .other: throw .member(name, expected: "an object of names and words")
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: PolicyValue?, _ name: String, _ kind: PolicyFileError.Kind
    ) throws(PolicyFileError) -> Choice? {
        guard let value else { return nil }
        guard case .text(let text) = value else { throw .member(name, expected: "a word") }
        guard let choice = Choice(rawValue: text) else {
            throw .unknown(kind: kind, name: text, candidates: Choice.allCases.map(\.rawValue))
        }
        return choice
    }

    /// Everything that the policy says, as a file of its kind: a policy that is read from it judges the same.
    ///
    /// - Parameter obligations: What each check counts for, also those of other modules.
    public func file(obligations: [(CheckID, Obligation)]) -> String {
        func members(_ pairs: [(String, String)]) -> String {
            pairs.map { "    \"\($0.0)\": \"\($0.1)\"" }.joined(separator: ",\n")
        }
        let title = sha256 == nil ? "my-\(name)" : name
        return """
            {
              "name": "\(Self.escaped(title))",
              "based-on": "\(base.rawValue)",
              "validityTime": "\(validityTime.rawValue)",
              "rulings": {
            \(members(Deviation.allCases.map { ($0.rawValue, ruling(on: $0).rawValue) }))
              },
              "obligations": {
            \(members(obligations.map { ($0.0.rawValue, $0.1.rawValue) }))
              }
            }

            """
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// A member of a policy file.
private enum PolicyValue: Decodable {
    case text(String)
    case entries([String: String])
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let entries = try? container.decode([String: String].self) {
            self = .entries(entries)
        } else {
            self = .other
        }
    }
}
