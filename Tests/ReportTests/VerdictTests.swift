import Report
import Standards
import Testing

@Suite("Report: the verdict and the answers, TR-03135-1 §5.4")
struct VerdictTests {
    static let why = Reason("code", "words")

    private func report(_ results: (CheckResult, Check.Obligation)...) -> InspectionReport {
        var report = SampleReports.accepted
        report.checks = results.map { SampleReports.check("pa.trust", .issuerTrust, $0.0, $0.1) }
        return report
    }

    @Test func `rejects where a mandatory check failed, whatever else is open`() {
        #expect(report((.undetermined(Self.why), .mandatory), (.failed(Self.why), .mandatory)).verdict == .rejected)
    }

    @Test(arguments: [CheckResult.undetermined(why), .aborted(why)])
    func `stays undecided where a mandatory check is open`(result: CheckResult) {
        #expect(report((.successful, .mandatory), (result, .mandatory)).verdict == .undecided)
    }

    @Test func `accepts where mandatory checks succeeded and the others do not apply`() {
        #expect(report((.successful, .mandatory), (.notSupported(Self.why), .mandatory)).verdict == .accepted)
    }

    @Test(arguments: Check.Obligation.allCases.filter { $0 != .mandatory })
    func `lets no other check decide`(obligation: Check.Obligation) {
        #expect(report((.successful, .mandatory), (.failed(Self.why), obligation)).verdict == .accepted)
        #expect(report((.successful, obligation)).verdict == .undecided)
    }

    @Test func `accepts nothing where no mandatory check succeeded`() {
        #expect(report().verdict == .undecided)
        #expect(report((.notSupported(Self.why), .mandatory)).verdict == .undecided)
    }

    @Test func `derives an answer from its own checks alone`() {
        let answers = SampleReports.rejected.answers
        #expect(answers.map(\.answer) == Check.Answer.allCases)
        #expect(answers.first { $0.answer == .dataIntegrity }?.result.isFailure == true)
        #expect(answers.first { $0.answer == .issuerTrust }?.result == .successful)
    }

    @Test func `takes one success for a genuine chip, but not beside a failure`() {
        var report = SampleReports.accepted
        report.checks = [
            SampleReports.check("aa.chip", .chipGenuineness, .undetermined(Self.why)),
            SampleReports.check("ca.chip", .chipGenuineness),
        ]
        #expect(report.answers[4].result == .successful)
        report.checks[0] = SampleReports.check("aa.chip", .chipGenuineness, .failed(Self.why))
        #expect(report.answers[4].result == .failed(Self.why))
    }

    @Test func `ranks a check that was broken off before one that is open`() {
        let answer = report((.undetermined(Self.why), .mandatory), (.aborted(Self.why), .mandatory)).answers[3]
        #expect(answer.result == .aborted(Self.why))
    }

    @Test func `counts the remarks of an answer beside its result`() {
        let answer = report((.successful, .mandatory), (.failed(Self.why), .optional)).answers[3]
        #expect(answer.result == .successful)
        #expect(answer.remarkCount == 1)
    }

    @Test(arguments: ["cardRemoved", "sharingViolation", "readerRemoved", "unfinished", "cancelled"])
    func `speaks of going on only where evidence of an opened chip is kept`(code: String) throws {
        var report = SampleReports.undecided
        report.reading.brokenOff = Reason(code, "Why.")
        report.checks = report.checks.map { check in
            guard check.id == "files.complete" else { return check }
            return SampleReports.check(check.id, check.answer, .aborted(Reason(code, "Why.")))
        }
        let resumes = { (report: InspectionReport) in report.nextSteps.contains { $0.contains("--resume DIR") } }
        #expect(resumes(report))
        report.files = report.files.filter { $0.name == "CardAccess" }
        #expect(!resumes(report))
        #expect(!report.nextSteps.isEmpty)
    }

    @Test func `says of a chip that stayed closed why, and counts what follows from that`() {
        let text = SampleReports.unopened.text()
        #expect(text.contains("UNDECIDED   The chip could not be opened. The chip refuses the CAN (6300)"))
        #expect(text.contains("6 further checks could not be made"))
        #expect(!text.contains("It was not read"))
        #expect(SampleReports.unopened.nextSteps.map { $0.prefix(18) } == ["Compare the number"])

        // What was read in an earlier session is judged, whatever became of this one.
        var resumed = SampleReports.unopened
        resumed.files = SampleReports.accepted.files
        #expect(resumed.text().contains("It was not read"))
    }

    @Test func `compares the person with the portrait that there is`() {
        var report = SampleReports.accepted
        report.files = report.files.filter { $0.name != "DG2" } + [FileEntry(name: "DG2", state: .skipped)]
        #expect(report.nextSteps.map { $0.hasPrefix("The chip's portrait is not at hand") } == [true])
    }

    @Test func `says of stored evidence that files may have been taken out`() {
        var report = SampleReports.accepted
        report.files = [FileEntry(name: "DG2", state: .skipped)]
        #expect(report.text().contains("left out on request"))
        report.reading.origin = .evidence
        #expect(report.text().contains("left out or taken out, on request"))
        #expect(report.html().contains("left out or taken out, on request"))
    }

    @Test(arguments: ["noCRL", "crlStale", "crlUnusable"])
    func `names the missing revocation list, and nothing that follows from it`(code: String) {
        var report = SampleReports.accepted
        report.checks = [
            SampleReports.check(
                "pa.documentSigner.revocation", .issuerTrust, .undetermined(Reason(code, "No list."))),
            SampleReports.check("pa.issuer.trust", .issuerTrust, .undetermined(Reason("undetermined", "Open."))),
            SampleReports.check("aa.chip", .chipGenuineness, .undetermined(Reason("notAnchored", "Open."))),
        ]
        #expect(report.nextSteps.count == 1)
        #expect(report.nextSteps.first?.contains("'--crl FILE'") == true)
        // Where nothing else explains it, it keeps its own step.
        report.checks.removeFirst(2)
        #expect(report.nextSteps.first?.hasPrefix("Read the chip again") == true)
    }

    @Test(arguments: ["knownDefect", "revocationDoubtful"])
    func `advises no other certificates where a list knows what is wrong`(code: String) {
        var report = SampleReports.accepted
        report.checks = [
            SampleReports.check("pa.documentSigner.signature", .issuerTrust, .undetermined(Reason(code, "Known."))),
            SampleReports.check("pa.issuer.trust", .issuerTrust, .undetermined(Reason("undetermined", "Open."))),
        ]
        #expect(report.nextSteps.count == 1)
        #expect(report.nextSteps.first?.contains("xamine") == true)
        #expect(report.nextSteps.allSatisfy { !$0.contains("up to date") && !$0.contains("--csca") })
    }

    @Test(arguments: ["noAnchor", "noCRL", "crlStale", "crlUnusable"])
    func `sends to the store where one was asked`(code: String) {
        var report = SampleReports.accepted
        report.checks = [
            SampleReports.check("pa.documentSigner.revocation", .issuerTrust, .undetermined(Reason(code, "Open.")))
        ]
        report.trustLists = [.init(kind: "store", name: "trust.sqlite", certificateCount: 3, generation: "1")]
        #expect(report.nextSteps.first?.contains("'emrtd trust import FILE'") == true)
        report.trustLists[0].certificateCount = 0
        #expect(report.nextSteps.first?.contains("emrtd trust pin add") == (code == "noAnchor"))
    }

    @Test func `asks for no second reading of a chip whose signer is not trusted`() {
        var report = SampleReports.accepted
        report.checks = [
            SampleReports.check("pa.issuer.name", .issuerTrust, .failed(Reason("differentCountry", "Another state."))),
            SampleReports.check("aa.chip", .chipGenuineness, .undetermined(Reason("notAnchored", "Open."))),
        ]
        #expect(report.nextSteps.map { $0.hasPrefix("Do not rely on this document.") } == [true])
    }

    @Test func `says that there are no lines to compare`() {
        var report = SampleReports.accepted
        report.files.removeAll { $0.name == "DG1" }
        report.checks = [
            SampleReports.check("consistency.printedMRZ", .consistency, .undetermined(Reason("noDG1", "No DG1.")))
        ]
        #expect(report.nextSteps.first?.contains("(DG1) are not at hand") == true)
    }

    @Test func `says what to do for each kind of obstacle, each thing once`() {
        #expect(SampleReports.undecided.nextSteps.count == 2)
        #expect(SampleReports.rejected.nextSteps.count == 1)
        #expect(SampleReports.accepted.nextSteps == ["Compare the portrait with the person in front of you."])
    }
}
