import Conformance
import Trust

/// The result of a conformity suite, for people.
enum SuiteText {
    static func lines(of report: SuiteReport, showsCases: Bool) -> [String] {
        var lines = ["derived from \(TR03105Suite.source)", TR03105Suite.standing, ""]
        lines += table(report)
        if showsCases { lines += report.cases.flatMap(details) }
        lines += report.cases.flatMap(failures)
        lines += open(report)
        let policies = report.policies.map(\.rawValue).joined(separator: ", ")
        lines += [
            "",
            "\(report.passedCount) passed, \(report.failedCount) failed, \(report.open.count) open; judged by \(policies)",
        ]
        return lines
    }

    private static func table(_ report: SuiteReport) -> [String] {
        let cases = report.cases
        var rows = [["unit", "passed", "failed", "open"]]
        for unit in report.units {
            let own = cases.filter { $0.first?.unit == unit }
            let failed = own.count { $0.contains { $0.problem != nil } }
            rows.append([
                unit, "\(own.count - failed)", "\(failed)", "\(report.open.count { $0.unit == unit })",
            ])
        }
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { index, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return index == 0 ? cell.0 + gap : gap + cell.0
            }.joined(separator: "  ")
        }
    }

    /// What went wrong with a case: once, where it is the same under several policies.
    private static func failures(_ results: [SuiteReport.Result]) -> [String] {
        var problems: [(problem: String, policies: [String])] = []
        for result in results {
            guard let problem = result.problem else { continue }
            if let index = problems.firstIndex(where: { $0.problem == problem }) {
                problems[index].policies.append(result.policy.rawValue)
            } else {
                problems.append((problem, [result.policy.rawValue]))
            }
        }
        guard let first = results.first else { return [] }
        return problems.flatMap { problem, policies in
            ["", "failed: \(first.id) under \(policies.joined(separator: ", ")): \(first.subject)"]
                + TextLayout.wrap(problem, width: 78).map { "  " + $0 }
        }
    }

    private static func details(_ results: [SuiteReport.Result]) -> [String] {
        guard let first = results.first else { return [] }
        var rows = [
            (name: "the catalogue", text: first.expectation.answer.rawValue),
            (name: "origin", text: "\(first.expectation.origin)"),
        ]
        rows += results.map { (name: $0.policy.rawValue, text: $0.found) }
        if let difference = first.expectation.difference { rows.append((name: "why not all alike", text: difference)) }
        return ["", "\(first.id): \(first.subject)", TextLayout.table(rows, width: 80, widest: 40)]
    }

    /// The cases that were not run, by reason.
    private static func open(_ report: SuiteReport) -> [String] {
        var reasons: [(reason: String, ids: [String])] = []
        for one in report.open {
            if let last = reasons.indices.last, reasons[last].reason == one.reason {
                reasons[last].ids.append(one.id)
            } else {
                reasons.append((one.reason, [one.id]))
            }
        }
        guard !reasons.isEmpty else { return [] }
        let rows = reasons.map { (name: range($0.ids), text: $0.reason) }
        return ["", "open:", TextLayout.table(rows, width: 80, widest: 40)]
    }

    /// Ids of one unit: those that follow one another as the first and the last.
    private static func range(_ ids: [String]) -> String {
        var runs: [(first: Int, last: Int)] = []
        for number in ids.compactMap({ Int($0.suffix(2)) }) {
            if let last = runs.indices.last, runs[last].last + 1 == number {
                runs[last].last = number
            } else {
                runs.append((number, number))
            }
        }
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let parts = runs.map { $0.first == $0.last ? digits($0.first) : "\(digits($0.first)) to \(digits($0.last))" }
        return "\(ids.first?.dropLast(2) ?? "")" + parts.joined(separator: ", ")
    }
}
