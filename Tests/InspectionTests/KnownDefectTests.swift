import ChipReader
import Inspection
import LDS
import PKI
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: what lists know to be wrong, TR-03135-1 §5.8")
struct KnownDefectTests {
    private static let source = TrustDelivery.Source(kind: .defectList, name: "defects.bin", sha256: [1, 2])

    private func report(
        _ type: OID, _ parameters: [UInt8]? = nil, _ change: (inout ChipReading) -> Void = { _ in }
    ) throws -> InspectionReport {
        let fixture = try InspectionFixture()
        var reading = fixture.read()
        change(&reading)
        var defects = DefectCatalogue()
        let defect = KnownDefect(type: type, parameters: parameters, text: "Known since May", source: Self.source)
        defects.add([DefectRule(country: nil, defects: [defect])], from: Self.source, standing: .pinned([1]))
        let inspection = DocumentInspection(
            trust: PassiveAuthentication(
                material: LoadedTrustMaterial(anchors: fixture.anchors, defects: defects), at: InspectionFixture.time),
            account: .init(
                component: .init(name: "emrtd", version: "0"), transactionID: "test", startedAt: InspectionFixture.time,
                endedAt: InspectionFixture.time))
        return inspection.report(for: reading, printed: fixture.printed)
    }

    @Test func `fails a proof by a key that others know`() throws {
        let report = try report(.deviation(1, 4))
        #expect(report.code("aa.chip") == "keyCompromised")
        #expect(report["aa.chip"]?.preDefectResult == .successful)
        #expect(report.verdict == .rejected)
        #expect(report.knownDefects.map(\.changedChecks) == [["aa.chip"]])
        #expect(report.knownDefects.first?.isCritical == true)
        #expect(report.remarks.contains { $0.code == "knownDefect" && $0.text.contains("Known since May") })
    }

    @Test
    func `leaves a proof open that is known to fail, and does not ask for it where the chip is known to be broken`()
        throws
    {
        let refused: (inout ChipReading) -> Void = {
            $0.activeAuthentication = .init(challenge: [1], answer: .refused(status: 0x6982))
        }
        let open = try report(.defect(1, 5), [0x0A, 0x01, 0x01], refused)
        #expect(open.code("aa.chip") == "knownDefect")
        #expect(open.verdict == .undecided)
        #expect(open["aa.chip"]?.preDefectResult?.reason?.code == "refused")

        let broken = try report(.deviation(4), nil, refused)
        #expect(broken["aa.chip"]?.result.name == "notSupported")
        #expect(broken.verdict == .accepted)
    }

    @Test func `changes nothing where nothing is wrong`() throws {
        let report = try report(.deviation(2, 3))
        #expect(report.verdict == .accepted)
        #expect(report.checks.allSatisfy { $0.preDefectResult == nil })
        #expect(report.knownDefects.map(\.isApplied) == [false])
    }

    @Test func `counts a check as a policy of somebody's own says`() throws {
        let fixture = try InspectionFixture()
        var reading = fixture.read()
        reading.activeAuthentication = .init(challenge: [1], answer: .refused(status: 0x6982))
        #expect(fixture.judge(reading).verdict == .rejected)
        var lax = fixture
        lax.policy = try TrustPolicy(
            file: Array(#"{"name": "lax", "obligations": {"aa.chip": "recorded"}}"#.utf8), checks: PolicyTable.checks)
        let report = lax.judge(reading)
        #expect(report.verdict == .accepted)
        #expect(report.policy.name == "lax" && report.policy.base == "operational")
        #expect(report.policy.sha256?.count == 64)
    }
}
