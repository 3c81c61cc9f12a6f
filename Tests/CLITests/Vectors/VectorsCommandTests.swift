import Foundation
import FoundationXML
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

    @Test
    func `runs the conformity suite, and says what it is derived from and what is open`() throws {
        let outcome = try BuiltProgram.run(["vectors", "run", "--suite", "tr03105-5.1"])

        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(try Golden.difference(outcome.output, "cli/vectors/suite.txt") == nil)
    }

    @Test
    func `shows what came of one case under each policy`() throws {
        let outcome = try BuiltProgram.run(
            ["vectors", "run", "--suite", "tr03105-5.1", "--case", "lds_h_61", "--case", "LDS_K"])

        #expect(outcome.status == 0)
        #expect(try Golden.difference(outcome.output, "cli/vectors/case.txt") == nil)
    }

    @Test
    func `prints the suite as JSON, judged by one policy`() throws {
        let outcome = try BuiltProgram.run(
            ["vectors", "run", "--suite", "tr03105-5.1", "--policy", "operational", "--case", "LDS_H_61", "--json"])

        #expect(outcome.status == 0)
        #expect(try Golden.difference(outcome.output, "cli/vectors/case.json") == nil)
    }

    @Test
    func `writes vectors and suites as JUnit XML, in place of an earlier run`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "emrtd-junit-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let vectors = try run(["cryptography/cmac/mine.json": Self.mac], "--junit", file.path())
        let first = try XMLDocument(contentsOf: file)
        let suite = try BuiltProgram.run(
            ["vectors", "run", "--suite", "tr03105-5.1", "--case", "LDS_I", "--junit", file.path()])
        let second = try XMLDocument(contentsOf: file)

        #expect(vectors.status == 1 && suite.status == 0)
        #expect(try first.nodes(forXPath: "//testcase").count == 2)
        #expect(try first.nodes(forXPath: "//testcase[@classname='cryptography.cmac.mine']/failure").count == 1)
        #expect(try second.nodes(forXPath: "/testsuites/testsuite/testcase").count == 9)
        #expect(try second.nodes(forXPath: "//failure").isEmpty)
    }

    @Test(arguments: [
        (["--case", "LDS_H_61"], "'--case' belongs to '--suite'"),
        (["--policy", "strict"], "'--policy' belongs to '--suite'"),
        (["--suite", "tr03105-5.1", "--dir", "TestVectors"], "'--dir' belongs to vectors"),
        (["--suite", "tr03105-5.1", "--case", "LDS_H_99"], "the catalogue has no case 'LDS_H_99'"),
        (["--suite", "tr03105"], "did you mean 'tr03105-5.1'?"),
    ])
    func `refuses options that do not belong together`(_ options: [String], _ message: String) throws {
        let outcome = try BuiltProgram.run(["vectors", "run"] + options)

        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message))
    }

    @Test
    func `says where the results could not be written`() throws {
        let outcome = try BuiltProgram.run(
            ["vectors", "run", "--suite", "tr03105-5.1", "--case", "LDS_H_61", "--junit", "/nowhere/results.xml"])

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: '/nowhere/results.xml' cannot be written"))
    }
}
