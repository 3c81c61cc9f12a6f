/// A case of a publication that our code is held against.
///
/// Its stored properties are the fields of the file, all of them: a field that the type does not have fails the vector,
/// since nothing would compare it.
package protocol ConformanceVector: Codable, Sendable, CustomStringConvertible {
    /// Where such vectors lie below the folder of all: folders, which end in `/`, and single files.
    static var places: [String] { get }

    /// Names the vector within its file.
    var id: String { get }

    /// What the cryptographic library must have, by the names of `CryptographicLibrary.missingAlgorithms`; without it
    /// the vector is skipped.
    var requiredAlgorithms: [String] { get }

    /// Runs our code on the vector and compares every figure.
    ///
    /// - Throws: `Mismatch`; `Unavailable` where the vector is to be skipped; or the error with which our code refused what
    ///   it should take.
    func check() throws
}

extension ConformanceVector {
    package var requiredAlgorithms: [String] { [] }
    package var description: String { id }
}

/// A vector cannot be run in this installation, for this reason.
package struct Unavailable: Error, Hashable, Sendable {
    package let reason: String
}

/// A figure that our code does not reproduce.
package struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The figure: `mac`, `ksEnc`.
    package let subject: String
    package let expected: String
    package let found: String

    package init(_ subject: String, expected: String, found: String) {
        self.subject = subject
        self.expected = expected
        self.found = found
    }

    package var description: String { "\(subject): expected \(expected), found \(found)" }
}

/// Compares a figure with the published one.
package func compare<Value: Equatable>(_ subject: String, _ found: Value, with expected: Value) throws(Mismatch) {
    guard found != expected else { return }
    throw Mismatch(subject, expected: legible(expected), found: legible(found))
}

/// Refuses a figure with which our code could not even be called: a key of another length, say.
package func require<Value>(
    _ subject: String, _ value: Value, is wanted: String, _ condition: (Value) -> Bool
) throws(Mismatch) {
    guard condition(value) else { throw Mismatch(subject, expected: wanted, found: legible(value)) }
}

/// Runs what must fail, and compares the error.
package func compareFailure<Value, Failure: Error & Equatable>(
    _ subject: String, with expected: Failure, _ body: () throws -> Value
) throws(Mismatch) {
    do {
        _ = try body()
    } catch let error as Failure where error == expected {
        return
    } catch {
        throw Mismatch(subject, expected: "the failure \(expected)", found: "the failure \(error)")
    }
    throw Mismatch(subject, expected: "the failure \(expected)", found: "success")
}
