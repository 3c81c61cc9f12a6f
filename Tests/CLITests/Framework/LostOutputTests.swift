import Foundation
import Report
import TestSupport
import Testing

@Suite("Results that do not arrive, and words that would steer a terminal")
struct LostOutputTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    @Test(arguments: [["demo"], ["demo", "--json"], ["report", "schema"], ["--help"], ["completions", "bash"]])
    func `fails where standard output takes nothing`(arguments: [String]) throws {
        let outcome = try BuiltProgram.run(arguments, device: "/dev/full")

        #expect(outcome.status == 3)
        #expect(
            outcome.errors.hasSuffix(
                """
                emrtd: error: the result could not be written to standard output: No space left on device
                hint: what was printed is not complete

                """))
    }

    @Test func `judges no further where nobody takes the answers`() throws {
        _ = try BuiltProgram.run(["demo", "--out", path("demo")])
        let line = try BuiltProgram.run(["evidence", "lines", path("demo/evidence")]).output
        let outcome = try BuiltProgram.run(
            ["verify", "-", "--json"], input: line + "{\n" + line, device: "/dev/full")

        #expect(outcome.status == 3)
        #expect(
            outcome.errors
                == "emrtd: error: standard output takes nothing more, so the rest was left out: No space left on device\n"
        )
    }

    @Test func `takes a pipe that is closed early for what it is`() throws {
        let outcome = try shell("'\(BuiltProgram.executable.path())' demo | true; echo ${PIPESTATUS[0]}")
        #expect(outcome == "0\n")
    }

    @Test func `prints the report where a file of it cannot be written`() throws {
        let outcome = try BuiltProgram.run([
            "inspect", "--simulated", "specimen", "--json", "--report", "/proc/none/report.html", "--report",
            path("report.txt"),
        ])

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: '/proc/none/report.html' cannot be written"))
        #expect(try InspectionReport(json: outcome.output).verdict == .undecided)
        #expect(FileManager.default.fileExists(atPath: path("report.txt")))
    }

    @Test(arguments: [["--out", "/proc/evidence"], ["--keep"], ["--full-trace", "/proc/trace.jsonl"]])
    func `prints the report where nothing of the read can be kept`(arguments: [String]) throws {
        let outcome = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--json"] + arguments, environment: ["XDG_STATE_HOME": "/proc"])

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: '/proc/"))
        #expect(try InspectionReport(json: outcome.output).verdict == .undecided)
    }

    @Test(arguments: ["", "\n \r\n\n"]) func `says that there is no reading`(input: String) throws {
        let outcome = try BuiltProgram.run(["verify", "-"], input: input)

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: there is no reading in standard input\nhint: "))
    }

    @Test func `shows names without what a terminal would obey`() throws {
        let outcome = try BuiltProgram.run(["verify", "/none/\u{1B}[31m\u{9B}x\u{202E}\n", "--json"])

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: there is no '/none/\u{FFFD}[31m\u{FFFD}x\u{FFFD}\u{FFFD}'"))
        #expect(outcome.output.contains("there is no '/none/\\u001b[31m\\u009Bx\\u202E\\n'"))
    }

    @Test func `says in the system's words what standard input lacks`() throws {
        let program = BuiltProgram.executable.path()
        #expect(
            try shell("'\(program)' mrz check < / 2>&1")
                == "emrtd: error: standard input cannot be read: Is a directory\n")
        #expect(
            try shell("'\(program)' manual --out /proc/none 2>&1").hasPrefix(
                "emrtd: error: pages cannot be written into '/proc/none/': "))
    }

    private func shell(_ command: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
