import ChipSimulator
import Cryptography
import Issuing
import LDS
import Testing

@Suite("Fault and forgery profiles")
struct ProfileTableTests {
    @Test
    func `have names of their own, found again by them`() {
        #expect(Set(FaultProfile.all.map(\.name)).count == FaultProfile.all.count)
        #expect(Set(ForgeryProfile.all.map(\.name)).count == ForgeryProfile.all.count)
        #expect(FaultProfile(named: "no-extended")?.name == "no-extended")
        #expect(ForgeryProfile(named: "clone")?.breaks == .chipGenuineness)
        #expect(FaultProfile(named: "nothing") == nil)
        #expect(ForgeryProfile(named: "nothing") == nil)
    }

    @Test(arguments: FaultProfile.all.map(\.name))
    func `change the document or its behaviour`(_ name: String) throws {
        let document = try Specimen.utopia()
        var simulated = SimulatedDocument(document)
        try #require(FaultProfile(named: name)).apply(&simulated)

        #expect(
            simulated.behaviour != ChipBehaviour() || simulated.document.files != document.files
                || simulated.document.accessControl != document.accessControl)
    }

    @Test(arguments: ForgeryProfile.all.map(\.name))
    func `forge the chip or its files, and never the certificates that a verifier trusts`(_ name: String) throws {
        let document = try Specimen.utopia()
        var simulated = SimulatedDocument(document)
        try #require(ForgeryProfile(named: name)).apply(&simulated)
        let key = simulated.document.activeAuthentication?.key.subjectPublicKeyInfo()

        #expect(
            simulated.document.files != document.files
                || key != document.activeAuthentication?.key.subjectPublicKeyInfo()
                || simulated.behaviour != ChipBehaviour())
        #expect(simulated.document.cscaCertificates == document.cscaCertificates)
    }

    @Test
    func `leave a document without authorities readable`() throws {
        for forgery in ForgeryProfile.all {
            var simulated = SimulatedDocument(try Specimen.utopia())
            simulated.document.authorities = nil
            try forgery.apply(&simulated)
            #expect(simulated.document.files[.dataGroup(.dg1)] != nil)
        }
    }
}
