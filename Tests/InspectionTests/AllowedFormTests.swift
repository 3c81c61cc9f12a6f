import Inspection
import Report
import Standards
import Testing
import Trust

@Suite("Remarks on forms that the rules allow")
struct AllowedFormTests {
    @Test(arguments: Reason.allowedForms.sorted())
    func `are on quirks that have a name`(_ code: String) {
        #expect(TrustQuirks.all.contains { $0.description == code })
    }
}
