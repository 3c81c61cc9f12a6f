import ByteCoding
import CardTransport
import Foundation
import Standards
import TestSupport
import Testing

@Suite("emrtd trace")
struct TraceCommandTests {
    private static func trace(_ detail: Trace.Detail) -> Trace {
        let select = CommandAPDU(ins: 0xA4, p1: 4, p2: 0x0C, data: [0xA0, 0, 0, 2, 0x47, 0x10, 1])
        let read = CommandAPDU(cla: 0x0C, ins: 0xB0, p1: 0x9E, p2: 0, data: [0xC0, 0xFF, 0xEE], expectedCount: 256)
        let full = Trace(
            detail: .full, startedAt: Timestamp(secondsSince1970: 1_750_000_000), readerName: "Reader 00 00",
            answerToReset: [0x3B, 0x80],
            events: [
                .reset(failure: nil, duration: .milliseconds(20)),
                .step("COM"),
                .random(.bytes([0xBA, 0xBE])),
                .exchange(
                    Trace.Exchange(
                        command: Trace.Command(select), outcome: .answer(.bytes([]), .success),
                        duration: .microseconds(1250))),
                .exchange(
                    Trace.Exchange(
                        command: Trace.Command(read), outcome: .answer(.bytes([0xC0, 0xFF, 0xEE]), .success),
                        duration: .microseconds(10_000))),
                .exchange(
                    Trace.Exchange(
                        command: Trace.Command(read), outcome: .failure(.cardRemoved), duration: .microseconds(500))),
                .reconnect(answerToReset: [0x3B, 0x80], failure: nil, duration: .seconds(2)),
            ])
        return detail == .full ? full : full.redacted
    }

    private static func run(_ arguments: [String], _ detail: Trace.Detail) throws -> BuiltProgram.Outcome {
        let text = String(decoding: trace(detail).fileContent, as: UTF8.self)
        return try BuiltProgram.run(["trace", "show", "-"] + arguments, input: text)
    }

    @Test(arguments: [
        ([], Trace.Detail.redacted, "redacted.txt"),
        ([], .full, "full.txt"),
        (["--show-secrets"], .full, "secrets.txt"),
        (["--json"], .redacted, "redacted.json"),
        (["--json", "--show-secrets"], .full, "secrets.json"),
    ])
    func `shows commands, answers and costs`(_ arguments: [String], _ detail: Trace.Detail, _ file: String) throws {
        let outcome = try Self.run(arguments, detail)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try Golden.difference(outcome.output, "cli/trace/\(file)") == nil)
        #expect(outcome.output.contains("C0FFEE") == arguments.contains("--show-secrets"))
    }

    @Test(arguments: ["-1", "9223372036854775807", "1000000000001"])
    func `refuses a time that nothing takes`(microseconds: String) throws {
        let text = String(decoding: Self.trace(.redacted).fileContent, as: UTF8.self)
        let altered = text.replacingOccurrences(of: "\"microseconds\":1250", with: "\"microseconds\":\(microseconds)")
        for arguments in [["trace", "show", "-"], ["trace", "show", "-", "--json"]] {
            let outcome = try BuiltProgram.run(arguments, input: altered)
            #expect(outcome.status == 3)
            #expect(outcome.errors == "emrtd: error: '-': line 5 is no line of a trace\n")
        }
    }

    @Test
    func `shows no escape sequences of a file`() throws {
        var trace = Self.trace(.redacted)
        trace.readerName = "Reader\u{1B}[31m\u{9B}"
        trace.events.append(.step("\u{1B}]0;x\u{7}\u{202E}"))
        let outcome = try BuiltProgram.run(
            ["trace", "show", "-"], input: String(decoding: trace.fileContent, as: UTF8.self))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Reader\u{FFFD}[31m\u{FFFD}"))
        #expect(!outcome.output.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"].contains($0) })
    }

    @Test
    func `refuses what is no trace`() throws {
        let outcome = try BuiltProgram.run(["trace", "show", "-"], input: "nonsense")
        #expect(outcome.status == 3)
        #expect(outcome.errors == "emrtd: error: '-': this is no trace file\n")
    }

    @Test
    func `replays what inspect recorded, with the same key and options only`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "trace.jsonl").path()
        let lines = try BuiltProgram.run(["simulate", "--print-mrz"]).output
        let evidence = folder.appending(path: "evidence").path()
        let inspection = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--skip-portrait", "--full-trace", file, "--out", evidence])
        #expect(inspection.status == 2, "\(inspection.errors)")
        #expect(inspection.errors.contains("keep it like the document itself"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let kept = try String(contentsOfFile: evidence + "/trace.jsonl", encoding: .utf8)
        #expect(kept.contains(#""detail":"redacted""#))

        let replay = try BuiltProgram.run(["trace", "replay", file, "--mrz", "-", "--skip-portrait"], input: lines)
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(replay.output.contains("\nSOD"))
        #expect(replay.output.contains("complete; the whole trace was played"))

        let json = try BuiltProgram.run(["trace", "replay", file, "--mrz", "-", "--json"], input: lines)
        #expect(json.status == 2)
        #expect(json.output.contains(#""ending" : "notInTrace:"#))

        let redacted = try BuiltProgram.run(["trace", "replay", evidence + "/trace.jsonl", "--mrz", "-"], input: lines)
        #expect(redacted.status == 3)
        #expect(redacted.errors.contains("it can be shown, not replayed\nhint: record one with"))
    }
}
