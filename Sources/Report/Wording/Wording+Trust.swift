extension Wording {
    /// What was at hand to decide who is trusted, as rows of a page.
    static func trustLists(_ report: InspectionReport) -> [(String, String)] {
        func list(_ isWanted: (InspectionReport.TrustList) -> Bool, _ noun: String) -> String {
            report.trustLists.filter(isWanted).map { list in
                let signed = list.signingTime.map { ", signed \("\($0)".prefix(10))" } ?? ""
                return "\(list.name), \(count(list.certificateCount, noun))\(signed)"
            }.joined(separator: "; ")
        }
        let anchors = list({ $0.kind != "revocationLists" }, "certificate")
        let revocation = list({ $0.kind == "revocationLists" }, "revocation list")
        return [("Anchors", anchors.isEmpty ? "none given" : anchors)]
            + (revocation.isEmpty ? [] : [("Revocation", revocation)])
    }
}
