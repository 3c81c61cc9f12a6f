import ChipSimulator
import LDS
import Report
import Standards
import Testing

/// A chip that does less than it should: what is kept of it, and what is said.
struct DefectRow: Sendable, CustomTestStringConvertible {
    let fault: String
    /// Whether every file that the chip has is there.
    let isRead: Bool
    let verdict: InspectionReport.Verdict
    /// The check that says it, and its reason.
    let said: String
    var specimen = OddityRow.Document.passport
    var way = OddityRow.Way.zone
    var testDescription: String { fault }

    init(_ fault: String, _ kept: Kept, _ verdict: InspectionReport.Verdict, _ said: String) {
        self.fault = fault
        isRead = kept == .all
        self.verdict = verdict
        self.said = said
    }

    enum Kept { case all, nothing }

    /// Every row.
    static let all = closed + passwords + incomplete

    /// What has become of the PIN is said; nothing else opens the chip then unless it is asked for.
    private static let passwords: [DefectRow] = [
        ("pin-no-resumption", "pinSuspended"), ("unblock-6985", "passwordBlocked"),
        ("unblock-ineffective", "passwordBlocked"),
    ].map { fault, code in
        var row = DefectRow(fault, .nothing, .undecided, "files.complete: \(code)")
        row.specimen = .identityCard
        row.way = .pin
        return row
    }

    /// Nothing can be read, and that is no ground to call the document false.
    private static let closed: [DefectRow] =
        [
            ("application-6a82", "noApplication"), ("bac-6300", "wrongKey"), ("bac-63c7", "wrongKeyCounted"),
            ("bac-6982", "accessDenied"), ("bac-6985", "conditionsNotSatisfied"), ("pace-refused-0", "paceRefused"),
            ("pace-refused-1", "paceRefused"), ("pace-refused-2", "paceRefused"), ("pace-refused-3", "paceRefused"),
            ("pace-refused-4", "wrongKey"), ("pace-nonce-24", "paceBroken"),
            ("pace-nonce-24-integrated", "paceBroken"), ("pace-chain-kept", "paceRefused"),
        ].map { DefectRow($0, .nothing, .undecided, "files.complete: \($1)") }

    /// The card opens without it; its own authentication comes after that of the terminal.
    private static let withAuthorization: DefectRow = {
        var row = DefectRow("eac2-authorization-refused", .all, .undecided, "ca.chip: notAsked")
        row.specimen = .identityCard
        row.way = .terminal
        return row
    }()

    private static let incomplete: [DefectRow] = [
        DefectRow("com-lists-missing-group", .all, .undecided, "files.agreement: comDisagrees"),
        DefectRow("com-lacks-group", .all, .undecided, "files.agreement: comDisagrees"),
        DefectRow("com-lacks-dg14", .all, .undecided, "files.agreement: comDisagrees"),
        DefectRow("group-absent", .all, .rejected, "pa.dataGroup.DG11: absent"),
        DefectRow("sod-without-certificate", .all, .undecided, "pa.documentSigner.found: signerMissing"),
        // The issuer signed that the chip can prove itself, and a copy could not.
        DefectRow("aa-6d00", .all, .rejected, "aa.chip: refused"),
        DefectRow("aa-6a88", .all, .rejected, "aa.chip: refused"),
        DefectRow("ca-6f00", .all, .rejected, "ca.chip: refused"),
        DefectRow("ca-6a80", .all, .rejected, "ca.chip: refused"),
        withAuthorization,
    ]
}

@Suite("Chips that do less than they should")
struct DefectTests {
    @Test(arguments: DefectRow.all, OddityTrial.Reader.allCases)
    func `are read as far as they go, and what is missing is said`(_ row: DefectRow, _ reader: OddityTrial.Reader)
        throws
    {
        let trial = try OddityTrial(row.fault, row.specimen, reader, way: row.way)

        #expect(trial.lost(way: .zone).isEmpty == row.isRead)
        #expect((trial.reading.ending == .complete) == row.isRead)
        #expect(trial.report.verdict == row.verdict)
        #expect(trial.obstacles.contains(row.said), "\(trial.obstacles)")
    }

    @Test func `have a row each, here or among the forgeries`() {
        let elsewhere = OddityRow.profiles(.defect).filter { name in
            ForgeryRow.all.contains { $0.means == .fault(name) }
        }
        #expect(Set(DefectRow.all.map(\.fault)).union(elsewhere) == OddityRow.profiles(.defect))
        #expect(DefectRow.all.count == Set(DefectRow.all.map(\.fault)).count)
    }
}
