import Conformance
import Foundation
import TestSupport
import Testing

/// A runner is worth nothing unless it says so when a figure is wrong.
@Suite("Each kind of vector with one field changed")
struct NegativeTwinTests {
    /// One field of all vectors of a kind.
    struct Field: Sendable, CustomTestStringConvertible {
        let kind: any ConformanceVector.Type
        let name: String
        /// The vectors that have the field, as they are stored.
        let vectors: [JSONValue]
        var testDescription: String { "\(kind).\(name)" }
    }

    /// Fields that nothing can be held against: what people read, and numbers that are not on a list.
    static let silent: Set<String> = [
        "NameVector.publication", "SpecimenVector.publication", "ArabicNameVector.printed",
        "RevocationListVector.absent",
    ]
    /// Fields that matter to some vectors only: a command without data is not encrypted, and where a truncated name
    /// is cut as we would, it does not matter that it might have been cut elsewhere.
    static let partial: Set<String> = ["SecureMessagingVector.ksEnc", "NameVector.isTruncated"]

    static func fields() throws -> [Field] {
        try VectorRegistry.all.kinds.flatMap { kind in
            let vectors = try stored(kind)
            let names = Set(vectors.flatMap { $0.fields(missingIn: .object([:])) }).subtracting(["id"])
            return names.sorted().filter { !silent.contains("\(kind).\($0)") }.map { name in
                Field(kind: kind, name: name, vectors: vectors.filter { $0[name] != nil })
            }
        }
    }

    static func stored<Vector: ConformanceVector>(_ kind: Vector.Type) throws -> [JSONValue] {
        try kind.published().map { vector in
            try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(vector))
        }
    }

    static let run = Result { try VectorRun(Repository.testVectors) }

    @Test(arguments: try fields())
    func `is not reproduced`(_ field: Field) throws {
        let run = try Self.run.get()
        // A change leaves what is wrong as wrong as it was.
        let sound = field.vectors.filter { vector in
            vector["expect"] == nil && vector["valid"] != .boolean(false) && vector["allowed"] != .boolean(false)
        }
        let vectors = sound.isEmpty ? field.vectors : sound
        let unnoticed = vectors.filter { vector in
            (vector[field.name]?.changed ?? []).allSatisfy { value in
                run.outcome(of: vector.replacing(field.name, with: value), as: field.kind) == .passed
            }
        }

        #expect(unnoticed.count < vectors.count)
        if !Self.partial.contains(field.testDescription) {
            #expect(unnoticed.compactMap { $0[text: "id"] } == [], "of \(vectors.count)")
        }
    }

    /// Values of every type and of unlikely sizes.
    static let unlikely: [JSONValue] = [
        .text(""), .text("00"), .text("FF"), .text(String(repeating: "A5", count: 7)),
        .text(String(repeating: "FF", count: 300)), .text(String(repeating: "00", count: 70_000)), .text("<<<"),
        .number(-1), .number(0), .number(65_537), .number(1e15), .number(0.5), .boolean(true), .list([]),
        .list([.text("")]), .object([:]), .null,
    ]

    @Test(arguments: try fields())
    func `never traps with an unlikely value in its place`(_ field: Field) throws {
        let run = try Self.run.get()
        let vector = try #require(field.vectors.first)
        for value in Self.unlikely {
            _ = run.outcome(of: vector.replacing(field.name, with: value), as: field.kind)
        }
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name]
    }

    func replacing(_ name: String, with value: JSONValue) -> JSONValue {
        guard case .object(var fields) = self else { return self }
        fields[name] = value
        return .object(fields)
    }

    /// Other values of the same type. A change at the end alone could hit the filling or the signature of a file, one at
    /// the beginning alone a parity bit.
    var changed: [JSONValue] {
        switch self {
        case .null: []
        case .boolean(let value): [.boolean(!value)]
        case .number(let value): [.number(value + 1)]
        case .text(let text): Self.changed(text).map(JSONValue.text)
        case .list(let values):
            [.list(values + [values.last ?? .text("X")])]
                + (values.last?.changed ?? []).map { .list(values.dropLast() + [$0]) }
        case .object(let fields): [.object(fields.mapValues { $0.changed.first ?? $0 })]
        }
    }

    /// The last digit turned by two, and the first; what is no digit is left out.
    private static func changed(_ text: String) -> [String] {
        guard let first = text.first, let last = text.last else { return ["00", "X"] }
        func turned(_ digit: Character) -> String {
            digit.hexDigitValue.map { String($0 ^ 2, radix: 16).uppercased() } ?? ""
        }
        return [text.dropLast() + turned(last), turned(first) + text.dropFirst(), "X" + text]
    }
}
