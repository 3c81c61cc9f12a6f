import Conformance
import MRZ
import Standards
import Testing

@Suite("Strict mode: Doc 9303-3 §4, Doc 9303-4 to -7 §4.2.2")
struct StrictTests {
    @Test(arguments: [
        // Lines.
        ("", ["the text is no machine readable zone of any format"]),
        (passportLines[0], ["lineCount"]),
        ([passportLines[0], passportLines[1], passportLines[0], passportLines[1]].text, ["lineCount"]),
        ([passportLines[0], String(passportLines[1].dropLast())].text, ["lineLength 2:44-44"]),
        ([passportLines[0] + "<<", passportLines[1]].text, ["lineLength 1:45-46"]),
        (["I<UTO", "123"].text, ["lineLength 1:6-36", "lineLength 2:4-36"]),
        // Line ends and characters.
        (
            passportLines.joined(separator: "\r\n"),
            ["lineLength 1:45-45", "character 1:45-45"]
        ),
        ("\u{FEFF}" + passportLines.text, ["lineLength 1:45-45", "character 1:1-1"]),
        (passportLines.replacing(line: 1, position: 9, with: " ").text, ["character 1:9-9"]),
        (passportLines.replacing(line: 1, position: 6, with: "e").text, ["character 1:6-6"]),
        (passportLines.replacing(line: 1, position: 6, with: "É").text, ["character 1:6-6"]),
        (
            [passportLines[0].replacing("ERIKSSON", with: "eriksson"), passportLines[1]].text,
            ["character 1:6-13"]
        ),
        // Fields.
        (passportLines.replacing(line: 1, position: 1, with: "X").text, ["documentCode 1:1-2"]),
        (passportLines.replacing(line: 1, position: 2, with: "4").text, ["documentCode 1:1-2"]),
        (passportLines.replacing(line: 1, position: 3, with: "9").text, ["malformedCountryCode 1:3-5"]),
        (passportLines.replacing(line: 2, position: 11, with: "Q").text, ["unlistedCountryCode 2:11-13"]),
        (passportLines.replacing(line: 2, position: 21, with: "X").text, ["sex 2:21-21"]),
        (passportLines.replacing(line: 2, position: 21, with: "0").text, ["sex 2:21-21"]),
        (passportLines.replacing(line: 2, position: 21, with: "<").text, []),
        // In the order of the places, whatever is judged first.
        (
            [passportLines[0], "<<<<<<<<<0QQQ7408122F3404159<<<<<<<<<<<<<<06"].text,
            ["missing 2:1-9", "unlistedCountryCode 2:11-13"]
        ),
        // Check digits.
        (passportLines.replacing(line: 2, position: 10, with: "7").text, ["checkDigit 2:10-10", "checkDigit 2:44-44"]),
        (passportLines.replacing(line: 2, position: 44, with: "5").text, ["checkDigit 2:44-44"]),
        (passportLines.replacing(line: 2, position: 44, with: "G").text, ["checkDigit 2:44-44"]),
    ])
    func `names each broken rule and where`(_ text: String, _ faults: [String]) {
        #expect(strictFaults(text) == faults)
    }

    @Test(arguments: [
        ("740812", "340415", []),
        ("7408<<", "340415", []),
        ("74<<<<", "340415", []),
        ("<<<<<<", "340415", []),
        ("<<0812", "340415", []),
        ("740012", "340415", ["incompleteDate 2:14-19"]),
        ("740800", "340415", ["incompleteDate 2:14-19"]),
        ("7408<2", "340415", ["malformedDate 2:14-19"]),
        ("74A812", "340415", ["malformedDate 2:14-19"]),
        ("741312", "340415", ["impossibleDate 2:14-19"]),
        ("740231", "340415", ["impossibleDate 2:14-19"]),
        ("000229", "340415", []),
        ("010229", "340415", ["impossibleDate 2:14-19"]),
        ("740812", "3404<<", ["incompleteDate 2:22-27"]),
        ("740812", "<<<<<<", ["incompleteDate 2:22-27"]),
        ("740812", "340431", ["impossibleDate 2:22-27"]),
        ("740812", "340400", ["incompleteDate 2:22-27"]),
    ])
    func `names each date that is none`(_ birth: String, _ expiry: String, _ faults: [String]) throws {
        let birthDigit = try #require(CheckDigit.compute(over: birth))
        let expiryDigit = try #require(CheckDigit.compute(over: expiry))
        let optional = "ZE184226B<<<<<1"
        let covered = "L898902C36\(birth)\(birthDigit)\(expiry)\(expiryDigit)\(optional)"
        let composite = try #require(CheckDigit.compute(over: covered))
        let lower = "L898902C36UTO\(birth)\(birthDigit)F\(expiry)\(expiryDigit)\(optional)\(composite)"
        #expect(strictFaults([passportLines[0], lower].text) == faults)
    }

    @Test func `says the rule, the place and the clause in one line, and nothing of the document`() throws {
        let text = passportLines.replacing(line: 2, position: 10, with: "7").text
        let error = #expect(throws: MRZError.self) {
            try MachineReadableZone(strict: text, referenceDate: reference)
        }
        #expect(
            error?.description == """
                the check digit of the document number is wrong, line 2 position 10 (ICAO Doc 9303-3 §4.9); \
                the composite check digit is wrong, line 2 position 44 (ICAO Doc 9303-3 §4.9)
                """)
    }

    @Test(arguments: ["documentCode", "unlistedCountryCode", "sex"])
    func `takes in tolerant mode what real documents do`(_ rule: String) throws {
        let lines = [
            "documentCode": passportLines.replacing(line: 1, position: 1, with: "X"),
            "unlistedCountryCode": passportLines.replacing(line: 2, position: 11, with: "Q"),
            "sex": passportLines.replacing(line: 2, position: 21, with: "X"),
        ][rule]
        let zone = try MRZReading(try #require(lines).text, referenceDate: reference).zone
        #expect(zone.faults(asOf: reference).map(\.rule.rawValue) == [rule])
        #expect(zone.isValid(asOf: reference))
    }

    @Test(arguments: [(0, "0"), (9, "<"), (13, "Y"), (43, "5"), (20, "0")])
    func `does not call valid what real documents do not do`(_ index: Int, _ character: Character) throws {
        let lines = passportLines.replacing(line: 2, position: index + 1, with: character)
        let zone = try MRZReading(lines.text, referenceDate: reference).zone
        #expect(!zone.isValid(asOf: reference))
    }
}

@Suite("Centuries of dates: Doc 9303-3 §4.8")
struct CenturyTests {
    private func zone(_ birth: String, _ expiry: String) throws -> MachineReadableZone {
        let lower = "L898902C36UTO\(birth)2F\(expiry)9ZE184226B<<<<<16"
        return try MachineReadableZone(concatenated: Array((passportLines[0] + lower).utf8))
    }

    @Test(arguments: [
        ("261129", "2026-11-29"), ("261130", "2026-11-30"), ("261201", "1926-12-01"), ("270101", "1927-01-01"),
        ("000101", "2000-01-01"), ("740812", "1974-08-12"), ("26<<<<", "2026-XX-XX"), ("27<<<<", "1927-XX-XX"),
        ("2611<<", "2026-11-XX"), ("2612<<", "1926-12-XX"), ("<<0812", "XXXX-08-12"), ("<<<<<<", "XXXX-XX-XX"),
        ("740800", "1974-08-XX"), ("26<<31", "2026-XX-31"),
    ])
    func `takes the latest birth that is not after the reference date`(_ birth: String, _ date: String) throws {
        #expect(try zone(birth, "340415").dateOfBirth(asOf: reference)?.description == date)
    }

    @Test(arguments: [
        ("411231", "2041-12-31"), ("420101", "1942-01-01"), ("261130", "2026-11-30"), ("951231", "1995-12-31"),
        ("000101", "2000-01-01"), ("400229", "2040-02-29"),
    ])
    func `takes the expiry from 84 years before to 15 years after the reference date`(_ expiry: String, _ date: String)
        throws
    {
        #expect(try zone("740812", expiry).dateOfExpiry(asOf: reference)?.description == date)
    }

    @Test(arguments: [
        ("121212", "110629", "1912-12-12"), ("110630", "110629", "1911-06-30"), ("110629", "110629", "2011-06-29"),
        ("110628", "110629", "2011-06-28"), ("1106<<", "110629", "2011-06-XX"), ("1107<<", "110629", "1911-07-XX"),
        ("11<<<<", "110629", "2011-XX-XX"), ("12<<<<", "110629", "1912-XX-XX"), ("120101", "11<<<<", "1912-01-01"),
        ("110101", "11<<<<", "2011-01-01"), ("121212", "<<0629", "2012-12-12"), ("121212", "111332", "2012-12-12"),
        ("121212", "1A0629", "2012-12-12"), ("991212", "981231", "1899-12-12"),
    ])
    func `takes no birth after the document's own expiry`(_ birth: String, _ expiry: String, _ date: String) throws {
        #expect(try zone(birth, expiry).dateOfBirth(asOf: reference)?.description == date)
    }

    @Test(arguments: [("8806", "1912-12-12"), ("1212", "2012-12-12"), ("1011", "1912-12-12"), ("88A6", "2012-12-12")])
    func `takes no birth after a French card was issued`(_ month: String, _ date: String) throws {
        let lines = [
            "IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "\(month)92H102858CORINNE<<<<<<<1212126F2",
        ]
        let zone = try MachineReadableZone(concatenated: Array(lines.joined().utf8))
        #expect(zone.format == .frenchIdentityCard)
        #expect(zone.dateOfBirth(asOf: reference)?.description == date)
    }

    @Test func `tells another century from another reference date`() throws {
        let early = try #require(Timestamp(year: 1999, month: 6, day: 1))
        let zone = try zone("740812", "100415")
        #expect(zone.dateOfBirth(asOf: early)?.year == 1974)
        #expect(zone.dateOfExpiry(asOf: early)?.year == 2010)
        let late = try #require(Timestamp(year: 2080, month: 6, day: 1))
        #expect(try self.zone("740812", "840415").dateOfBirth(asOf: late)?.year == 2074)
        #expect(zone.dateOfExpiry(asOf: late)?.year == 2010)
    }

    @Test(arguments: ["741312", "740230", "7A0812", "74<8<2"])
    func `has no date where there is none`(_ text: String) throws {
        #expect(try zone(text, text).dateOfBirth(asOf: reference) == nil)
        #expect(try zone(text, text).dateOfExpiry(asOf: reference) == nil)
    }
}

@Suite("Partial dates")
struct PartialDateTests {
    @Test(arguments: [
        ("1974-08-12", "740812"), ("1974-08-XX", "7408<<"), ("1974-08", "7408<<"), ("1974", "74<<<<"),
        ("XXXX-XX-XX", "<<<<<<"), ("2000-02-29", "000229"),
    ])
    func `reads and writes what is known`(_ text: String, _ mrz: String) throws {
        let date = try #require(PartialDate(iso8601: text))
        #expect(date.mrzCharacters == mrz)
        #expect(PartialDate(iso8601: date.description) == date)
    }

    @Test(arguments: [
        "", "74-08-12", "1974-13-01", "1974-02-30", "1900-02-29", "1974-8-12", "1974-08-12-01", "-974-08-12",
        "1974-00-01",
    ])
    func `refuses what is no date`(_ text: String) {
        #expect(PartialDate(iso8601: text) == nil)
    }

    @Test(arguments: [
        ("2026-11-29", true), ("2026-11-30", false), ("2026-12", false), ("2026-10", true), ("2026", false),
        ("2025", true),
        ("2027-01-01", false),
    ])
    func `is over when its last day is`(_ text: String, _ isOver: Bool) throws {
        #expect(try #require(PartialDate(iso8601: text)).isOver(at: reference) == isOver)
    }

    @Test func `cannot be over where the year is unknown`() throws {
        let date = try #require(PartialDate(iso8601: "XXXX-08-12"))
        #expect(date.isOver(at: reference) == nil)
        #expect(date.timestamp == nil)
        #expect(!date.isComplete)
    }
}
