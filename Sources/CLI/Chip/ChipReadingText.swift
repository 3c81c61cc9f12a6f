import CardTransport
import LDS
import Standards

/// What `chip read` prints on a terminal.
struct ChipReadingText {
    private let reading: ChipReading
    private let width: Int

    init(_ reading: ChipReading, width: Int) {
        self.reading = reading
        self.width = width
    }

    var text: String {
        var parts = ["Access\n" + TextLayout.table(access, width: width)]
        if !files.isEmpty { parts.append("Files\n" + TextLayout.table(files, width: width)) }
        if !reading.remarks.isEmpty {
            parts.append("Remarks\n" + TextLayout.table(reading.remarks.map { ($0.code, $0.text) }, width: width))
        }
        parts.append("Cost\n" + TextLayout.table(cost, width: width))
        return parts.joined(separator: "\n\n")
    }

    private var access: [(name: String, text: String)] {
        let used =
            switch reading.access.used {
            case .bac?: "Basic Access Control"
            case .pace?: "PACE"
            case .unprotected?: "none is needed"
            case nil: "not opened"
            }
        let offered =
            switch reading.access.offersPACE {
            case true?: reading.access.used == .pace ? "yes" : "yes, and not used"
            case false?: "no"
            case nil: "not known"
            }
        var rows = [("opened by", used), ("offers PACE", offered)]
        if let pace = reading.access.pace {
            let variant = PACEVariant(pace.identifier).map { "\($0)" } ?? "\(pace.identifier)"
            let parameters = pace.parameterID.map { " on \(DomainParameterNames.name(of: $0))" } ?? ""
            rows.append(("way of PACE", "\(variant)\(parameters), with the \(pace.password.name)"))
        }
        for attempt in reading.access.attempts { rows.append(("tried before", attempt.reason.text)) }
        if let tries = reading.access.remainingTries { rows.append(("tries left", "\(tries)")) }
        if let authentication = reading.chipAuthentication {
            rows.append(("Chip Authentication", authentication.outcome.word + ", not judged here"))
        }
        if let authentication = reading.terminalAuthentication {
            rows.append(("Terminal Authentication", authentication.outcome.word))
        }
        if let authentication = reading.activeAuthentication {
            rows.append(("Active Authentication", authentication.answer.word + ", not judged here"))
        }
        return rows.map { (name: $0.0, text: $0.1) }
    }

    private var files: [(name: String, text: String)] {
        reading.files.map { ($0.file.name, words($0)) }
            + reading.recordFiles.map { ($0.file.rawValue, Self.words($0.outcome)) }
            + reading.records.map { ("\($0.file.rawValue) \($0.number)", "\(Counted.text($0.bytes.count, "byte"))") }
    }

    private func words(_ file: FileReading) -> String {
        file.file.dataGroup.flatMap(reading.reasonUnread)?.text ?? Self.words(file.outcome)
    }

    private static func words(_ outcome: FileReading.Outcome) -> String {
        switch outcome {
        case .read(let bytes): "\(Counted.text(bytes.count, "byte"))"
        case .absent(let status): "not there (\(StatusWord(status)))"
        case .refused(let status): "refused (\(StatusWord(status)))"
        case .protected: "protected: it needs terminal authentication, and was not asked for"
        case .skipped: "left out"
        case .damaged(let bytes, let reason): "\(Counted.text(bytes.count, "byte")), damaged: \(reason.text)"
        case .partial(let bytes, let total?): "\(bytes.count) of \(total) bytes"
        case .partial(let bytes, nil): "\(Counted.text(bytes.count, "byte")) of an unknown number"
        }
    }

    private static func words(_ outcome: RecordFileReading.Outcome) -> String {
        switch outcome {
        case .read(let count): Counted.text(count, "record")
        case .incomplete(let reason): "records are missing: \(reason.text)"
        case .absent(let status): "not there (\(StatusWord(status)))"
        case .refused(let status): "refused (\(StatusWord(status)))"
        case .protected: "protected: it needs a terminal with the right to it, and was not asked for"
        case .skipped: "left out"
        }
    }

    private var cost: [(name: String, text: String)] {
        let total = reading.steps.reduce(into: (apdus: 0, sent: 0, received: 0, time: Duration.zero)) {
            $0.apdus += $1.apduCount
            $0.sent += $1.sentByteCount
            $0.received += $1.receivedByteCount
            $0.time += $1.duration
        }
        return reading.steps.map {
            ($0.name, Self.words($0.apduCount, $0.sentByteCount, $0.receivedByteCount, $0.duration))
        }
            + [("in all", Self.words(total.apdus, total.sent, total.received, total.time))]
    }

    private static func words(_ apdus: Int, _ sent: Int, _ received: Int, _ time: Duration) -> String {
        let milliseconds = Int((time / .milliseconds(1)).rounded())
        return "\(Counted.text(apdus, "command")), \(sent) bytes out, \(received) in, \(milliseconds) ms"
    }
}
