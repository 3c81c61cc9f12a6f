import Report
import Standards
import Testing

@Suite("Report: what to do next, by what is kept and what was refused")
struct AdviceWordingTests {
    private func report(
        _ id: CheckID, _ answer: Check.Answer, _ result: CheckResult, _ evidence: ReadingSummary.Evidence?
    ) -> InspectionReport {
        var report = SampleReports.accepted
        report.checks.append(SampleReports.check(id, answer, result))
        report.reading.evidence = evidence
        return report
    }

    @Test(
        arguments: [
            (nil, "keep the evidence, and"), (.notKept, "read it again with '--out DIR' (nothing was kept), and"),
            (.kept("/a/b"), "keep the evidence (in /a/b), and"),
        ] as [(ReadingSummary.Evidence?, String)])
    func `speaks of evidence only where there is some`(evidence: ReadingSummary.Evidence?, words: String) throws {
        let wrong = CheckResult.failed(Reason("signatureWrong", "Wrong."))
        for (id, answer) in [("pa.sod.structure", .dataIntegrity), ("aa.chip", .chipGenuineness)]
            as [(CheckID, Check.Answer)]
        {
            let report = report(id, answer, wrong, evidence)
            #expect(report.nextSteps.count == 1)
            #expect(report.nextSteps.first?.contains(words) == true, "\(report.nextSteps)")
            #expect(try InspectionReport(json: report.json()) == report)
        }
    }

    @Test(
        arguments: [
            (nil, "judge the stored evidence again with 'emrtd verify DIR --csca FILE'"),
            (.notKept, "read the document again with '--csca FILE', and with '--out DIR' (nothing was kept)"),
            (.kept("/a/b"), "'emrtd verify /a/b --csca FILE'"),
        ] as [(ReadingSummary.Evidence?, String)])
    func `judges again only what is kept`(evidence: ReadingSummary.Evidence?, words: String) {
        let open = CheckResult.undetermined(Reason("noAnchor", "None."))
        let report = report("pa.issuer.found", .issuerTrust, open, evidence)
        #expect(report.nextSteps.first?.contains(words) == true, "\(report.nextSteps)")
    }

    @Test(arguments: ["wrongKey", "accessDenied", "conditionsNotSatisfied", "wrongKeyCounted"])
    func `thinks of another document where a picture's key is refused and nothing else is likely`(code: String) {
        var report = report("access.bac", .access, .failed(Reason(code, "Refused.")), nil)
        let words = "the picture may be of another document than the one on the reader"
        func step() -> String { report.nextSteps.first?.lowercased() ?? "" }
        #expect(!step().contains(words))
        report.capture = SampleReports.refused.capture
        #expect(!step().contains(words))
        report.capture?.rereadings.removeAll { $0.outcome == .offered }
        #expect(step().contains(words), "\(step())")
        report.capture?.rereadings = []
        #expect(step().contains(words), "\(step())")
    }

    @Test(arguments: ["passwordNotFound", "passwordBlocked", "passwordDeactivated"])
    func `does not advise the number that the chip just refused`(code: String) {
        let can = CheckResult.aborted(Reason(code, "The chip has no CAN (6A88)."))
        #expect(report("files.complete", .files, can, nil).nextSteps.allSatisfy { !$0.contains("--can") })
        let pin = CheckResult.aborted(Reason(code, "The chip has no PIN (6A88)."))
        #expect(report("files.complete", .files, pin, nil).nextSteps.contains { $0.contains("--can") })
    }

    @Test(arguments: ["noCRL", "crlStale"])
    func `names the policy under which a list is missed`(code: String) {
        let open = CheckResult.undetermined(Reason(code, "No list."))
        let report = report("pa.documentSigner.revocation", .issuerTrust, open, nil)
        #expect(report.nextSteps.first?.contains("Under the policy operational nothing is accepted") == true)
        #expect(report.nextSteps.first?.hasPrefix("The list at hand is out of date") == (code == "crlStale"))
    }
}
