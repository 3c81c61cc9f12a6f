import ChipSimulator
import LDS
import Report
import Standards
import Testing

@Suite("Inspection: an application that cannot be selected, field note 17")
struct SelectionTests {
    /// The reader has gone to the master file, where other files have the same short identifiers.
    @Test(arguments: ["specimen-pace", "specimen-cam", "specimen-eac"])
    func `takes no file of the master file for one of the application`(specimen: String) throws {
        var fixture = try InspectionFixture(specimen: specimen)
        try #require(FaultProfile(named: "application-selected")).apply(&fixture.simulated)
        let reading = fixture.read()
        let report = fixture.judge(reading)

        #expect(reading.ending.code == "applicationRefused")
        #expect(!reading.files.contains { $0.file.application == .lds1 })
        #expect(report.verdict == .undecided)
    }
}

extension ChipReading.Ending {
    fileprivate var code: String? {
        if case .brokenOff(let reason) = self { reason.code } else { nil }
    }
}
