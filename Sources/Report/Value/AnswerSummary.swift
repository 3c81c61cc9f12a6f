public import Standards

/// One of the separate answers of a report, derived from its checks.
public struct AnswerSummary: Hashable, Sendable {
    public let answer: Check.Answer
    /// The checks of this answer, in the order they were considered.
    public let checks: [Check]

    /// How many checks that do not decide came out failed or open.
    public var remarkCount: Int {
        checks.count { !deciding.contains($0) && ($0.result.isFailure || $0.result.isOpen) }
    }

    /// The checks the result rests on: the mandatory ones; where none of them applies the optional ones; else the
    /// recorded ones.
    public var deciding: [Check] {
        let byObligation = Check.Obligation.allCases.map { obligation in
            checks.filter { $0.obligation == obligation }
        }
        return byObligation.first { $0.contains { $0.result.applies } } ?? byObligation.first { !$0.isEmpty } ?? []
    }

    /// What the checks of this answer rest on, though they belong to another.
    let foundation: [Check]

    init(_ answer: Check.Answer, of checks: [Check]) {
        self.answer = answer
        self.checks = checks.filter { $0.answer == answer }
        foundation = answer == .dataIntegrity ? checks.filter { Self.carriers.contains($0.id) } : []
    }

    /// The worst of the checks that decide for this answer.
    ///
    /// Spec: BSI TR-03135-1 §5.4 (any failure, then any check broken off, then any open one) and §5.6.4.1 (of the
    /// protocols that prove a chip genuine one success suffices, where none failed).
    ///
    /// Files that were asked for and stayed unread keep the answer open, though they decide nothing of the document. So does
    /// what only a policy of somebody's own lets pass. Data is unaltered only where each hash fits, whatever a policy makes
    /// of that, and where what carries the hashes is signed.
    public var result: CheckResult {
        let result = Self.aggregate(deciding.map(\.result), of: answer)
        if result.isFailure { return result }
        if let flaw, flaw.isFailure || !result.isOpen { return flaw }
        guard !result.isOpen else { return result }
        if result == .successful, let reason = reasonUnread { return .undetermined(reason) }
        return reasonLetPass.map { .undetermined($0) } ?? result
    }

    private static func aggregate(_ results: [CheckResult], of answer: Check.Answer) -> CheckResult {
        if let failure = results.first(where: \.isFailure) { return failure }
        if answer == .chipGenuineness, results.contains(.successful) { return .successful }
        for result in results { if case .aborted = result { return result } }
        for result in results { if case .undetermined = result { return result } }
        if results.contains(.successful) { return .successful }
        return results.first ?? .notSupported(Reason("notConsidered", "Nothing was checked here."))
    }
}

extension InspectionReport {
    /// The five answers and the consistency of the document, in that order.
    public var answers: [AnswerSummary] {
        Check.Answer.allCases.map { AnswerSummary($0, of: checks) }
    }

    /// The checks that keep the document from being accepted, the worst first.
    public var obstacles: [Check] {
        let deciding = checks.filter { $0.obligation == .mandatory }
        return deciding.filter(\.result.isFailure) + deciding.filter(\.result.isOpen)
    }
}
