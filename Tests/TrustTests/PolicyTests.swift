import Issuing
import LDS
import Standards
import Testing
import Trust

@Suite("Policies")
struct PolicyTests {
    private static let policies: [TrustPolicy] = [.strict, .operational, .archive]

    @Test(arguments: Deviation.allCases)
    func `judges no departure harder than strict does`(_ deviation: Deviation) {
        func severity(_ policy: TrustPolicy) -> Int {
            switch policy.ruling(on: deviation) {
            case .fails: 2
            case .leavesOpen: 1
            case .isNoted: 0
            }
        }
        #expect(severity(.strict) >= severity(.operational))
        #expect(severity(.operational) >= severity(.archive))
    }

    /// The rows where the sources conflict: strict, operational, archive.
    static let conflicts: [(Deviation, [TrustPolicy.Ruling])] = [
        (.authorityKeyIdentifierMissing, [.fails, .isNoted, .isNoted]),
        (.comDisagrees, [.fails, .leavesOpen, .isNoted]), (.weakHash, [.isNoted, .isNoted, .isNoted]),
        (.weakHashRecently, [.fails, .isNoted, .isNoted]),
    ]

    @Test(arguments: conflicts)
    func `decides where the sources conflict`(deviation: Deviation, rulings: [TrustPolicy.Ruling]) {
        #expect(Self.policies.map { $0.ruling(on: deviation) } == rulings)
    }

    @Test
    func `judges at the time of checking, but in the archive at the time of signing`() {
        #expect(Self.policies.map(\.validityTime) == [.now, .now, .signing])
        #expect(TrustPolicy.Name.allCases.map(TrustPolicy.init(name:)) == Self.policies)
    }

    @Test
    func `lets revocation decide as soon as a list of the state is at hand`() {
        let without = Self.policies.map { $0.obligation(of: .documentSignerRevocation) }
        let with = Self.policies.map { $0.obligation(of: .documentSignerRevocation, hasRevocationLists: true) }
        #expect(without == [.mandatory, .recorded, .recorded])
        #expect(with == [.mandatory, .mandatory, .recorded])
        #expect(Self.policies.map { $0.obligation(of: .sodSignature) } == [.mandatory, .mandatory, .mandatory])
    }
}

@Suite("Issuing state and signer: Doc 9303-3 §5")
struct IssuingStateTests {
    /// Issuing state, country of the certificate, and whether they belong together; nil where that is not known.
    static let pairs: [(state: String, country: String, agree: Bool?)] = [
        ("D<<", "DE", true), ("D<<", "AT", false), ("UTO", "UT", true), ("GBD", "GB", true), ("GBD", "BM", true),
        ("UNO", "UN", true), ("UNA", "ZZ", true), ("EUE", "EU", true), ("XOM", "XO", true), ("RKS", "KS", true),
        ("RKS", "RS", false), ("FRA", "fr", true), ("FRA", "FRA", true), ("LTU", "LTU", true), ("XPO", "FR", nil),
        ("D<<", "DEU", true), ("QQQ", "QQ", nil),
    ]

    @Test(arguments: pairs)
    func `knows which country's certificates belong to a state`(state: String, country: String, agree: Bool?) throws {
        var document = TestDocument()
        document.lines[0] = "P<\(state)ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        document.cscaName = TestDocument.name("CSCA", country: country)
        document.signer.subject = TestDocument.name("DS", country: country)
        let result = try document.evaluate()
        switch agree {
        case true: #expect(result[.issuingState]?.result == .successful)
        case false: #expect(result.code(.issuingState) == "otherState")
        case nil: #expect(result.code(.issuingState) == "unknownState")
        }
    }

    @Test
    func `does not compare with a DG1 that is not the one signed`() throws {
        var document = TestDocument()
        document.changes[.dataGroup(.dg1)] = .skipped
        let result = try document.evaluate()
        #expect(result.code(.issuingState) == "noSignedDG1")
        #expect(result.code(.documentSignerDocumentType) == "noSignedDG1")

        var broken = TestDocument()
        broken.options.deviations = [.brokenSignature]
        #expect(try broken.evaluate().code(.issuingState) == "noSignedDG1")
    }

    @Test(arguments: [(["P"], "PD", true), (["PD"], "P<", false), (["P<"], "P<", true), (["ID", "P"], "PM", true)])
    func `reads document types as the machine readable zone writes them`(types: [String], code: String, fits: Bool)
        throws
    {
        var document = TestDocument()
        document.lines[0] = code + document.lines[0].dropFirst(2)
        document.signer.role = .documentSigner(documentTypes: types)
        let result = try document.evaluate()
        #expect((result[.documentSignerDocumentType]?.result == .successful) == fits)
    }
}
