import ChipSimulator
import Foundation
import Inspection
import Report
import Standards
import TestSupport
import Testing

@Suite("Inspection: forgeries and attacks, each by the check that must notice it")
struct ForgeryTableTests {
    @Test(arguments: ForgeryRow.all)
    func `is noticed by the right check, and no other is wronged`(_ row: ForgeryRow) throws {
        let found = try row.inspect()
        let departures = found.departures(from: try row.inspectGenuine())
        let expected = Set((row.check.map { [$0] } ?? []) + row.also)

        #expect(departures.isSuperset(of: expected), "missing: \(expected.subtracting(departures).sorted())")
        let others = departures.subtracting(expected)
        switch row.rest {
        case .asGenuine: #expect(others.isEmpty, "more than expected: \(others.sorted())")
        case .open: #expect(!others.contains { $0.contains(": failed") }, "\(others.sorted())")
        }
        #expect(found.report.verdict == row.verdict)
        if let remark = row.remark { #expect(found.report.remarks.contains { $0.code == remark }) }
        #expect(row.check != nil || row.remark != nil)
    }

    @Test(arguments: Set(ForgeryRow.all.map(\.specimen)).sorted())
    func `leaves the genuine document accepted`(specimen: String) throws {
        #expect(try InspectionFixture(specimen: specimen).inspect().verdict == .accepted)
    }

    @Test func `has a row for each forgery and for each hostile fault`() {
        let names = Set(ForgeryRow.all.map(\.name))
        for forgery in ForgeryProfile.all { #expect(names.contains("--forge \(forgery.name)")) }
        for fault in FaultProfile.all where fault.kind == .hostile && ForgeryRow.unseen[fault.name] == nil {
            #expect(names.contains("--fault \(fault.name)"), "\(fault.name)")
        }
    }

    @Test func `says of what cannot be seen that it is not`() throws {
        for name in ForgeryRow.unseen.keys {
            let row = ForgeryRow(.fault(name), on: "specimen-eac", nil, verdict: .accepted)
            #expect(try row.inspect().departures(from: row.inspectGenuine()).isEmpty)
        }
    }

    @Test func `has no row twice, and at least sixty`() {
        #expect(ForgeryRow.all.count >= 60)
        #expect(Set(ForgeryRow.all.map(\.testDescription)).count == ForgeryRow.all.count)
    }

    /// A self-made authority is nobody's forgery until the state's own certificate is at hand.
    @Test func `rejects no document for an issuer that is not known, and accepts none`() {
        for row in ForgeryRow.all where row.check == "pa.issuer.found: undetermined noAnchor" {
            #expect(row.verdict == .undecided)
        }
    }

    @Test func `is counted in the README as it is`() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        #expect(page.contains("\(ForgeryRow.all.count) forgeries and attacks"), "\(ForgeryRow.all.count)")
    }
}
