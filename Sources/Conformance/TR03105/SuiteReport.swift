package import Trust

/// What a run of the suite showed.
package struct SuiteReport: Sendable {
    /// Every case that was run, once for each policy, in the order of the catalogue.
    package let results: [Result]
    /// The cases of the catalogue that are not run, in its order.
    package let open: [OpenCase]

    /// How a case ended under a policy.
    package struct Result: Sendable {
        package let id: String
        package let subject: String
        package let policy: TrustPolicy.Name
        package let expectation: Expectation
        /// What the tool said: its verdict and the checks that decided it.
        package let found: String
        /// How that differs from what is expected; nil where it does not.
        package let problem: String?
        package let duration: Duration
    }

    /// A case that is not run, and why.
    package struct OpenCase: Hashable, Sendable {
        package let id: String
        package let reason: String

        package var unit: String { String(id.dropLast(3)) }
    }

    /// The policies that were judged by, in their order.
    package let policies: [TrustPolicy.Name]

    /// The units of the catalogue, in its order.
    package var units: [String] { Set(results.map(\.unit) + open.map(\.unit)).sorted() }

    /// The results of each case that was run, in the order of the catalogue.
    package var cases: [[Result]] {
        policies.isEmpty
            ? []
            : stride(from: 0, to: results.count, by: policies.count).map { Array(results[$0..<$0 + policies.count]) }
    }

    package var failures: [Result] { results.filter { $0.problem != nil } }
    /// How many cases ended as expected under every policy.
    package var passedCount: Int { cases.count { $0.allSatisfy { $0.problem == nil } } }
    /// How many did not.
    package var failedCount: Int { cases.count - passedCount }
}

extension SuiteReport.Result {
    /// The unit of the catalogue, such as `LDS_H`.
    package var unit: String { String(id.dropLast(3)) }
}
