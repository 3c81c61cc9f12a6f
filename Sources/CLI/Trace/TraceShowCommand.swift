import ByteCoding
import CardTransport
import Foundation
import Report
import Standards

extension Command {
    static let traceShow = Command(
        "trace", "show",
        summary: "print what went between reader and chip",
        discussion:
            "Each command with its answer and the time it took, then what each step cost. A full trace is shown "
            + "as a redacted one, with lengths in the place of data, unless --show-secrets is given: its data are those "
            + "of the document, and all that its session keys are made of.",
        operands: [Operand("FILE", "a trace, or - for standard input")],
        options: [
            .flag("show-secrets", "print the data of a full trace"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd trace show evidence/trace.jsonl", "the commands of a read, and the cost of each step")
        ]
    ) { invocation in
        let trace = try TraceFile.read(invocation.operands[0])
        let shown = invocation[flag: "show-secrets"] ? trace : trace.redacted
        if invocation[flag: "json"] {
            try Terminal.printJSON(TraceView(shown, detail: trace.detail))
        } else {
            Terminal.print(TraceText.lines(of: shown, detail: trace.detail).joined(separator: "\n"))
        }
        return .success
    }
}

/// The text form of a trace.
private enum TraceText {
    static func lines(of trace: Trace, detail: Trace.Detail) -> [String] {
        var lines = head(of: trace, detail: detail)
        var number = 0
        for event in trace.events {
            if case .exchange = event { number += 1 }
            lines.append(line(of: event, number: number))
        }
        return lines + [""] + costs(of: trace)
    }

    private static func head(of trace: Trace, detail: Trace.Detail) -> [String] {
        let kind = detail == .full ? "full trace: it holds personal data and session keys" : "redacted trace"
        let place = [trace.readerName.map(SafeText.clean), trace.startedAt?.description].compactMap { $0 }.joined(
            separator: ", ")
        let atr = trace.answerToReset.isEmpty ? [] : ["answer to reset \(Hexadecimal.encode(trace.answerToReset))"]
        return [kind] + (place.isEmpty ? [] : [place]) + atr + [""]
    }

    private static func line(of event: Trace.Event, number: Int) -> String {
        switch event {
        case .step(let name): "\(SafeText.clean(name)):"
        case .random(let payload): "      random [\(text(of: payload))]"
        case .limit(let limit): "      the reader carries commands of \(limit) bytes from here on"
        case .reset(let failure, let duration):
            "      reset\(failure.map { ": \($0)" } ?? "")  \(milliseconds(duration))"
        case .reconnect(let answerToReset, let failure, let duration):
            "      reconnection: \(failure.map { "\($0)" } ?? Hexadecimal.encode(answerToReset))  \(milliseconds(duration))"
        case .readerPACE(let run):
            "      PACE by the reader, with password \(run.passwordNumber): \(text(of: run.outcome))  \(milliseconds(run.duration))"
        case .exchange(let exchange):
            "\(pad("\(number)", 5)) \(text(of: exchange.command)) → \(text(of: exchange.outcome))  "
                + milliseconds(exchange.duration)
        }
    }

    private static func text(of command: Trace.Command) -> String {
        let name = CommandNames.name(of: command).map { " \($0)" } ?? ""
        let data = command.data.count == 0 ? "" : " [\(text(of: command.data))]"
        let expected = command.expectedCount.map { " Ne \($0)" } ?? ""
        return Hexadecimal.encode(command.header) + name + data + expected
    }

    private static func text(of outcome: Trace.Outcome) -> String {
        switch outcome {
        case .failure(let error): "\(error)"
        case .answer(let data, let status): (data.count == 0 ? "" : "[\(text(of: data))] ") + "\(status)"
        }
    }

    private static func text(of outcome: Trace.ReaderPACE.Outcome) -> String {
        switch outcome {
        case .unavailable: "the reader has none"
        case .failure(let error): "\(error)"
        case .answer(let code, let output):
            "code \(TraceView.code(code))" + (output.count == 0 ? "" : " [\(text(of: output))]")
        }
    }

    private static func text(of payload: Trace.Payload) -> String {
        switch payload {
        case .bytes(let bytes): Hexadecimal.encode(bytes)
        case .count(let count): Counted.text(count, "byte")
        }
    }

    private static func costs(of trace: Trace) -> [String] {
        let rows = trace.trafficByStep.map {
            ($0.step.isEmpty ? "before the first step" : SafeText.clean($0.step), $0.traffic)
        }
        let all = rows + [("all", trace.traffic)]
        let width = all.map(\.0.count).max() ?? 0
        return all.map { name, traffic in
            name + String(repeating: " ", count: width - name.count) + pad("\(traffic.commandCount)", 6)
                + (traffic.commandCount == 1 ? " APDU " : " APDUs")
                + pad("\(traffic.sentByteCount)", 8) + " out" + pad("\(traffic.receivedByteCount)", 8) + " in"
                + pad(milliseconds(traffic.duration), 12)
        }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// To a tenth of a millisecond.
    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = duration.microseconds / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}
