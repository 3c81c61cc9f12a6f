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

    @Test
    func `refuses what is no trace`() throws {
        let outcome = try BuiltProgram.run(["trace", "show", "-"], input: "nonsense")
        #expect(outcome.status == 3)
        #expect(outcome.errors == "emrtd: error: '-': this is no trace file\n")
    }
}
