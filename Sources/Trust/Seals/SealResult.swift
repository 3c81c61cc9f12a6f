public import Standards

/// What was found of a visible digital seal.
public struct SealResult: Hashable, Sendable {
    /// The policy that judged.
    public let policy: TrustPolicy
    /// The moment certificates had to be valid at.
    public let validityTime: Timestamp
    /// Every check, in the order it was made, with what it counts for.
    public let checks: [Check]
    /// The certificate that signed; nil where it is not known.
    public let signer: CertificateSummary?
    /// The country signing certificate whose key verified the signer's; nil where there is none.
    public let anchor: CertificateSummary?
    /// Departures from the rules that were met, each once, in the order they were met.
    public let quirks: [Quirk]

    /// A finding, and whether it decides.
    public struct Check: Hashable, Sendable {
        public let finding: Finding
        public let obligation: TrustPolicy.Obligation
    }

    /// The answer.
    public enum Verdict: String, CaseIterable, Hashable, Sendable { case accepted, undecided, rejected }

    /// Derived, never stored: the worst mandatory check decides.
    public var verdict: Verdict {
        var verdict = Verdict.accepted
        for check in checks where check.obligation == .mandatory {
            switch check.finding.result {
            case .failed: return .rejected
            case .undetermined, .aborted: verdict = .undecided
            case .successful, .notSupported: break
            }
        }
        return verdict
    }

    /// The finding of a check.
    public subscript(check: CheckID) -> Finding? {
        checks.first { $0.finding.id == check }?.finding
    }
}
