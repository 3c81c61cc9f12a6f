import Standards

/// What all checks of certificates come to.
extension Evaluation {
    static let chain: [CheckID] = [
        .documentSignerFound, .issuerFound, .documentSignerSignature, .issuerName, .documentSignerValidity,
        .issuerValidity, .documentSignerExtensions, .documentSignerProfile, .documentSignerKeyUsage,
        .documentSignerRevocation,
    ]

    /// What the checks of certificates come to, as far as the policy lets them decide.
    ///
    /// Spec: BSI TR-03135-1 §5.6.4.3.6.
    mutating func concludeTrust() -> TrustStatus {
        var draft = Draft()
        let (failed, open) = decidingFaults
        func list(_ checks: [CheckID]) -> String { checks.map(\.rawValue).joined(separator: ", ") }
        if !failed.isEmpty { draft.fail("notTrusted", "the document signer is not trusted: \(list(failed))") }
        if !open.isEmpty {
            draft.leaveOpen("undetermined", "it is not known whether to trust the signer: \(list(open))")
        }
        let status = trustStatus
        draft.show("trust status", status.rawValue)
        conclude(.issuerTrust, draft, .tr03135("5.6.4.3.6"))
        return status
    }

    /// Whether the signer is trusted, as the findings are now.
    var trustStatus: TrustStatus {
        let (failed, open) = decidingFaults
        return failed.isEmpty ? (open.isEmpty ? .trusted : .undetermined) : .notTrusted
    }

    private var decidingFaults: (failed: [CheckID], open: [CheckID]) {
        var (failed, open): ([CheckID], [CheckID]) = ([], [])
        for check in Self.chain {
            guard let result = result(of: check) else { continue }
            let obligation = context.policy.obligation(
                of: check, hasRevocationLists: hasRevocationLists, endedIn: result)
            guard obligation == .mandatory else { continue }
            switch result {
            case .failed: failed.append(check)
            case .undetermined, .aborted: open.append(check)
            case .successful, .notSupported: break
            }
        }
        return (failed, open)
    }
}
