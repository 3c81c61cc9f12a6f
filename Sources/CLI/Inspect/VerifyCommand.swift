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
            """,
        operands: [
            Operand(
                "EVIDENCE", "a DIR of evidence or dumps, or a FILE with a reading a line (- for input)",
                arity: .oneOrMore)
        ],
        options: JudgementOptions.options + ReportOutput.options,
        examples: [
            Example("emrtd verify evidence --csca csca/", "the checks of a stored reading, with these certificates"),
            Example("emrtd verify readings.ndjson --csca csca/ --json", "one report a line"),
        ]
    ) { invocation in
        let output = try ReportOutput(invocation)
        let judgement = try JudgementOptions(invocation)
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
