import Standards

/// A check under the number and name of BSI TR-03135-1.
struct TRCheck {
    let number: String
    let name: String
    let result: TRResult
    let obligation: Check.Obligation?
    /// The check of ours that it is; nil where it sums others up.
    let check: Check?
    /// Whether a policy of somebody's own lets pass what was found.
    private let isLetPass: Bool

    /// What the check adds to what sums it up: what does not count is in doubt there, and neither good nor bad.
    private var resultInSum: TRResult { isLetPass ? .undetermined : result }

    /// Which check of ours each of the publication is, in its order.
    private static let rows: [(number: String, name: String, id: CheckID)] = [
        ("5.6.3.1", "basicAccessControl", "access.bac"), ("5.6.3.2", "pace", "access.pace"),
        ("5.6.3", "terminalAuthentication", "ta.terminal"),
        ("5.6.4.1.1", "activeAuthentication", "aa.chip"), ("5.6.4.1.2", "chipAuthentication", "ca.chip"),
        ("5.6.4.1.3", "chipAuthenticationMapping", "cam.chip"),
        ("5.6.4.2.1", "efSODHashValue", "pa.sod.messageDigest"), ("5.6.4.2.2", "efSODSignature", "pa.sod.signature"),
        ("5.6.4.2.1", "efCardSecurityHashValue", "pa.cardSecurity.messageDigest"),
        ("5.6.4.2.2", "efCardSecuritySignature", "pa.cardSecurity.signature"),
        ("5.6.4.3.3", "dsCertificateSignature", "pa.documentSigner.signature"),
        ("5.6.4.3.4", "cscaCertificateValidity", "pa.issuer.validity"),
        ("5.6.4.3.4", "dsCertificateValidity", "pa.documentSigner.validity"),
        ("5.6.4.3.5", "dsRevocation", "pa.documentSigner.revocation"),
        ("5.6.4.3.6", "trustStatus", "pa.issuer.trust"),
        ("5.6.4.4.1", "efSODefCOM", "files.agreement"),
        ("5.6.4.5", "issuingState", "consistency.issuingState"),
        ("5.7.1", "expiry", "consistency.expiry"), ("5.7.2", "opticalMRZdg1", "consistency.printedMRZ"),
        ("5.7.2", "checkDigits", "consistency.checkDigits"),
    ]

    /// The protocols that prove a chip genuine.
    private static let proofs: Set<CheckID> = ["aa.chip", "ca.chip", "cam.chip"]
    /// Checks that know no doubt: a chip is opened, or not.
    private static let withoutDoubt: Set<CheckID> = ["access.bac", "access.pace"]

    /// The checks of a report, those that sum up first.
    static func all(in report: InspectionReport) -> [TRCheck] {
        let byID = Dictionary(report.checks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var singles = rows.compactMap { row in byID[row.id].map { TRCheck(row.number, row.name, $0) } }
        let groups = report.checks.filter { $0.id.rawValue.hasPrefix("pa.dataGroup.") }
            .map {
                TRCheck("5.6.4.4.2", "integrity" + $0.id.rawValue.dropFirst("pa.dataGroup.".count).uppercased(), $0)
            }
        let place = singles.firstIndex { $0.number == "5.6.4.5" } ?? singles.endIndex
        singles.insert(contentsOf: groups, at: place)

        let proofs = singles.filter { $0.check.map { Self.proofs.contains($0.id) } ?? false }
        let proof = TRCheck("5.6.4.1", "chipAuthenticity", TRResult(proofOf: proofs.map(\.result)))
        let counted = singles.filter { single in
            single.number.hasPrefix("5.6.4.") && (single.obligation != .recorded || single.isLetPass)
                && !proofs.contains { $0.name == single.name }
        }
        let content = TRCheck("5.6.4", "chipContent", TRResult(contentOf: counted.map(\.resultInSum) + [proof.result]))
        return [content, proof] + singles + [defects(of: report)]
    }

    /// §5.8: what is known to be wrong with documents of this kind, and whether it takes trust away.
    private static func defects(of report: InspectionReport) -> TRCheck {
        let known = report.knownDefects
        let result: TRResult =
            if known.isEmpty {
                .successful
            } else {
                known.contains { $0.isCritical && $0.isApplied } ? .failed : .undetermined
            }
        return TRCheck("5.8", "defects", result)
    }

    private init(_ number: String, _ name: String, _ check: Check) {
        self.number = number
        self.name = name
        self.check = check
        obligation = check.obligation
        let plain = TRResult(check.result)
        isLetPass = check.leniency != nil
        result =
            isLetPass && plain == .successful
            ? .undetermined : plain == .undetermined && Self.withoutDoubt.contains(check.id) ? .aborted : plain
    }

    private init(_ number: String, _ name: String, _ result: TRResult) {
        self.number = number
        self.name = name
        self.result = result
        obligation = nil
        check = nil
        isLetPass = false
    }

    func json(_ profile: InspectionReport.LogProfile) -> JSONValue {
        var members: [String: JSONValue] = ["id": .string(number), "name": .string(name)]
        if let obligation { members["obligation"] = .string(obligation.trLetter) }
        if let check {
            members["check"] = .string(check.id.rawValue)
            // What was compared with a holder's data is said in full logs alone.
            let isPersonal = check.answer == .consistency && check.id != "consistency.issuingState"
            let isShown = profile == .full || !isPersonal
            if let reason = check.result.reason ?? check.leniency {
                members["reason"] = .string(reason.code)
                members["errorCode"] = .number(TRErrorCode.number(of: reason.code))
                if isShown { members["message"] = .string(reason.text) }
            }
            if let before = check.preDefectResult {
                members["preDefectResult"] = TRResult(before).json(
                    before.reason.map { ["reason": .string($0.code)] } ?? [:])
            }
            if isShown {
                members["evidence"] = .array(
                    check.evidence.map { .members(["name": .string($0.name), "value": .string($0.value)]) })
            }
        }
        return result.json(members)
    }
}
