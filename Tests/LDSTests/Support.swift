import ByteCoding
import Standards
import Testing

extension DecodingFailure.Reason {
    /// The name of the case, as vectors write it.
    var caseName: String {
        switch self {
        case .truncated: "truncated"
        case .oversizedTag: "oversizedTag"
        case .oversizedLength: "oversizedLength"
        case .indefiniteLength: "indefiniteLength"
        case .unexpectedTag: "unexpectedTag"
        case .trailingBytes: "trailingBytes"
        case .tooComplex: "tooComplex"
        case .invalidValue: "invalidValue"
        case .missing: "missing"
        }
    }
}

extension Array where Element == UInt8 {
    /// Bytes from hexadecimal digits; empty where they are none.
    init(hex: String) {
        self = Hexadecimal.decode(hex) ?? []
    }

    var hex: String { Hexadecimal.encode(self) }
}

extension Array where Element == Reason {
    var codes: [String] { map(\.code) }
}

/// A vector that decodes to a summary, or fails.
protocol DecodingVector: Decodable, Sendable, CustomTestStringConvertible {
    var id: String { get }
    var expect: String? { get }
}

extension DecodingVector {
    var testDescription: String { id }

    /// Runs a decoder and compares a failure with the expected one; nil where it failed as it should.
    func decode<Value>(_ decoder: () throws(DecodingFailure) -> Value) -> Value? {
        do {
            let value = try decoder()
            #expect(expect == nil, "\(id) decodes, though it must not")
            return value
        } catch {
            #expect(error.reason.caseName == expect, "\(id): \(error)")
            return nil
        }
    }
}
