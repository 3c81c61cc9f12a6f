import Conformance
import Foundation
import Trust

extension Command {
    static let vectorsRun = Command(
        "vectors", "run",
        summary: "hold this program against published vectors, or a conformity suite",
        discussion: """
            Every vector below a folder is run and every figure in it compared: those of ICAO Doc 9303, BSI, NIST and the \
            RFCs that come with this program, or your own in the same format. A file that nobody knows how to run fails, so \
            that nothing is left out silently. Profiles of simulated documents are issued, read and verified.

            Without --dir, the vectors are looked for where this program is installed (share/emrtd/vectors), then in \
            TestVectors of the current folder.

            With --suite, the documents of a catalogue for inspection systems are issued, laid on a simulated chip, read \
            and judged in place of that, and what is said of each is compared with what the catalogue asks for under \
            'strict', and with what the other policies are to say. The suite is derived from BSI TR-03105 part 5.1; it \
            certifies nothing. Cases that cannot be run are listed as open, with the reason.

            Exit status: 0 all passed, 1 a vector or a case failed, 3 there is nothing to run.
            """,
        options: [
            .value("dir", "DIR", "the folder of vectors"),
            .value("base", "DIR", "where files lie that profiles name and that are not beside them"),
            .value("suite", "NAME", "run a conformity suite", choices: [TR03105Suite.name]),
            .value(
                "policy", "NAME", "of a suite: the policy to judge by (default all)",
                choices: TrustPolicy.Name.allCases.map(\.rawValue) + ["all"]),
            .value("case", "ID", "of a suite: run this case and show what came of it; also a unit", isRepeatable: true),
            .value("junit", "FILE", "write the results as JUnit XML too"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd vectors run", "a table of what passed, by module and publication"),
            Example("emrtd vectors run --dir TestVectors --json", "each vector with its source and how it ended"),
            Example(
                "emrtd vectors run --suite tr03105-5.1 --junit results.xml", "the suite, for continuous integration"),
            Example("emrtd vectors run --suite tr03105-5.1 --case LDS_H_61", "one case, under each policy"),
        ]
    ) { invocation in
        if invocation["suite"] != nil { return try SuiteRun(invocation).run() }
        if let option = ["policy", "case"].first(where: { !invocation[all: $0].isEmpty }) {
            throw UsageError("'--\(option)' belongs to '--suite'", command: invocation.command)
        }
        let folder = try VectorLocation.folder(invocation["dir"])
        let report: ConformanceReport
        do {
            let run = try VectorRun(folder, profileBase: invocation["base"].map { URL(filePath: $0) })
            report = run.report { path, fraction in
                let name = path.split(separator: "/").dropLast().joined(separator: " ")
                ProgressLine(step: name, fraction: fraction).show()
            }
            Terminal.endProgress()
        } catch let error as ConformanceError {
            throw CommandError("\(error)", hint: VectorLocation.hint)
        }
        guard !report.files.isEmpty else {
            throw CommandError("'\(folder.path(percentEncoded: false))' holds no vectors", hint: VectorLocation.hint)
        }
        try JUnitFile.write(JUnitReport(report), to: invocation["junit"])
        if invocation[flag: "json"] {
            try Terminal.printJSON(VectorsView(report))
        } else {
            Terminal.print(VectorsText.lines(of: report).joined(separator: "\n"))
        }
        return report.failedCount == 0 ? .success : .rejected
    }
}
