import Standards

extension Wording {
    /// What was at hand to decide who is trusted, as rows of a page.
    static func trustLists(_ report: InspectionReport) -> [(String, String)] {
        func list(_ isWanted: (InspectionReport.TrustList) -> Bool, _ noun: String?) -> String {
            report.trustLists.filter(isWanted).map { list in
                let signed = list.signingTime.map { ", signed \("\($0)".prefix(10))" } ?? ""
                let hash = list.sha256.map { ", SHA-256 \($0)" } ?? ""
                let signer = list.signerSHA256.map { ", signer's certificate SHA-256 \($0)" } ?? ""
                return list.name + (noun.map { ", \(count(list.certificateCount, $0))" } ?? "") + signed + hash + signer
            }.joined(separator: "; ")
        }
        let anchors = list({ $0.kind != "revocationLists" && !$0.isOfDefects }, "certificate")
        let revocation = list({ $0.kind == "revocationLists" }, "revocation list")
        let defects = list(\.isOfDefects, nil)
        return [("Anchors", anchors.isEmpty ? "none given" : anchors)]
            + (revocation.isEmpty ? [] : [("Revocation", revocation)])
            + (defects.isEmpty ? [] : [("Defects by", defects)])
    }

    /// What a check said before a known defect changed it; nil where none did.
    static func beforeDefect(_ check: Check) -> String? {
        guard let before = check.preDefectResult else { return nil }
        let reason = before.reason.map { ": \($0.text)" } ?? "."
        return "Without the known defect it is \(words(fromCamelCase: before.name))\(reason)"
    }

    /// Whether a check passed and there is nothing more to say of it.
    static func isPlain(_ check: Check) -> Bool {
        check.result == .successful && check.preDefectResult == nil && check.leniency == nil
    }

    /// `operational`, or `desk, based on operational, SHA-256 …` for a policy of somebody's own.
    static func policy(_ policy: InspectionReport.Policy) -> String {
        ([policy.name]
            + [policy.base.map { "based on \($0)" }, policy.sha256.map { "SHA-256 \($0)" }].compactMap { $0 })
            .joined(separator: ", ")
    }
}

extension InspectionReport.TrustList {
    /// Whether it says what is wrong with documents, and not who is trusted.
    fileprivate var isOfDefects: Bool { kind == "deviationList" || kind == "defectList" }
}
