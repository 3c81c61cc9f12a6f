package import ByteCoding
import Standards

/// A file of a chip that decodes to the figures beside it, or fails as it must.
package protocol DecodingVector: ConformanceVector {
    associatedtype Value
    /// The name of the failure; nil where the file decodes.
    var expect: String? { get }
    /// Decodes the stored bytes.
    func decoded() throws(DecodingFailure) -> Value
    /// Compares every figure.
    func compareFields(of value: Value) throws
}

extension DecodingVector {
    package func check() throws {
        let value: Value
        do {
            value = try decoded()
        } catch {
            return try compare("failure", error.reason.caseName, with: expect ?? "none: \(error)")
        }
        try compare("failure", nil, with: expect)
        try compareFields(of: value)
    }
}

extension DecodingFailure.Reason {
    /// The name of the case, as vectors write it.
    package var caseName: String {
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

/// Compares the codes of the notes about tolerated deviations.
func compare(notes: [Reason], with codes: [String]?) throws(Mismatch) {
    try compare("notes", notes.map(\.code), with: codes)
}
