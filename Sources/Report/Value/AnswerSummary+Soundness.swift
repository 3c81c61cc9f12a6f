import Standards

/// What an answer may not say though the checks that decide came out well.
extension AnswerSummary {
    /// The code of an answer that is good only because a policy of somebody's own lets something pass.
    static let letPassCode = "letPass"

    /// Whether the chip was opened, but by less than its issuer gave it.
    var isWeakened: Bool { deciding.contains { $0.id == "access.downgrade" && $0.result.isFailure } }

    /// The checks of the signature that carries the hashes, or an object of keys.
    static let carriers: Set<CheckID> = [
        "pa.sod.messageDigest", "pa.sod.signature", "pa.cardSecurity.messageDigest", "pa.cardSecurity.signature",
    ]

    /// What keeps data from being unaltered, whatever it counts for; nil where nothing does.
    ///
    /// EF.CardSecurity is signed for itself and carries no hash: only a wrong signature of it says something here.
    var flaw: CheckResult? {
        guard answer == .dataIntegrity else { return nil }
        let own = checks.filter { $0.id.rawValue.hasPrefix("pa.dataGroup.") || $0.id.rawValue.hasPrefix("pa.sod.") }
        if let failure = own.map(\.result).first(where: \.isFailure) { return failure }
        if let failed = foundation.first(where: \.result.isFailure), let reason = failed.result.reason {
            let object = failed.id.rawValue.hasPrefix("pa.sod.") ? "that list" : "EF.CardSecurity"
            let fit = "The data groups that were read fit the list of hashes"
            return .failed(Reason(reason.code, "\(fit), but the signature of \(object) is not right. \(reason.text)"))
        }
        if let open = own.map(\.result).first(where: \.isOpen) { return open }
        let signature = foundation.first { $0.id.rawValue.hasPrefix("pa.sod.") && $0.result.isOpen }
        return signature?.result.reason.map { reason in
            let fit = "The data groups that were read fit the list of hashes"
            return .undetermined(
                Reason(reason.code, "\(fit), but the signature of that list was not verified. \(reason.text)"))
        }
    }

    /// What a policy of somebody's own lets pass here, by the names of the checks.
    var reasonLetPass: Reason? {
        let names = checks.filter { $0.leniency != nil }.map(\.nameLetPass)
        guard !names.isEmpty else { return nil }
        return Reason(Self.letPassCode, "Good only because this policy lets pass: \(names.joined(separator: "; ")).")
    }
}

extension Check {
    /// `Document signer certificate valid (failed)`.
    var nameLetPass: String {
        let word = result == .successful ? "tolerated" : Wording.word(self)
        return "\(CheckCatalogue.title(of: id)) (\(word))"
    }
}

extension InspectionReport {
    /// The checks in which a policy of somebody's own lets something pass.
    var checksLetPass: [Check] { checks.filter { $0.leniency != nil } }
}
