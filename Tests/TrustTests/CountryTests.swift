import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Step 20: the states that a signer and its document name")
struct CountryTests {
    /// A chain of San Marino as its authority writes it: no country, and the state's code before the common name.
    private func sanMarino(_ policy: TrustPolicy) throws -> PassiveAuthenticationResult {
        var document = TestDocument()
        document.cscaName = DirectoryName(country: "", commonName: "RSM-CSCA")
        document.signer.subject = DirectoryName(country: "SM", commonName: "RSM-DS")
        (document.csca.stateCode, document.signer.stateCode) = ("SMR", "SMR")
        document.lines = [
            "P<SMRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36SMR7408122F1204159ZE184226B<<<<<10",
        ]
        return try document.evaluate(policy)
    }

    @Test func `take a country from the beginning of a common name, and say so`() throws {
        let result = try sanMarino(.operational)
        #expect(result.failures == [])
        #expect(result[.issuingState]?.result == .successful)
        #expect(result.quirks.map(\.description).contains("Q20-country-in-common-name"))
        #expect(try sanMarino(.strict).code(.documentSignerProfile) == "countryInCommonName")
    }

    @Test func `take none from a common name that begins with another word`() throws {
        var document = TestDocument()
        document.cscaName = DirectoryName(country: "", commonName: "TEST-CSCA")
        #expect(try document.evaluate().code(.documentSignerProfile) == "countryMissing")
    }

    @Test func `say nothing of alternative names whose code nobody knows`() throws {
        var document = TestDocument()
        document.signer.stateCode = "QQQ"
        #expect(try document.evaluate(.strict).code(.issuingState) == nil)
    }
}

@Suite("Step 22: what lists know of documents")
struct KnownDefectCheckTests {
    @Test func `is not asked where no list is at hand, and decides nothing`() throws {
        let result = try TestDocument().evaluate()
        #expect(result.code(.knownDefects) == "noDefectLists")
        #expect(result.verdict == .accepted)
    }
}
