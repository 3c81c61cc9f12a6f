import Conformance
import MRZ
import Standards
import TestSupport
import Testing

@Suite("Codes: Doc 9303-3 §5 and the document codes of Doc 9303-4 to -8")
struct CodeTests {
    static func countries() throws -> [CountryVector] {
        try CountryVector.published()
    }

    static func documents() throws -> [DocumentCodeVector] {
        try DocumentCodeVector.published()
    }

    @Test(arguments: try countries())
    func `knows each country code in the form of the MRZ`(_ vector: CountryVector) throws {
        let bytes = Array(vector.mrz.utf8)

        try vector.check()
        #expect(CountryCode.isListed(bytes[0], bytes[1], bytes[2]))
    }

    @Test(arguments: ["DEU", "ZZZ", "YTO", "XCT", "D<U", "<<<", "D1<", "EUR"])
    func `does not know a code that is none`(_ code: String) {
        let bytes = Array(code.utf8)
        #expect(!CountryCode.isListed(bytes[0], bytes[1], bytes[2]))
        #expect(CountryCode(code) == nil)
        let faults = strictFaults([passportLines[0].replacingCode(code), passportLines[1]].text)
        #expect(faults.count == 1 && faults[0].hasSuffix(" 1:3-5"))
    }

    @Test func `knows no code twice, and nothing beyond the published lists`() throws {
        let codes = CountryCode.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.sorted() == (try Self.countries()).map(\.id).sorted())
        #expect(CountryCode(alpha2: "de")?.code == "D")
        #expect(CountryCode(alpha2: "UN")?.code == "UNO")
    }

    @Test(arguments: try documents())
    func `allows each document code where its part does`(_ vector: DocumentCodeVector) throws {
        try vector.check()
    }

    @Test func `says what a document is`() {
        #expect(DocumentCode("PD", in: .td3)?.meaning == "diplomatic passport")
        #expect(DocumentCode("P<", in: .td3)?.meaning == "passport")
        #expect(DocumentCode("AC", in: .td1)?.meaning == "crew member certificate")
        #expect(DocumentCode("PU", in: .td2)?.meaning == "emergency travel document")
        #expect(DocumentCode("VC", in: .mrvB)?.meaning == "visa")
        #expect(DocumentCode("PPP", in: .td3) == nil)
        #expect(DocumentCode("", in: .td3) == nil)
    }
}

extension String {
    /// The line with another issuing State.
    func replacingCode(_ code: String) -> String { prefix(2) + code + dropFirst(5) }
}
