import Issuing
import Seals
import Standards
import Testing
import Trust

@Suite("Seal and print: TR-03135-1 §5.7.7")
struct SealAgreementTests {
    private static let passport = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    private func result(_ printed: [String], _ kind: CertificateProfile.SealKind = .constrained) throws -> CheckResult?
    {
        try TestSeal(kind).evaluate(printed: printed)[.sealAgreement]?.result
    }

    @Test func `is not asked where nothing printed is given`() throws {
        #expect(try TestSeal().evaluate()[.sealAgreement] == nil)
    }

    @Test func `agree in a zone, but for what is not sealed`() throws {
        #expect(try result(TestSeal.visaLines) == .successful)
        let optional = [TestSeal.visaLines[0], String(TestSeal.visaLines[1].dropLast(3)) + "XYZ"]
        #expect(try result(optional) == .successful)
    }

    /// Which line, what stands there, what is printed, and the field.
    static let differences: [(Int, String, String, String)] = [
        (0, "ANNA", "INGA", "name"), (1, "L8988901C", "L8988902C", "document number"),
        (1, "4XXX", "4XXA", "nationality"), (1, "400907", "400908", "date of birth"), (1, "8F39", "8M39", "sex"),
        (1, "391231", "381231", "date of expiry"),
    ]

    @Test(arguments: differences)
    func `differ in a field, which is named`(_ difference: (line: Int, old: String, new: String, field: String)) throws
    {
        var lines = TestSeal.visaLines
        lines[difference.line] = lines[difference.line].replacing(difference.old, with: difference.new)
        let result = try result(lines)
        #expect(lines != TestSeal.visaLines && result?.reason?.code == "zoneDiffers")
        #expect(result?.reason?.text.hasSuffix(": \(difference.field)") == true)
        #expect(try TestSeal().evaluate(printed: lines).verdict == .rejected)
    }

    @Test func `agree in the number of the passport that a visa stands in`() throws {
        #expect(try result(Self.passport) == .successful)
        let other = [Self.passport[0], Self.passport[1].replacing("L898902C3", with: "L898902C4")]
        #expect(try result(other)?.reason?.code == "documentNumberDiffers")
    }

    @Test func `are not compared where formats have nothing in common`() throws {
        let card = [
            "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
        ]
        #expect(try result(card) == .undetermined(try #require(try result(card)?.reason)))
        var seal = try TestSeal()
        seal.contents.features = [.init(4, [1, 0, 0])]
        #expect(try seal.evaluate(printed: card)[.sealAgreement]?.result.reason?.code == "noZone")
    }

    @Test func `agree in number, birth, sex and name, in JSON`() throws {
        #expect(try result(Self.passport, .nonConstrained) == .successful)
        let changes = [
            ("L898902C3", "L898902C4", "documentNumberDiffers"), ("740812", "740813", "dateOfBirthDiffers"),
            ("2F1204", "2M1204", "sexDiffers"),
        ]
        for (old, new, code) in changes {
            let lines = [Self.passport[0], Self.passport[1].replacing(old, with: new)]
            #expect(try result(lines, .nonConstrained)?.reason?.code == code)
        }
        let other = [Self.passport[0].replacing("ANNA", with: "INGA"), Self.passport[1]]
        #expect(
            try result(other, .nonConstrained)
                == .undetermined(try #require(try result(other, .nonConstrained)?.reason)))
        var seal = try TestSeal(.nonConstrained)
        seal.message.message = .object([])
        #expect(try seal.evaluate(printed: Self.passport)[.sealAgreement]?.result.reason?.code == "noHolder")
    }
}
