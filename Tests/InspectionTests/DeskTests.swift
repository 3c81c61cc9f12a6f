import ChipSimulator
import Inspection
import LDS
import Report
import Standards
import Testing

/// What the report of a chip that misbehaves has to say to the person at the desk.
struct DeskCase: Sendable, CustomTestStringConvertible {
    var fault: String
    var verdict: InspectionReport.Verdict
    /// The check that tells what happened, and the code of its reason.
    var check: CheckID
    var code: String?
    /// How the first step to take begins.
    var step: String

    init(
        _ fault: String, _ verdict: InspectionReport.Verdict, _ check: CheckID, _ code: String?, _ step: String
    ) {
        self.fault = fault
        self.verdict = verdict
        self.check = check
        self.code = code
        self.step = step
    }

    var testDescription: String { fault }

    static let accepted = "Compare the portrait with the person"
    static let typed = "Compare document number, date of birth and date of expiry with the printed lines"
    static let suspect = "Read the chip again. If it happens once more, the chip does not behave as an eMRTD"

    static let all: [DeskCase] = [
        DeskCase("application-6a82", .undecided, "access.bac", "noApplication", "Make sure that the document"),
        DeskCase("com-absent", .accepted, "files.com", "absent", accepted),
        DeskCase("com-lists-missing-group", .undecided, "files.agreement", "comDisagrees", "EF.COM is not signed"),
        DeskCase("com-lacks-group", .undecided, "files.agreement", "comDisagrees", "EF.COM is not signed"),
        DeskCase("group-absent", .rejected, "files.DG11", "absent", "Do not rely on the chip's data."),
        DeskCase("full-read-6700", .accepted, "files.complete", nil, accepted),
        DeskCase("read-6c", .accepted, "files.complete", nil, accepted),
        DeskCase("end-9000", .accepted, "files.complete", nil, accepted),
        DeskCase("end-6c", .accepted, "files.complete", nil, accepted),
        DeskCase("read-100", .accepted, "files.complete", nil, accepted),
        DeskCase("bac-6300", .undecided, "access.bac", "wrongKey", typed),
        DeskCase("bac-63c7", .undecided, "access.bac", "wrongKeyCounted", typed),
        DeskCase("bac-6982", .undecided, "access.bac", "accessDenied", typed),
        DeskCase("bac-6985", .undecided, "access.bac", "conditionsNotSatisfied", typed),
        DeskCase("bac-40-wrong-bytes", .undecided, "access.bac", "chipNotAuthenticated", suspect),
        DeskCase("bac-39-bytes", .undecided, "access.bac", "wrongAnswerLength", suspect),
        DeskCase("dg2-inner-length", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-record-length", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-two-images", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-codestream", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-trailing-zeros", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-300k", .accepted, "files.DG2", nil, accepted),
        DeskCase("dg2-4gib", .rejected, "files.DG2", "damaged", "Read the chip again; if the same file fails"),
        DeskCase("sod-indefinite", .accepted, "pa.sod.signature", nil, accepted),
        DeskCase("sod-sha512-groups", .accepted, "pa.sod.signature", nil, accepted),
        DeskCase("sod-other-algorithm", .accepted, "pa.sod.signature", nil, accepted),
    ]
}

@Suite("Inspection: what a misbehaving chip means to the person at the desk")
struct DeskTests {
    private var fixture: InspectionFixture

    init() throws {
        fixture = try InspectionFixture()
    }

    @Test(arguments: DeskCase.all)
    mutating func `says what happened and what to do next`(expected: DeskCase) throws {
        let fault = try #require(FaultProfile.all.first { $0.name == expected.fault })
        try fault.apply(&fixture.simulated)
        let report = fixture.inspect()

        #expect(report.verdict == expected.verdict, "\(report.obstacles)")
        #expect(report[expected.check] != nil)
        #expect(report.code(expected.check) == expected.code)
        #expect(report.nextSteps.first?.hasPrefix(expected.step) == true, "\(report.nextSteps)")
    }

    @Test(arguments: [
        ("accessDeniedPACE", "Compare document number"), ("paceOnly", "The chip has to be opened by PACE"),
        ("keyNeeded", "Give the printed lines"), ("paceNotOffered", "Read again with '--access auto'"),
        ("otherChip", "Take everything else from the reader"), ("cardRemoved", "Lay the document flat"),
        ("sharingViolation", "Close the other program"), ("readerRemoved", "Plug the reader in again"),
        ("unfinished", "The program ended too early"), ("cancelled", "The read was stopped by hand"),
    ])
    func `has a step for each way in which a read breaks off`(code: String, step: String) {
        var reading = fixture.read()
        reading.ending = .brokenOff(Reason(code, "Why."))
        #expect(fixture.judge(reading).nextSteps.first?.hasPrefix(step) == true)
    }
}
