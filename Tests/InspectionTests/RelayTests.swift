import ChipReader
import ChipSimulator
import Inspection
import Report
import Standards
import Testing

@Suite("Inspection: another chip that answers through a relay")
struct RelayTests {
    /// A copy without private keys takes the place of the genuine chip, which nobody is told of, after each command.
    @Test(arguments: 0..<20)
    func `is noticed, at whichever command it begins`(count: Int) throws {
        var fixture = try InspectionFixture()
        try #require(ForgeryProfile(named: "relay")).apply(&fixture.simulated)
        fixture.simulated.relay?.afterCommand = count
        let connection = fixture.connection
        var reader = ChipReader(connection)
        let report = fixture.judge(reader.read(fixture.request, at: InspectionFixture.time))

        guard connection.cost.apduCount > count else { return }
        #expect(report.verdict != .accepted)
    }
}
