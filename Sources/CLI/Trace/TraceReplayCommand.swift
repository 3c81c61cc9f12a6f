import CardTransport
import ChipReader
import LDS
import Standards

extension Command {
    static let traceReplay = Command(
        "trace", "replay",
        summary: "read again from a full trace, in the place of a chip",
        discussion: "Strict: the reader must ask for what it asked for when the trace was recorded, in the same order; "
            + "the key and the options must be those of then. Nothing is judged: it shows whether reading itself still "
            + "works. The exit status is 2 where the read broke off, or did not need the whole trace.",
        operands: [Operand("FILE", "a trace of 'emrtd inspect --full-trace', or - for standard input")],
        options: AccessKeyInput.options + PasswordInput.options + [
            .value(
                "access", "NAME", "which access protocols may be used (default auto)",
                choices: AccessPolicy.allCases.map(\.rawValue)),
            .value("groups", "LIST", "read only these data groups, such as 1,2,11"),
            .flag("skip-portrait", "leave the face image (DG2) out"),
            ReadOptions.records,
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd trace replay trace.jsonl --mrz-file lines.txt", "the files that the recorded chip delivers")
        ]
    ) { invocation in
        let trace = try TraceFile.read(invocation.operands[0])
        guard trace.detail == .full else {
            throw CommandError(
                "'\(invocation.operands[0])': \(TraceError.redacted)",
                hint: "record one with 'emrtd inspect --full-trace FILE'; evidence keeps redacted traces only")
        }
        var request = ReadRequest(key: try AccessKeyInput(invocation, isOptional: true).key)
        let input = try PasswordInput(invocation)
        let passwords = try input.passwords()
        request.password = passwords.password
        request.accessNumber = passwords.accessNumber
        request.passwordOnReader = input.onReader
        request.accessPolicy = invocation["access"].flatMap(AccessPolicy.init) ?? .auto
        request.groups = try DataGroupList.parse(invocation["groups"], command: invocation.command)
        request.skipsPortrait = invocation[flag: "skip-portrait"]
        request.records = invocation["records"].flatMap(RecordSelection.init) ?? .listed

        let replay: TraceReplay
        do { replay = try TraceReplay(trace, request: request) } catch {
            throw CommandError("'\(invocation.operands[0])': \(error)")
        }
        let view = ReplayView(replay)
        if invocation[flag: "json"] { try Terminal.printJSON(view) } else { Terminal.print(view.text) }
        return replay.isComplete && replay.reading.ending == .complete ? .success : .undecided
    }
}

/// What a replay shows.
private struct ReplayView: Encodable {
    /// How the read ended: `complete`, or the code of the reason.
    let ending: String
    let reason: String?
    let playedCount: Int
    let isWholeTrace: Bool
    let access: String?
    let files: [File]

    struct File: Encodable {
        let name: String
        let outcome: String
        let byteCount: Int?
    }

    init(_ replay: TraceReplay) {
        switch replay.reading.ending {
        case .complete: (ending, reason) = ("complete", nil)
        case .brokenOff(let why): (ending, reason) = (why.code, why.text)
        }
        playedCount = replay.playedCount
        isWholeTrace = replay.isComplete
        access = replay.reading.access.used?.rawValue
        files = replay.reading.files.map { file in
            switch file.outcome {
            case .read(let bytes): File(name: file.file.name, outcome: "read", byteCount: bytes.count)
            case .partial(let bytes, _): File(name: file.file.name, outcome: "partial", byteCount: bytes.count)
            case .damaged(let bytes, _): File(name: file.file.name, outcome: "damaged", byteCount: bytes.count)
            case .absent: File(name: file.file.name, outcome: "absent", byteCount: nil)
            case .refused: File(name: file.file.name, outcome: "refused", byteCount: nil)
            case .protected: File(name: file.file.name, outcome: "protected", byteCount: nil)
            case .skipped: File(name: file.file.name, outcome: "skipped", byteCount: nil)
            }
        }
    }

    var text: String {
        let width = files.map(\.name.count).max() ?? 0
        let rows = files.map { file in
            let name = file.name + String(repeating: " ", count: width - file.name.count)
            return "\(name)  \(file.outcome)\(file.byteCount.map { ", \($0) bytes" } ?? "")"
        }
        let rest = isWholeTrace ? "the whole trace was played" : "the trace goes on after that"
        return
            (rows + [
                "",
                "\(reason.map { "broken off: \($0)" } ?? "complete"); \(rest) (\(Counted.text(playedCount, "event")))",
            ])
            .joined(separator: "\n")
    }
}
