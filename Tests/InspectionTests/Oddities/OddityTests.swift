import CardTransport
import ChipSimulator
import Foundation
import Inspection
import LDS
import Report
import Standards
import TestSupport
import Testing

@Suite("Genuine chips with odd habits")
struct OddityTests {
    @Test(arguments: OddityRow.all, OddityTrial.Reader.allCases)
    func `are read whole and accepted, and what was odd is said`(_ row: OddityRow, _ reader: OddityTrial.Reader) throws
    {
        let trial = try OddityTrial(row.fault, row.specimen, reader, way: row.way, policy: row.policy)

        #expect(trial.reading.ending == .complete)
        #expect(trial.lost(way: row.way) == row.withheld)
        #expect(trial.reading.access.used == row.opens ?? row.specimen.opening)
        let expected = row.remarks.union(reader == .short ? row.shortRemarks : row.extendedRemarks)
        #expect(trial.remarks == expected, "\(trial.remarks.sorted())")
        #expect(try row.shows(trial.reading))
        if row.way == .terminal { #expect(trial.report["ta.terminal"]?.result == .successful) }
        if reader == .short, let reason = row.undecidedInShort {
            #expect(trial.report.verdict == .undecided)
            #expect(trial.obstacles == [reason])
        } else {
            #expect(trial.report.verdict == .accepted, "\(trial.obstacles)")
            #expect(trial.proofs == row.proofs ?? row.specimen.proofs)
        }
    }

    /// The same habit at every answer of a session, with all that a chip can prove in it.
    @Test(arguments: [OddityRow.Document.pace, .cam, .eac, .identityCard], 1...24)
    func `may lose the session once, at whichever answer`(_ specimen: OddityRow.Document, _ answer: Int) throws {
        for incident in [
            ChipBehaviour.SessionIncident.sessionLost(answer: answer),
            .bareStatus(answer: answer, StatusWord(0x0000)),
        ] {
            var simulated = SimulatedDocument(try specimen.document())
            simulated.behaviour.sessionIncident = incident
            simulated.behaviour.chainsCommands = true
            let way: OddityRow.Way = specimen == .eac ? .terminal : .zone
            let trial = try OddityTrial(simulated, way: way)

            #expect(trial.lost(way: way).isEmpty)
            #expect(trial.report.verdict == .accepted, "\(trial.obstacles)")
            #expect(trial.proofs == specimen.proofs)
        }
    }

    @Test func `are at least forty, and every profile of one has its row`() {
        let named = Set(OddityRow.all.map(\.fault))
        let profiles = OddityRow.profiles(.oddity)
        #expect(named == profiles)
        #expect(profiles.count >= 40)
    }

    @Test func `are counted in the README as they are`() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let figures = [
            "\(OddityRow.all.count) genuine chips with odd habits",
            "\(FieldNoteTests.chips.count) field notes tell of chips",
            "Of \(DefectRow.all.count) chips that do less than they should",
        ]
        for figure in figures { #expect(text.contains(figure), "\(figure)") }
    }

    @Test(arguments: OddityRow.Document.allCases)
    func `are odd: the documents without a fault give no ground for a remark`(_ specimen: OddityRow.Document) throws {
        for reader in OddityTrial.Reader.allCases {
            let way: OddityRow.Way = specimen == .eac ? .terminal : .zone
            var simulated = SimulatedDocument(try specimen.document())
            simulated.behaviour.chainsCommands = true
            let trial = try OddityTrial(simulated, reader, way: way)
            #expect(trial.remarks.isEmpty)
            #expect(trial.lost(way: way).isEmpty)
            #expect(trial.report.verdict == .accepted, "\(trial.obstacles)")
            #expect(trial.proofs == specimen.proofs)
        }
    }
}
