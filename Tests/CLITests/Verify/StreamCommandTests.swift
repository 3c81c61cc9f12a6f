import Foundation
import TestSupport
import Testing

@Suite("emrtd verify --stream")
struct StreamCommandTests {
    private let temporary = TemporaryFolder()
    private let trust: [String]
    private let reading: String

    init() throws {
        let folder = temporary.url.path(percentEncoded: false)
        _ = try BuiltProgram.run(["demo", "--out", folder + "/demo"])
        _ = try BuiltProgram.run(["simulate", "--trust-out", folder + "/trust"])
        trust = ["verify", "--stream", "--csca", folder + "/trust/csca.cer", "--at", "2026-06-01"]
        reading = try BuiltProgram.run(["evidence", "lines", folder + "/demo/evidence"]).output
    }

    private struct Answer: Decodable {
        struct Fault: Decodable {
            let line: Int
            let code: String
        }

        let id: String?
        let verdict: String?
        let error: Fault?
    }

    private func answers(_ text: String) throws -> [Answer] {
        try text.split(separator: "\n").map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    }

    /// A record of the document, made from its evidence.
    private func record(_ id: String) throws -> String {
        struct Manifest: Decodable {
            struct File: Decodable {
                let name: String
                let sha256: String?
                let base64: String?
            }

            let files: [File]
        }
        let files = try JSONDecoder().decode(Manifest.self, from: Data(reading.utf8)).files
        let sod = files.first { $0.name == "SOD" }?.base64 ?? ""
        let hashes = files.filter { ["DG1", "DG2"].contains($0.name) }.map {
            "\"\($0.name.dropFirst(2))\":\"\($0.sha256 ?? "")\""
        }
        return #"{"id":"\#(id)","sod":"\#(sod)","dataGroupHashes":{\#(hashes.joined(separator: ","))}}"#
    }

    @Test
    func `answers readings and records in order, whoever judges them`() throws {
        var lines: [String] = []
        for number in 0..<600 {
            switch number % 7 {
            case 3: lines.append(#"{"id":"n\#(number)","sod":"?"}"#)
            case 5 where number % 35 == 5: lines.append(String(reading.dropLast()))
            default: lines.append(try record("n\(number)"))
            }
        }
        let input = lines.joined(separator: "\n")  // the last line has no end
        let alone = try BuiltProgram.run(trust + ["--jobs", "1"], input: input)
        let answers = try answers(alone.output)
        #expect(answers.count == 600)
        for (number, answer) in answers.enumerated() {
            if number % 7 == 3 {
                #expect(answer.error?.code == "base64")
                #expect(answer.error?.line == number + 1)
            }
            if number % 35 != 5 { #expect(answer.id == "n\(number)") }
            if answer.error == nil { #expect(answer.verdict == "accepted") }
        }
        #expect(alone.status == 3)
        for jobs in ["2", "16"] {
            let many = try BuiltProgram.run(trust + ["--jobs", jobs], input: input)
            #expect(many.output == alone.output)
            #expect(many.status == alone.status)
        }
    }

    @Test
    func `ends as the worst record does`() throws {
        let good = try record("a")
        #expect(try BuiltProgram.run(trust, input: "").status == 0)
        #expect(try BuiltProgram.run(trust, input: good).status == 0)
        #expect(try BuiltProgram.run(["verify", "--stream"], input: good).status == 2)
        let wrong = good.replacing(#""2":""#, with: #""2":"00"#).replacing(#"00"#, with: "00")
        #expect(try BuiltProgram.run(trust, input: wrong).status == 3)
        let digits = try #require(good.firstRange(of: #""2":""#)).upperBound
        var changed = good
        changed.replaceSubrange(digits...digits, with: good[digits] == "0" ? "1" : "0")
        #expect(try BuiltProgram.run(trust, input: good + "\n" + changed).status == 1)
        #expect(try BuiltProgram.run(trust, input: changed + "\n{").status == 3)
    }

    @Test
    func `passes over blank lines, and counts them`() throws {
        let outcome = try BuiltProgram.run(trust, input: "\n \t\r\n" + (try record("a")) + "\r\n\n{\n")
        let answers = try answers(outcome.output)
        #expect(answers.count == 2)
        #expect(answers.first?.verdict == "accepted")
        #expect(answers.last?.error?.line == 5)
    }

    @Test
    func `says how many there were, and how fast`() throws {
        let input = try record("a") + "\n" + record("b") + "\n{\n"
        let outcome = try BuiltProgram.run(trust + ["--stats", "--jobs", "1"], input: input)
        #expect(outcome.errors.hasPrefix("emrtd: stats: records 3, accepted 2, undecided 0, rejected 0, errors 1, "))
        #expect(outcome.errors.hasSuffix(", signers known 1\n"))
    }

    @Test
    func `puts reports into answers where that is asked for`() throws {
        let brief = try BuiltProgram.run(trust, input: reading).output
        let whole = try BuiltProgram.run(trust + ["--reports"], input: reading).output
        #expect(!brief.contains("transactionId"))
        #expect(whole.contains(#""report":{"answers":"#))
        #expect(try BuiltProgram.run(trust + ["--reports"], input: reading).output == whole)
    }

    @Test
    func `answers a line that has no end, and holds no more of it than the limit`() throws {
        let command = """
            { head -c 300000000 /dev/zero | tr '\\0' x; echo; cat '\(path("line"))'; } | \
            '\(BuiltProgram.executable.path(percentEncoded: false))' \
            \(trust.joined(separator: " ")) --stats --jobs 2
            """
        try Data(record("a").utf8).write(to: URL(filePath: path("line")))
        let outcome = try shell(command)
        let answers = try answers(outcome.output)
        #expect(answers.map { $0.error?.code } == ["lineTooLong", nil])
        let memory = outcome.errors.split(separator: "peak memory ").last?.split(separator: " ").first.flatMap {
            Int($0)
        }
        let peak = try #require(memory)
        #expect(peak < 220, "\(outcome.errors)")
    }

    @Test
    func `ends where nobody takes the answers`() throws {
        try Data((try record("a") + "\n").utf8).write(to: URL(filePath: path("line")))
        let line = "while cat '\(path("line"))'; do :; done"
        let program = "'\(BuiltProgram.executable.path(percentEncoded: false))' \(trust.joined(separator: " "))"
        for jobs in [1, 4] {
            let outcome = try shell(
                "{ \(line); } 2>/dev/null | \(program) --jobs \(jobs) | head -n 1; echo ${PIPESTATUS[1]}")
            #expect(outcome.output.hasSuffix("}\n0\n"), "\(outcome.output.suffix(200))")
            #expect(outcome.errors == "")
        }
        let full = try BuiltProgram.run(trust, input: record("a"), device: "/dev/full")
        #expect(full.status == 3)
        #expect(full.errors.contains("No space left on device"))
    }

    @Test(arguments: [1, 4])
    func `answers what came although more is to come, and ends at Ctrl-C`(jobs: Int) throws {
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = trust + ["--jobs", "\(jobs)"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        for id in ["a", "b"] {
            try input.fileHandleForWriting.write(contentsOf: Data((try record(id) + "\n").utf8))
            let came = try answers(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
            #expect(came.map(\.id) == [id])
        }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
        #expect(words == "emrtd: error: interrupted, so the rest was left out\n")
        try input.fileHandleForWriting.close()
    }

    @Test(arguments: [1, 4])
    func `drops the rest of a line at Ctrl-C, and takes it at the end of the input`(jobs: Int) throws {
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = trust + ["--jobs", "\(jobs)"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        let whole = try record("a") + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data((whole + whole.prefix(500)).utf8))
        let came = try answers(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self))
        #expect(came.map(\.id) == ["a"])
        // What is left of the second line was taken in together with the first, or is by now.
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        #expect(output.fileHandleForReading.availableData.isEmpty)
        try input.fileHandleForWriting.close()

        let ended = try answers(BuiltProgram.run(trust, input: whole + whole.prefix(500)).output)
        #expect(ended.map { $0.error?.code } == [nil, "notJSON"])
    }

    @Test
    func `ends without input where standard input is closed`() throws {
        let program = "'\(BuiltProgram.executable.path(percentEncoded: false))' \(trust.joined(separator: " "))"
        let outcome = try shell("timeout -s KILL 60 \(program) --stats <&-; echo $?")
        #expect(outcome.output == "0\n")
        #expect(outcome.errors.hasPrefix("emrtd: stats: records 0,"), "\(outcome.errors)")
        try Data(record("a").utf8).write(to: URL(filePath: path("line")))
        let lost = try shell("timeout -s KILL 60 \(program) <'\(path("line"))' >&-; echo $?")
        #expect(lost.output == "3\n")
        #expect(lost.errors.contains("Bad file descriptor"), "\(lost.errors)")
    }

    @Test(arguments: [
        (["verify"], "missing EVIDENCE"), (["verify", "--stream", "x"], "--stream reads standard input alone"),
        (["verify", "--stream", "--report", "x.html"], "--report takes one reading, and a stream has many"),
        (["verify", "--stream", "--reports", "--brief"], "--reports and --brief exclude each other"),
        (["verify", "x", "--stats"], "--stats is for --stream"),
        (["verify", "x", "--jobs", "2"], "--jobs is for --stream"),
        (["verify", "--stream", "--jobs", "0"], "--jobs"),
    ])
    func `refuses what does not go together`(arguments: [String], words: String) throws {
        let outcome = try BuiltProgram.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test
    func `prints the schema of an answer`() throws {
        let schema = try BuiltProgram.run(["report", "schema", "--format", "stream"]).output
        let validator = try SchemaValidator(schema)
        for line in try BuiltProgram.run(trust + ["--reports"], input: reading + "{\n" + record("a")).output.split(
            separator: "\n")
        {
            #expect(try validator.faults(in: String(line)) == [])
        }
    }

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    private func shell(_ command: String) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        let (output, errors) = (path("output"), path("errors"))
        for file in [output, errors] { try Data().write(to: URL(filePath: file)) }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
        try process.run()
        process.waitUntilExit()
        return (
            try String(contentsOf: URL(filePath: output), encoding: .utf8),
            try String(contentsOf: URL(filePath: errors), encoding: .utf8)
        )
    }
}
