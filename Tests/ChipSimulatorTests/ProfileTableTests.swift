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

    private func publicKeys(_ document: IssuedDocument) -> [[UInt8]] {
        document.chipAuthentication.map { SecurityInfoEncoder.chipAuthenticationPublicKey($0) }
    }

    @Test(arguments: Specimen.all.map(\.name))
    func `change each specimen that has what they need`(specimen: String) throws {
        let document = try #require(try Specimen.named(specimen))
        for forgery in ForgeryProfile.all where forgery.needs?.isMet(by: document) ?? true {
            var simulated = SimulatedDocument(document)
            try forgery.apply(&simulated)
            #expect(
                simulated.document.files != document.files || simulated.behaviour != ChipBehaviour()
                    || simulated.document.activeAuthentication?.key.subjectPublicKeyInfo()
                        != document.activeAuthentication?.key.subjectPublicKeyInfo()
                    || publicKeys(simulated.document)
                        != publicKeys(document)
                    || simulated.relay != nil,
                "\(forgery.name)")
        }
    }

    @Test func `need what a document has, and name a forgery that needs nothing where it has not`() throws {
        var document = try Specimen.utopia()
        for need in ForgeryProfile.all.compactMap(\.needs) {
            #expect(need.isMet(by: document))
            let alternative = try #require(ForgeryProfile(named: need.alternative))
            #expect(alternative.needs == nil)
        }
        document.activeAuthentication = nil
        for need in ForgeryProfile.all.compactMap(\.needs) { #expect(!need.isMet(by: document)) }
        document.chipAuthentication = try #require(try Specimen.named("specimen-eac")).chipAuthentication
        #expect(try #require(ForgeryProfile(named: "clone")?.needs).isMet(by: document))
        #expect(!(try #require(ForgeryProfile(named: "clone-other-key")?.needs).isMet(by: document)))
    }

    @Test(arguments: Specimen.all.map(\.name))
    func `leave a copy no private key`(specimen: String) throws {
        var simulated = SimulatedDocument(try #require(try Specimen.named(specimen)))
        try #require(ForgeryProfile(named: "clone")).apply(&simulated)
        #expect(simulated.document.activeAuthentication == nil && simulated.document.chipAuthentication.isEmpty)
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
