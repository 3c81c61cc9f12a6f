import Foundation
import Report
import TestSupport
import Testing

@Suite("emrtd report")
struct ReportCommandTests {
    private static func golden(_ name: String) -> URL {
        Repository.golden.appending(path: "report/\(name)")
    }

    @Test(arguments: ["accepted", "undecided", "rejected"]) func `shows a stored report`(name: String) throws {
        let outcome = try BuiltProgram.run(["report", "render", Self.golden("\(name).json").path()])

        #expect(outcome.status == 0)
        #expect(try outcome.output == String(contentsOf: Self.golden("\(name).txt"), encoding: .utf8))
    }

    @Test func `writes pages for this user alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let json = try String(contentsOf: Self.golden("rejected.json"), encoding: .utf8)
        let files = ["a/report.html", "a/report.json"].map { folder.appending(path: $0) }
        let outcome = try BuiltProgram.run(
            ["report", "render", "-", "--json"] + files.flatMap { ["--report", $0.path()] }, input: json)

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == json)
        #expect(
            try String(contentsOf: files[0], encoding: .utf8)
                == String(contentsOf: Self.golden("rejected.html"), encoding: .utf8))
        #expect(try String(contentsOf: files[1], encoding: .utf8) == json)
        let mode = try FileManager.default.attributesOfItem(atPath: files[0].path())[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `names the holder in a log where it is asked to, in a file too`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let report = Self.golden("accepted.json").path()
        func log(_ options: String...) throws -> String {
            let file = folder.appending(path: "log.tr03135.json")
            let outcome = try BuiltProgram.run(["report", "render", report, "--report", file.path()] + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return try String(contentsOf: file, encoding: .utf8)
        }
        let full = try BuiltProgram.run(
            ["report", "render", report, "--format", "tr03135-json", "--profile", "full"])
        #expect(try log("--profile", "full") == full.output)
        #expect(try log() != full.output)
        let refused = try BuiltProgram.run(["report", "render", report, "--profile", "full"])
        #expect(refused.status == 64 && refused.errors.contains("ends in .tr03135.json"))
    }

    @Test func `refuses a report whose verdict was altered`() throws {
        let json = try String(contentsOf: Self.golden("rejected.json"), encoding: .utf8)
        let altered = json.replacingOccurrences(of: "\"verdict\" : \"rejected\"", with: "\"verdict\" : \"accepted\"")
        let outcome = try BuiltProgram.run(["report", "render", "-"], input: altered)

        #expect(outcome.status == 3)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "emrtd: error: '-' is no report: the report says 'accepted' and its checks say 'rejected': it was altered\n"
        )
    }

    @Test(arguments: ["apduCount", "microseconds", "sentByteCount"], [Int.max, -1])
    func `refuses a report with a cost that cannot be`(member: String, value: Int) throws {
        let json = try String(contentsOf: Self.golden("accepted.json"), encoding: .utf8)
        let altered = json.replacing(#/"(\w+)" : \d+/#) { $0.1 == member ? "\"\(member)\" : \(value)" : String($0.0) }
        let outcome = try BuiltProgram.run(["report", "render", "-"], input: altered)

        #expect(outcome.status == 3)
        #expect(
            outcome.errors
                == "emrtd: error: '-' is no report: the report has no valid member 'reading.steps[0].\(member)'\n")
    }

    @Test func `looks at the names of files before it works`() throws {
        let outcome = try BuiltProgram.run(["report", "render", "none.json", "--report", "x.pdf"])

        #expect(outcome.status == 64)
        #expect(
            outcome.errors.hasPrefix(
                "emrtd: error: '--report x.pdf' ends in none of .html, .json, .txt and .tr03135.json\n"
                    + "hint: "))
    }

    @Test func `says in JSON what went wrong, for a program that reads JSON`() throws {
        let outcome = try BuiltProgram.run(["report", "render", "none.json", "--json"])

        #expect(outcome.status == 3)
        #expect(
            outcome.output == """
                {
                  "error" : {
                    "exitStatus" : 3,
                    "message" : "there is no 'none.json'"
                  }
                }

                """)
    }

    @Test func `prints the schema`() throws {
        #expect(try BuiltProgram.run(["report", "schema"]).output == InspectionReport.jsonSchema)
    }

    @Test func `prints its version and the overview`() throws {
        #expect(try BuiltProgram.run(["--version"]).output == "emrtd 0.1.0\n")
        #expect(try BuiltProgram.run(["--help"]).status == 0)
        #expect(try BuiltProgram.run([]).status == 64)
        let unknown = try BuiltProgram.run(["reprot", "render"])
        #expect(unknown.status == 64)
        #expect(unknown.errors == "emrtd: error: there is no command 'reprot'\nhint: did you mean 'emrtd report'?\n")
    }
}
