import Foundation

extension Command {
    static let benchTrust = Command(
        "bench", "trust",
        summary: "measure what importing a list and looking up a signer cost",
        discussion: """
            A list of 588 certificates is made and imported into a new store: decoded, each signature that tells what a \
            certificate is verified, written. Then document signers are made, taken in, and looked up by issuer and serial \
            number and by key identifier, each once. What counts is the CPU time of this program; look-ups are without what \
            the program keeps in memory.
            """,
        options: [
            .value("signers", "N", "how many document signers the store has (default 30000)"),
            .value("list", "FILE", "a master list whose import is measured, too; may be repeated", isRepeatable: true),
            .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd bench trust --signers 2000", "import and look-ups beside the figures to reach")]
    ) { invocation in
        let signers = try invocation.integer("signers", in: 100...1_000_000) ?? 30_000
        let result = try TrustBench.run(signers: signers, lists: invocation[all: "list"]) { step, fraction in
            ProgressLine(step: step, fraction: fraction).show()
        }
        Terminal.endProgress()
        if invocation[flag: "json"] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            Terminal.print(String(decoding: try encoder.encode(result), as: UTF8.self))
        } else {
            Terminal.print(text(result))
        }
        return .success
    }

    private static func text(_ result: TrustBench.Result) -> String {
        var table = ColumnText(
            columns: [.init(title: "Measured")] + ["Found", "To reach"].map { .init(title: $0, isNumber: true) }
                + [.init(title: "")])
        func verdict(_ reached: Bool) -> String { reached ? "reached" : "not reached" }
        table.rows =
            result.imports.map {
                [
                    "import of \($0.certificates) certificates (\(URL(filePath: $0.list).lastPathComponent))",
                    "\($0.cpuSeconds) s", "\($0.targetSeconds) s", verdict($0.reached),
                ]
            }
            + result.lookups.map {
                [
                    "signer by \($0.by)", "\($0.meanMicroseconds) µs", "\($0.targetMicroseconds) µs",
                    verdict($0.reached),
                ]
            }
        return table.text(width: 100)
            + "\n\n\(result.signers) signers, taken in within \(result.signersCPUSeconds) s of CPU time; the store has "
            + "\(result.storeBytes / 1024) KiB"
    }
}
