import Foundation
import Inspection
import Trust

/// A policy as a user names it: one of this program, or a file.
enum PolicyInput {
    private static let byteLimit = 1 << 20

    /// The policy of a name, or of a file where there is no such name.
    static func policy(_ text: String, command: Command) throws -> TrustPolicy {
        if let name = TrustPolicy.Name(rawValue: text) { return TrustPolicy(name: name) }
        let names = TrustPolicy.Name.allCases.map(\.rawValue)
        guard FileManager.default.fileExists(atPath: text) else {
            let meant = Suggestion.closest(to: text, among: names)
            throw UsageError(
                "'\(text)' is no policy and no file",
                hint: meant.map { "did you mean '\($0)'?" } ?? "policies: \(names.joined(separator: ", "))",
                command: command)
        }
        try RegularFile.require(text)
        let content: [UInt8]
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: text))
            defer { try? file.close() }
            content = Array(try file.read(upToCount: byteLimit + 1) ?? Data())
        } catch {
            throw CommandError("'\(text)' cannot be read")
        }
        guard content.count <= byteLimit else { throw CommandError("'\(text)' is too large for a policy") }
        do { return try TrustPolicy(file: content, checks: PolicyTable.checks) } catch {
            throw CommandError("'\(text)' is no policy: \(error)", hint: hint(error))
        }
    }

    private static func hint(_ error: PolicyFileError) -> String? {
        guard case .unknown(let kind, let name, let candidates) = error else {
            return "print one to start from: emrtd trust policy operational --json"
        }
        if let meant = Suggestion.closest(to: name, among: candidates) { return "did you mean '\(meant)'?" }
        return candidates.count <= 8
            ? "known: \(candidates.joined(separator: ", "))"
            : "every \(kind.rawValue) is in: emrtd trust policy operational --json"
    }
}
