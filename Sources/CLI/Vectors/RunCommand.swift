import Conformance
import Foundation

extension Command {
    static let vectorsRun = Command(
        "vectors", "run",
        summary: "hold this program against published vectors",
        discussion: """
            Every vector below a folder is run and every figure in it compared: those of ICAO Doc 9303, BSI, NIST and the \
            RFCs that come with this program, or your own in the same format. A file that nobody knows how to run fails, so \
            that nothing is left out silently. Profiles of simulated documents are issued, read and verified.

            Without --dir, the vectors are looked for where this program is installed (share/emrtd/vectors), then in \
            TestVectors of the current folder.

            Exit status: 0 all passed, 1 a vector failed, 3 there is nothing to run.
            """,
        options: [
            .value("dir", "DIR", "the folder of vectors"),
            .value("base", "DIR", "where files lie that profiles name and that are not beside them"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd vectors run", "a table of what passed, by module and publication"),
            Example("emrtd vectors run --dir TestVectors --json", "each vector with its source and how it ended"),
        ]
    ) { invocation in
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
        if invocation[flag: "json"] {
            try Terminal.printJSON(VectorsView(report))
        } else {
            Terminal.print(VectorsText.lines(of: report).joined(separator: "\n"))
        }
        return report.failedCount == 0 ? .success : .rejected
    }
}
