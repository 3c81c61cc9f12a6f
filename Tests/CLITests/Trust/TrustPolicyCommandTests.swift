import Foundation
import Report
import TestSupport
import Testing

@Suite("emrtd trust policy")
struct TrustPolicyCommandTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "policy-\(UUID().uuidString)")

    private func file(_ text: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "desk.json")
        try Data(text.utf8).write(to: file)
        return file.path()
    }

    @Test func `prints the policies side by side, as they are checked in`() throws {
        let outcome = try BuiltProgram.run(["trust", "policy"])
        #expect(outcome.status == 0)
        #expect(try Golden.difference(outcome.output, "cli/trust-policy.txt") == nil)
    }

    @Test func `prints a policy as a file that judges the same and is named in the report`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let printed = try BuiltProgram.run(["trust", "policy", "operational", "--json"])
        let path = try file(printed.output)
        let judged = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--policy", path, "--json"])
        let report = try InspectionReport(json: judged.output)
        #expect(report.policy.name == "my-operational" && report.policy.base == "operational")
        #expect(report.policy.sha256?.count == 64)
        let shown = try BuiltProgram.run(["trust", "policy", path])
        #expect(shown.output.hasPrefix("my-operational, based on operational, SHA-256 \(report.policy.sha256 ?? "")"))
    }

    @Test(arguments: [
        (#"{"name": "a", "rulings": {"weakHsh": "fails"}}"#, "did you mean 'weakHash'?"),
        (#"{"name": "a", "obligations": {"aa.chp": "optional"}}"#, "did you mean 'aa.chip'?"),
        (#"{"name": "a", "validityTime": "xxxxxxxx"}"#, "known: now, signing"),
        ("[]", "print one to start from: emrtd trust policy operational --json"),
    ])
    func `says what nobody knows, and what was meant`(text: String, hint: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try BuiltProgram.run(["verify", folder.path(), "--policy", file(text)])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("hint: \(hint)"), "\(outcome.errors)")
    }

    @Test func `says that a policy is none`() throws {
        let outcome = try BuiltProgram.run(["trust", "policy", "strickt"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'strickt' is no policy and no file"))
        #expect(outcome.errors.contains("did you mean 'strict'?"))
        #expect(try BuiltProgram.run(["trust", "policy", "--json"]).status == 64)
    }
}
