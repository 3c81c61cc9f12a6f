import Trust

extension JUnitReport {
    /// A run of the suite: one suite of JUnit for each unit and policy, and one for the open cases of each unit.
    package init(_ report: SuiteReport) {
        let notice = [Property("derived from", TR03105Suite.source), Property("standing", TR03105Suite.standing)]
        var suites: [Suite] = []
        for unit in report.units {
            for policy in report.policies {
                let results = report.results.filter { $0.unit == unit && $0.policy == policy }
                guard !results.isEmpty else { continue }
                suites.append(
                    Suite(
                        name: "\(unit) \(policy.rawValue)", properties: notice + [Property("policy", policy.rawValue)],
                        cases: results.map { result in
                            Case(
                                name: "\(result.id) \(result.subject)",
                                className: "\(TR03105Suite.className).\(unit).\(policy.rawValue)",
                                duration: result.duration,
                                outcome: result.problem.map { .failed($0) } ?? .passed)
                        }))
            }
            let open = report.open.filter { $0.unit == unit }
            guard !open.isEmpty else { continue }
            suites.append(
                Suite(
                    name: "\(unit) open", properties: notice,
                    cases: open.map {
                        Case(
                            name: $0.id, className: "\(TR03105Suite.className).\(unit)", outcome: .skipped($0.reason))
                    }))
        }
        self.init(name: TR03105Suite.name, suites: suites)
    }
}
