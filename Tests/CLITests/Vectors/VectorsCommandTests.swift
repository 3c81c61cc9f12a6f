import Foundation
import TestSupport
import Testing

@Suite("emrtd vectors run")
struct VectorsCommandTests {
    private static let mac = """
        {"format": 1, "source": "NIST SP 800-38B", "vectors": [
        {"id": "empty", "key": "2B7E151628AED2A6ABF7158809CF4F3C", "message": "", "mac": "BB1D6929E95937287FA37D129B756746"},
        {"id": "wrong", "key": "2B7E151628AED2A6ABF7158809CF4F3C", "message": "", "mac": "BB1D6929E95937287FA37D129B756747"}
        ]}
        """

    /// Runs over a folder of these files.
    private func run(_ files: [String: String], _ options: String...) throws -> BuiltProgram.Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-vectors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try BuiltProgram.run(["vectors", "run", "--dir", folder.path()] + options)
    }

    @Test
    func `passes all that comes with the program`() throws {
        let outcome = try BuiltProgram.run(["vectors", "run", "--dir", Repository.testVectors.path(), "--json"])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])

        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(report["failed"] as? Int == 0 && report["skipped"] as? Int == 0)
        #expect(report["passed"] as? Int ?? 0 > 1200)
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(files.allSatisfy { ($0["source"] as? String)?.isEmpty == false })
    }

    @Test
    func `prints a table, what failed and what holds no vectors, and ends with status 1`() throws {
        let outcome = try run(["cryptography/cmac/mine.json": Self.mac, "new.json": "{}", "README.md": "#"])

        #expect(outcome.status == 1)
        #expect(try Golden.difference(outcome.output, "cli/vectors/run.txt") == nil)
    }

    @Test
    func `prints the same as JSON`() throws {
        let outcome = try run(
            ["cryptography/cmac/mine.json": Self.mac, "new.json": "{}", "README.md": "#"], "--json")

        #expect(outcome.status == 1)
        #expect(try Golden.difference(outcome.output, "cli/vectors/run.json") == nil)
    }

    @Test
    func `says where nothing can be run`() throws {
        let empty = try run([:])
        #expect(empty.status == 3 && empty.errors.contains("holds no vectors"))

        let missing = try BuiltProgram.run(["vectors", "run", "--dir", "/nowhere"])
        #expect(missing.status == 3)
        #expect(missing.errors.hasPrefix("emrtd: error: there is no folder '/nowhere'\nhint: "))

        let file = try BuiltProgram.run(["vectors", "run", "--dir", "/etc/passwd"])
        #expect(file.status == 3 && file.errors.contains("'/etc/passwd' is no folder"))
    }

    @Test(.enabled(if: Repository.hasShared))
    func `runs the profile of the BSI reference data set where its files are`() throws {
        let base = Repository.shared.appending(path: "data/bsi-tr03105-5").path()
        let outcome = try BuiltProgram.run([
            "vectors", "run", "--dir", Repository.testVectors.path(), "--base", base, "--json",
        ])

        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"file\" : \"profiles/bsi-tr03105-5.json\",\n      \"passed\" : 1"))
    }
}
