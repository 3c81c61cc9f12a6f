import Evidence
import Foundation
import Report
import Standards

extension Command {
    static let verify = Command(
        "verify",
        summary: "judge stored evidence again, offline",
        discussion: """
            The same checks as on a live read are made on the same bytes. What only the chip could show again is taken from \
            the record: how it was opened, which decides nothing, and Chip Authentication, which counts as it was recorded. \
            So keep evidence where nobody can change it.
            A folder of dumps by another program, with names such as DG1.bin, EF_SOD.bin or 0101.bin, is evidence too. A \
            file holds one reading a line; with several readings, --json prints one report a line.
            With --stream, records come on standard input without end, a line each: readings, or a security object with the \
            data groups or their hashes, as {"id":"…","sod":"…","dataGroupHashes":{"1":"…"}}. Each is answered with a line, \
            in order, also where it cannot be read; blank lines are not answered. 'emrtd report schema --format stream' \
            says what stands in an answer. Give --at for answers that are the same tomorrow. The exit status is 3 where a \
            line could not be read, else that of the worst verdict, 0 where there was no record.
            """,
        operands: [
            Operand(
                "EVIDENCE", "a DIR of evidence or dumps, or a FILE with a reading a line (- for input)",
                arity: .any)
        ],
        options: JudgementOptions.options + ReportOutput.options + StreamVerification.options,
        examples: [
            Example("emrtd verify evidence --csca csca/", "the checks of a stored reading, with these certificates"),
            Example("emrtd verify readings.ndjson --csca csca/ --json", "one report a line"),
            Example("emrtd verify --stream --csca csca/ < readings.ndjson", "one short answer a line"),
        ]
    ) { invocation in
        let output = try ReportOutput(invocation)
        let judgement = try JudgementOptions(invocation)
        if invocation[flag: "stream"] { return try StreamVerification.run(invocation, judgement) }
        for option in StreamVerification.options where option.name != "stream" {
            let isGiven = option.value == nil ? invocation[flag: option.name] : invocation[option.name] != nil
            if isGiven { throw UsageError("--\(option.name) is for --stream", command: invocation.command) }
        }
        guard !invocation.operands.isEmpty else { throw UsageError("missing EVIDENCE", command: invocation.command) }
        let isSingle = invocation.operands.count == 1 && EvidenceSource.isFolder(invocation.operands[0])
        guard isSingle || invocation[all: "report"].isEmpty else {
            throw UsageError("--report takes one reading, and there may be several", command: invocation.command)
        }
        let portraits = PortraitDecoder()
        var statuses: Set<ExitStatus> = []
        for path in invocation.operands {
            try EvidenceSource.forEachReading(at: path, importedAt: judgement.time) { reading in
                switch reading {
                case .success(let stored):
                    let report = try judgement.judge(stored, origin: .evidence, portraits: portraits)
                    if isSingle {
                        try output.write(report)
                    } else if invocation[flag: "json"] {
                        Terminal.print(report.jsonLine())
                    } else {
                        Terminal.print(report.text(width: Terminal.width, colour: Terminal.showsColour))
                    }
                    statuses.insert(report.verdict.exitStatus)
                case .failure(let error):
                    if isSingle { throw error }
                    Terminal.error(error.message, hint: error.hint)
                    statuses.insert(.failed)
                }
                try Terminal.requireOutput()
            }
        }
        return [.failed, .rejected, .undecided].first { statuses.contains($0) }
            ?? (statuses.isEmpty ? .undecided : .success)
    }
}
