import Conformance
import MRZ
import Standards
import TestSupport
import Testing

struct CountryVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let mrz: String
    let alpha2: String?
    let part: String?
    let name: String
    var testDescription: String { id }
}

struct DocumentCodeVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let format: String
    let code: String
    let allowed: Bool
    var testDescription: String { id }
}

@Suite("Codes: Doc 9303-3 §5 and the document codes of Doc 9303-4 to -8")
struct CodeTests {
    static func countries() throws -> [CountryVector] {
        try VectorFile.load("mrz/codes/doc9303-3-countries.json").vectors
    }

    static func documents() throws -> [DocumentCodeVector] {
        try VectorFile.load("mrz/codes/doc9303-document-codes.json").vectors
    }

    @Test(arguments: try countries())
    func `knows each country code in the form of the MRZ`(_ vector: CountryVector) throws {
        let country = try #require(CountryCode(vector.mrz))
        #expect(country.code == vector.id)
        #expect(country.alpha2 == vector.alpha2)
        #expect(country.group.rawValue == vector.part ?? "ISO 3166-1")
        let bytes = Array(vector.mrz.utf8)
        #expect(CountryCode.isListed(bytes[0], bytes[1], bytes[2]))
        let lines = [passportLines[0].replacingCode(vector.mrz), passportLines[1]]
        #expect(strictFaults(lines.text) == [])
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
        let format = try #require(DocumentFormat(rawValue: vector.format))
        #expect((DocumentCode(vector.code, in: format) != nil) == vector.allowed)
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
