import Report
import Standards
package import Trust

/// A test suite derived from BSI TR-03105 part 5.1, version 1.5: inspection systems.
///
/// Each document is issued when the suite runs, laid on a simulated chip, read and judged as any other; what is compared
/// is what the tool says at the desk. It certifies nothing.
package struct TR03105Suite: Sendable {
    package static let name = "tr03105-5.1"
    /// What the suite is derived from.
    package static let source = "BSI TR-03105 part 5.1, version 1.5"
    /// What a run of it is worth.
    package static let standing = "derived from the catalogue of ids; not a certification and not a test by the BSI"
    /// The name without dots, which part the names of classes.
    static let className = "tr03105-5-1"

    /// The policies to judge by, in this order.
    package let policies: [TrustPolicy.Name]
    private let cases: [SuiteCase]
    private let open: [SuiteReport.OpenCase]

    /// - Parameter ids: The cases to run; nil runs all.
    package init(policies: [TrustPolicy.Name] = TrustPolicy.Name.allCases, ids: Set<String>? = nil) {
        self.policies = policies
        cases = Self.catalogue.filter { ids?.contains($0.id) ?? true }
        open = Self.openCases.filter { ids?.contains($0.id) ?? true }
    }

    /// Whether nothing is left to run or to name.
    package var isEmpty: Bool { cases.isEmpty && open.isEmpty }

    /// Every id of the catalogue, in its order.
    package static var ids: [String] { (catalogue.map(\.id) + openCases.map(\.id)).sorted() }

    /// Runs every case under every policy.
    ///
    /// - Parameter progress: Is told which case comes next and which part of the work is done, 0 to 1.
    package func report(progress: (_ id: String, _ fraction: Double) -> Void = { _, _ in }) -> SuiteReport {
        let keys = KeyRing()
        var results: [SuiteReport.Result] = []
        for (index, one) in cases.enumerated() {
            progress(one.id, Double(index) / Double(cases.count))
            results += Self.results(of: one, policies, keys)
        }
        return SuiteReport(results: results, open: open, policies: policies)
    }

    /// Whether the document of a case without its fault is accepted under a policy; what the tool says where not.
    package static func soundness(of one: SuiteCase, under policy: TrustPolicy.Name) -> String? {
        do {
            let report = try one.sound.read(keysOfControls).report(under: policy)
            return problem(in: report, expecting: .accepted, alongside: [])
        } catch {
            return "the document cannot be made: \(error)"
        }
    }

    private static let keysOfControls = KeyRing()

    private static func results(
        of one: SuiteCase, _ policies: [TrustPolicy.Name], _ keys: KeyRing
    ) -> [SuiteReport.Result] {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let reading = try one.document.read(keys)
            return policies.enumerated().map { index, policy in
                let judging = clock.now
                let report = reading.report(under: policy)
                let problem = problem(
                    in: report, expecting: one.expectation.outcome(under: policy), alongside: one.expectation.alongside)
                // The making and the reading count for the first policy.
                return result(
                    of: one, policy, found: words(for: report), problem, clock.now - (index == 0 ? start : judging))
            }
        } catch {
            let problem = "the document cannot be made: \(error)"
            return policies.map { result(of: one, $0, found: "nothing", problem, clock.now - start) }
        }
    }

    private static func result(
        of one: SuiteCase, _ policy: TrustPolicy.Name, found: String, _ problem: String?, _ duration: Duration
    ) -> SuiteReport.Result {
        SuiteReport.Result(
            id: one.id, subject: one.subject, policy: policy, expectation: one.expectation, found: found,
            problem: problem, duration: duration)
    }
}

/// The comparison of what was said with what is expected.
extension TR03105Suite {
    /// Checks that only add up others: they fail with those.
    private static let sums: Set<CheckID> = [.issuerTrust, .cardSecurityTrust]

    /// How a report differs from what is expected; nil where it does not.
    static func problem(
        in report: InspectionReport, expecting outcome: Expectation.Outcome, alongside: Set<CheckID>
    ) -> String? {
        let failed = report.checks.filter(\.result.isFailure)
        let found = words(for: report)
        switch outcome {
        case .accepted:
            return report.verdict == .accepted && failed.isEmpty
                ? nil : "expected: accepted, and no check failed; found: \(found)"
        case .noted(let code):
            guard report.verdict == .accepted, failed.isEmpty else {
                return "expected: accepted, and no check failed; found: \(found)"
            }
            return report.remarks.contains { $0.code == code } ? nil : "no remark names \(code)"
        case .shown(let id, let code):
            guard report.verdict == .accepted else { return "expected: accepted; found: \(found)" }
            return holds(report, id, code) ? nil : "expected: \(id) \(code), which does not decide; found: \(found)"
        case .undecided(let id, let code):
            guard report.verdict == .undecided else { return "expected: undecided; found: \(found)" }
            return holds(report, id, code) ? nil : "expected: undecided by \(id) \(code); found: \(found)"
        case .rejected(let id, let code):
            let decides = report.checks.contains {
                $0.id == id && $0.result.isFailure && $0.result.reason?.code == code && $0.obligation == .mandatory
            }
            guard report.verdict == .rejected, decides else {
                return "expected: rejected by \(id) \(code); found: \(found)"
            }
            let others = Set(failed.map(\.id)).subtracting(alongside.union(sums).union([id]))
            return others.isEmpty
                ? nil : "failed beside \(id): \(others.map(\.rawValue).sorted().joined(separator: ", "))"
        }
    }

    /// Whether a check did not succeed for the reason of a code.
    private static func holds(_ report: InspectionReport, _ id: CheckID, _ code: String) -> Bool {
        report.checks.contains { $0.id == id && $0.result != .successful && $0.result.reason?.code == code }
    }

    /// The verdict, with the checks that failed; of an undecided document, with those that are open too.
    static func words(for report: InspectionReport) -> String {
        let failed = report.checks.filter(\.result.isFailure)
        let open = report.checks.filter { $0.obligation == .mandatory && $0.result.isOpen }
        let telling = report.verdict == .undecided ? open + failed : failed
        let list = telling.map { check in
            "\(check.id) \(check.result.reason?.code ?? "")" + (check.obligation == .mandatory ? "" : " (not deciding)")
        }
        // Of a chip that did not open everything else is open too.
        let shown = Array(list.prefix(4)) + (list.count > 4 ? ["and \(list.count - 4) more"] : [])
        return ([report.verdict.rawValue] + (list.isEmpty ? [] : [shown.joined(separator: ", ")]))
            .joined(separator: ": ")
    }
}
