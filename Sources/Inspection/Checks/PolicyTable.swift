import Report
public import Standards
public import Trust

/// What every check counts for under a policy, those of Passive Authentication and all others.
public enum PolicyTable {
    /// Every check there is, in the order of the catalogue; those of data groups without the group.
    public static var checks: [CheckID] { CheckCatalogue.entries.map(\.id) }

    /// What a check counts for.
    ///
    /// - Parameter hasRevocationLists: Whether a revocation list of the document's state was ever imported.
    public static func obligation(
        of check: CheckID, under policy: TrustPolicy, hasRevocationLists: Bool = false
    ) -> TrustPolicy.Obligation {
        if let given = policy.givenObligation(of: check) { return given }
        let rule: Obligations.Rule? =
            switch check {
            case "files": Obligations.otherGroup
            default: Obligations.rules[check]
            }
        guard let rule else { return policy.obligation(of: check, hasRevocationLists: hasRevocationLists) }
        return switch rule.obligation(under: policy.base, isFailed: false) {
        case .mandatory: .mandatory
        case .optional: .optional
        case .recorded: .recorded
        }
    }

    /// Whether a failure of the check decides, though a doubt does not.
    public static func failureDecides(_ check: CheckID, under policy: TrustPolicy) -> Bool {
        guard Obligations.rules[check]?.failsAlways == true || Conflicts.decisiveFailures.contains(check) else {
            return false
        }
        return policy.keepsRow(of: check, obligation(of: check, under: TrustPolicy(name: policy.base)))
    }
}
