import Conformance
import Trust

/// The JSON form of a run of a conformity suite.
struct SuiteView: Encodable {
    let suite: String
    let derivedFrom: String
    let standing: String
    let policies: [String]
    /// Cases that ended as expected under every policy.
    let passed: Int
    let failed: Int
    let open: Int
    let cases: [CaseView]
    let openCases: [OpenView]

    struct CaseView: Encodable {
        let id: String
        let unit: String
        let subject: String
        /// What the catalogue asks an inspection system to say.
        let answer: String
        /// Where that comes from.
        let origin: String
        /// Why a policy answers otherwise.
        let difference: String?
        let results: [ResultView]
    }

    struct ResultView: Encodable {
        let policy: String
        /// `passed` or `failed`.
        let result: String
        /// The verdict and the checks that decided it.
        let found: String
        let problem: String?
    }

    struct OpenView: Encodable {
        let id: String
        let reason: String
    }

    init(_ report: SuiteReport) {
        suite = TR03105Suite.name
        derivedFrom = TR03105Suite.source
        standing = TR03105Suite.standing
        policies = report.policies.map(\.rawValue)
        passed = report.passedCount
        failed = report.failedCount
        open = report.open.count
        cases = report.cases.compactMap(CaseView.init)
        openCases = report.open.map { OpenView(id: $0.id, reason: $0.reason) }
    }
}

extension SuiteView.CaseView {
    fileprivate init?(_ results: [SuiteReport.Result]) {
        guard let first = results.first else { return nil }
        id = first.id
        unit = first.unit
        subject = first.subject
        answer = first.expectation.answer.rawValue
        origin = "\(first.expectation.origin)"
        difference = first.expectation.difference
        self.results = results.map {
            SuiteView.ResultView(
                policy: $0.policy.rawValue, result: $0.problem == nil ? "passed" : "failed", found: $0.found,
                problem: $0.problem)
        }
    }
}
