import Conformance
import Trust

/// A run of a conformity suite, as the command line asks for it.
struct SuiteRun {
    private let invocation: Invocation
    private let suite: TR03105Suite

    init(_ invocation: Invocation) throws {
        if let option = ["dir", "base"].first(where: { invocation[$0] != nil }) {
            throw UsageError("'--\(option)' belongs to vectors, not to '--suite'", command: invocation.command)
        }
        let policy = invocation["policy"].flatMap(TrustPolicy.Name.init)
        self.invocation = invocation
        suite = TR03105Suite(policies: policy.map { [$0] } ?? TrustPolicy.Name.allCases, ids: try Self.ids(invocation))
    }

    func run() throws -> ExitStatus {
        let report = suite.report { id, fraction in ProgressLine(step: id, fraction: fraction).show() }
        Terminal.endProgress()
        try JUnitFile.write(JUnitReport(report), to: invocation["junit"])
        if invocation[flag: "json"] {
            try Terminal.printJSON(SuiteView(report))
        } else {
            let showsCases = !invocation[all: "case"].isEmpty
            Terminal.print(SuiteText.lines(of: report, showsCases: showsCases).joined(separator: "\n"))
        }
        return report.failures.isEmpty ? .success : .rejected
    }

    /// The cases that are named, by id or by unit; nil where none is.
    private static func ids(_ invocation: Invocation) throws -> Set<String>? {
        let names = invocation[all: "case"].map { $0.uppercased() }
        guard !names.isEmpty else { return nil }
        let all = TR03105Suite.ids
        return try names.reduce(into: Set<String>()) { ids, name in
            let named = all.filter { $0 == name || $0.dropLast(3) == name }
            guard !named.isEmpty else {
                throw UsageError(
                    "the catalogue has no case '\(name)'",
                    hint: Suggestion.closest(to: name, among: all).map { "did you mean '\($0)'?" },
                    command: invocation.command)
            }
            ids.formUnion(named)
        }
    }
}
