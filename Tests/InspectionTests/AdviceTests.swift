import AccessControl
import ChipReader
import ChipSimulator
import Inspection
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: what to do next is what can help")
struct AdviceTests {
    /// What would be another reading, other certificates or another rule.
    static let remedies = [
        "--policy", "--csca", "up to date", "Lay the document", "so that it can prove", "Read what is missing",
    ]

    private func report(_ forgery: String, on specimen: String = "specimen") throws -> InspectionReport {
        try ForgeryRow(.forgery(forgery), on: specimen, nil).inspect().report
    }

    @Test(arguments: ForgeryRow.all.filter { $0.verdict == .rejected })
    func `sends nobody for more data, or to a laxer policy, where a document is rejected`(_ row: ForgeryRow) throws {
        let steps = try row.inspect().report.nextSteps
        #expect(!steps.isEmpty)
        for word in Self.remedies { #expect(!steps.contains { $0.contains(word) }, "\(word): \(steps)") }
    }

    @Test(arguments: ["ds-wrong-type", "wrong-state"])
    func `advises not to rely on a document whose signer may not sign it`(forgery: String) throws {
        let steps = try report(forgery).nextSteps
        // The lines of the chip are another state's, and not those printed.
        #expect(steps.contains { $0.contains("by eye") } == (forgery == "wrong-state"))
        #expect(steps.first?.hasPrefix("Do not rely on this document") == true)
        #expect(steps.first?.contains("keep the evidence, and call an expert") == true)
    }

    @Test(arguments: ["ds-broken-signature", "ds-two-algorithms", "self-made-csca-key"])
    func `says of an authority that refuted the signer that it is there`(forgery: String) throws {
        let report = try report(forgery)
        #expect(report["pa.issuer.found"]?.result == .successful)
        for id: CheckID in ["pa.issuer.name", "pa.issuer.validity", "pa.documentSigner.validity"] {
            let reason = report[id]?.result.reason
            #expect(reason?.text == "Not asked, since the signature of the signer is wrong.", "\(id)")
        }
        #expect(!report.nextSteps.contains { $0.contains("CSCA") })
    }

    @Test func `asks for no missing group, and for no other policy, where there is one too many`() throws {
        let row = try #require(ForgeryRow.all.first { $0.name == "--forge group-added" })
        let report = try row.inspect().report
        #expect(report.verdict == .undecided)
        #expect(report.nextSteps.first?.hasPrefix("The chip holds more, or less, than its issuer signed.") == true)
        #expect(!report.nextSteps.contains { $0.contains("issing") || $0.contains("--policy") })
    }

    @Test func `names another policy where that alone would decide otherwise`() throws {
        var fixture = try InspectionFixture()
        try #require(FaultProfile(named: "com-lacks-group")).apply(&fixture.simulated)
        #expect(fixture.inspect().nextSteps.first?.contains("'--policy archive'") == true)
        fixture.policy = .archive
        #expect(fixture.inspect().verdict == .accepted)
        fixture.policy = .strict
        let strict = fixture.inspect()
        #expect(strict.verdict == .rejected)
        #expect(!strict.nextSteps.contains { $0.contains("--policy") })
    }

    @Test func `says of an accepted document whose page was not compared that it is to be`() throws {
        var fixture = try InspectionFixture()
        fixture.printed = nil
        let report = fixture.inspect()
        let step =
            "The printed page was not compared with the chip: compare name, number and dates with the data above."
        #expect(report.verdict == .accepted)
        #expect(report.nextSteps.first == step)
        #expect(report.text(width: 120).contains("agrees; the printed page was not compared."))
        fixture.printed = try InspectionFixture().printed
        #expect(!fixture.inspect().nextSteps.contains(step))
        #expect(!fixture.inspect().text(width: 120).contains("the printed page was not compared"))
    }

    @Test func `calls an access weakened that somebody weakened, and not refused`() throws {
        let text = try report("pace-removed", on: "specimen-pace").text()
        #expect(text.contains("✘ Access            Weakened"))
        #expect(!text.contains("Not opened"))
    }

    @Test func `asks no second reading of a chip that proves itself only to a terminal`() throws {
        var fixture = try InspectionFixture(specimen: "specimen-identity-card")
        try #require(ForgeryProfile(named: "ca2-clone")).apply(&fixture.simulated)
        fixture.request.terminal = nil
        let report = fixture.inspect()
        #expect(report.code("ca.chip") == "terminalNeeded")
        #expect(
            report.nextSteps.first?.hasPrefix("This chip proves itself only to a terminal with certificates") == true)
        #expect(!report.nextSteps.contains { $0.contains("so that it can prove") })
    }

    @Test func `says of a DG1 that was read that it was`() throws {
        let fixture = try InspectionFixture()
        var reading = fixture.read()
        let file = ElementaryFile.dataGroup(.dg1)
        reading.files = reading.files.map { $0.file == file ? FileReading(file: file, outcome: .read([0x61, 0])) : $0 }
        let malformed = fixture.judge(reading)
        let text = malformed["consistency.printedMRZ"]?.result.reason?.text
        #expect(text == "DG1 was read and holds no machine readable zone, so there is nothing to compare.")
        let type = malformed["pa.documentSigner.documentType"]?.result.reason?.text
        #expect(type == "DG1 is not known to be the file that was signed.")
        reading.files.removeAll { $0.file == file }
        let unread = fixture.judge(reading)
        #expect(unread["consistency.printedMRZ"]?.result.reason?.text.hasPrefix("DG1 was not read,") == true)
        #expect(unread["pa.documentSigner.documentType"]?.result.reason?.text == "DG1 was not read.")
    }

    @Test func `calls an expired document over, and no contradiction`() throws {
        var fixture = try InspectionFixture()
        fixture.time = Timestamp(secondsSince1970: 2_073_000_000)  // 2035-09-10
        let report = fixture.inspect()
        #expect(report["consistency.expiry"]?.result.isFailure == true)
        #expect(report.text().contains("✘ Consistency       Over"))
        #expect(!report.text().contains("Contradiction"))
    }

    @Test func `has the date of the machine looked at where certificates are not valid yet`() throws {
        var fixture = try InspectionFixture()
        fixture.time = Timestamp(secondsSince1970: 1_400_000_000)
        let report = fixture.inspect()
        #expect(report.verdict == .rejected)
        #expect(report.nextSteps.count == 1)
        #expect(report.nextSteps.first?.hasPrefix("The document was judged as of 13 May 2014") == true)
        #expect(report.nextSteps.first?.contains("check the date of this machine") == true)
    }
}
