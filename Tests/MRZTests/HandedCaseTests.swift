import Conformance
import MRZ
import Standards
import Testing

/// A TD1 with the given first line and a right composite digit.
private func cardLines(_ first: String, name: String = "ERIKSSON<<ANNA<MARIA<<<<<<<<<<") -> [String] {
    let middle = "7408122F3404159UTO<<<<<<<<<<<"
    let covered = first.dropFirst(5) + middle.prefix(7) + middle.dropFirst(8).prefix(7) + middle.dropFirst(18)
    let digit = CheckDigit.compute(over: covered).map(String.init) ?? "?"
    return [first, middle + digit, name]
}

/// A passport with another number, and its check digits right.
private func passport(number: String, optional: String, optionalDigit: String) -> [String] {
    let field = number + String(repeating: "<", count: 9 - number.utf8.count)
    let digit = CheckDigit.compute(over: field).map(String.init) ?? "?"
    let birth = "7408122"
    let expiry = "3404159"
    let composite = CheckDigit.compute(over: field + digit + birth + expiry + optional + optionalDigit)
    return [
        passportLines[0],
        field + digit + "UTO" + birth + "F" + expiry + optional + optionalDigit
            + (composite.map(String.init) ?? "?"),
    ]
}

@Suite("Document numbers: Doc 9303-5 and -6 §4.2.2 note j, field notes 4 to 6")
struct DocumentNumberTests {
    @Test func `reads the long number D23145890734 with check digit 9 of a TD1`() throws {
        let lines = [
            "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
        ]
        let zone = try MachineReadableZone(strict: lines.text, referenceDate: reference)
        #expect(zone.documentNumber == "D23145890734")
        #expect(zone.optionalData == "")
        #expect(zone.checkDigits[0].found == "9")
        #expect(zone.checkDigits[0].position == 19)
        #expect(zone.keyInformation?.bytes == Array("D23145890734934071279507122".utf8))
    }

    @Test func `notices a wrong check digit of a long number`() {
        let lines = [
            "I<UTOD23145890<7348<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
        ]
        #expect(strictFaults(lines.text) == ["checkDigit 1:19-19", "checkDigit 2:30-30"])
    }

    @Test func `takes a check digit that slipped into the optional data for no long number`() {
        #expect(strictFaults(cardLines("I<UTOD23145890<7<<<<<<<<<<<<<<").text) == ["checkDigit 1:15-15"])
    }

    @Test func `keeps what follows a long number as optional data`() throws {
        let zone = try MachineReadableZone(
            strict: cardLines("I<UTOD23145890<7349<ABC<12<<<<").text, referenceDate: reference)
        #expect(zone.documentNumber == "D23145890734")
        #expect(zone.optionalData == "ABC<12")
    }

    @Test func `takes optional data that begin with a filler for what they are`() throws {
        // Field note 69: the number fits its field, and its check digit is not the announced filler.
        let zone = try MachineReadableZone(
            strict: cardLines("I<UTOD231458907<12345678901<<<").text, referenceDate: reference)
        #expect(zone.documentNumber == "D23145890")
        #expect(zone.optionalData == "<12345678901")
    }

    @Test func `wants a filler after a long number, which tolerant mode does without`() throws {
        let number = "ABCDEFGHIJKLMNOPQRSTUVW"  // 9 in the field, 14 and the digit in the optional data
        let digit = try #require(CheckDigit.compute(over: number))
        let lines = cardLines("I<UTO\(number.prefix(9))<\(number.dropFirst(9))\(digit)")
        #expect(strictFaults(lines.text) == ["unterminatedDocumentNumber 1:16-30"])
        let reading = try MRZReading(lines.text, referenceDate: reference)
        #expect(reading.zone.documentNumber == number)
        #expect(reading.zone.isValid(asOf: reference))
    }

    @Test(arguments: ["A", "AB", "AB2", "AB21", "AB213", "AB2134", "AB21345", "AB213456", "AB<12<4", "<B2134"])
    func `reads numbers of one to eight characters and with fillers inside`(_ number: String) throws {
        let lines = passport(number: number, optional: "<<<<<<<<<<<<<<", optionalDigit: "0")
        let zone = try MachineReadableZone(strict: lines.text, referenceDate: reference)
        #expect(zone.documentNumber == number)
        let padded = number + String(repeating: "<", count: 9 - number.utf8.count)
        #expect(zone.keyInformation?.bytes.prefix(9).elementsEqual(padded.utf8) == true)
    }

    @Test func `names a number that is missing`() {
        let lines = passport(number: "", optional: "<<<<<<<<<<<<<<", optionalDigit: "0")
        #expect(strictFaults(lines.text) == ["missing 2:1-9"])
    }

    @Test func `takes a long number in a TD3 where its check digit confirms it, and names it in strict mode`() throws {
        let number = "123456789012"
        let digit = try #require(CheckDigit.compute(over: number))
        let start = "123456789<UTO7408122F3404159"
        let optional = "012\(digit)<<<<<<<<<<"
        let optionalDigit = try #require(CheckDigit.compute(over: optional))
        let composite = try #require(
            CheckDigit.compute(over: "123456789<" + "7408122" + "3404159" + optional + "\(optionalDigit)"))
        let lines = [passportLines[0], "\(start)\(optional)\(optionalDigit)\(composite)"]
        #expect(strictFaults(lines.text) == ["longDocumentNumber 2:29-32"])
        let zone = try MRZReading(lines.text, referenceDate: reference).zone
        #expect(zone.documentNumber == number)
        #expect(zone.keyInformation?.bytes == Array("\(number)\(digit)74081223404159".utf8))
        // Not confirmed: the number is the field alone, its digit is wrong, and no key is made of it.
        let other = try MachineReadableZone(
            concatenated: Array(lines.replacing(line: 2, position: 31, with: "3").joined().utf8))
        #expect(other.documentNumber == "123456789")
        #expect(other.keyInformation == nil)
    }

    @Test(arguments: ["<", "0"])
    func `takes either check digit of an empty optional field of a TD3`(_ digit: String) {
        let lines = passport(number: "L898902C3", optional: "<<<<<<<<<<<<<<", optionalDigit: digit)
        #expect(strictFaults(lines.text) == [])
    }

    @Test(arguments: [("<<<<<<<<<<<<<<", "1"), ("ZE184226B<<<<<", "<"), ("ZE184226B<<<<<", "0")])
    func `takes no other check digit of the optional field`(_ optional: String, _ digit: String) {
        let lines = passport(number: "L898902C3", optional: optional, optionalDigit: digit)
        #expect(strictFaults(lines.text) == ["checkDigit 2:43-43"])
    }
}

@Suite("Names and codes of handed cases")
struct HandedNameAndCodeTests {
    private func zone(_ upper: String) throws -> MachineReadableZone {
        try MachineReadableZone(concatenated: Array((upper + passportLines[1]).utf8))
    }

    @Test func `reads a name line without two fillers as a primary identifier`() throws {
        let zone = try zone("P<UTOSATRIYA<SUDARPA<<<<<<<<<<<<<<<<<<<<<<<<")
        #expect(zone.faults(asOf: reference).isEmpty)
        #expect(zone.name.primaryParts == ["SATRIYA", "SUDARPA"])
        let full = try self.zone("P<UTO" + String(repeating: "A", count: 39))
        #expect(full.faults(asOf: reference).isEmpty)
        #expect(full.name.primary == String(repeating: "A", count: 39))
        #expect(full.name.mayBeTruncated)
    }

    @Test func `names a line with only fillers after the issuing State, and tolerant mode takes it`() throws {
        let lines = ["P<UTO" + String(repeating: "<", count: 39), passportLines[1]]
        #expect(strictFaults(lines.text) == ["missing 1:6-44"])
        let reading = try MRZReading(lines.text, referenceDate: reference)
        #expect(reading.zone.name.primary.isEmpty)
        #expect(reading.zone.isValid(asOf: reference))
        #expect(reading.proposal == nil)
    }

    @Test func `says that a name which reaches the last position may be cut`() throws {
        let cut = try zone("P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K")
        #expect(cut.faults(asOf: reference).isEmpty)
        #expect(cut.name.mayBeTruncated)
        #expect(cut.name.secondaryParts == ["CHAYAPA", "DEJTHAMRONG", "K"])
        #expect(try !zone(passportLines[0]).name.mayBeTruncated)
    }

    @Test(arguments: [
        ("P<UTOERIKSSON<<ANNA<<MARIA<<<<<<<<<<<<<<<<<<", "nameSeparators 1:6-44"),
        ("P<UTO<ERIKSSON<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<", "nameSeparators 1:6-44"),
        ("P<UTOERIKSSON<<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<", "nameSeparators 1:6-44"),
        ("P<UTOER1KSSON<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<", "digitInName 1:8-8"),
    ])
    func `names what a name line may not hold`(_ upper: String, _ fault: String) {
        #expect(strictFaults([upper, passportLines[1]].text) == [fault])
    }

    @Test(arguments: [
        ("D<<", "D", "Germany"), ("RKS", "RKS", "Kosovo"),
        ("XXA", "XXA", "Stateless person (1954 Convention, Article 1)"),
        ("UNO", "UNO", "United Nations Organization or one of its officials"), ("EUE", "EUE", "European Union"),
        ("GBD", "GBD", "British Overseas Territories Citizen"),
    ])
    func `reads special codes as issuing State and nationality`(_ printed: String, _ code: String, _ name: String)
        throws
    {
        let lower = passportLines[1].prefix(10) + printed + passportLines[1].dropFirst(13)
        let text = [passportLines[0].replacingCode(printed), String(lower)].text
        let zone = try MachineReadableZone(strict: text, referenceDate: reference)
        #expect(zone.issuingState == code)
        #expect(zone.nationality == code)
        #expect(CountryCode(zone.nationality)?.name == name)
    }
}

@Suite("Pasted lines: field notes and handed cases")
struct PastedLineTests {
    static let pasted: [(String, [MRZAdjustment])] = {
        let text = passportLines.text
        let grouped = """
            P P UTO ERIKSSON << ANNA < MARIA <<<<<<<<<<<<<<<<<<<
            L898902C3 6 UTO 740812 2 F 340415 9 ZE184226B<<<<< 1 6
            """
        return [
            (grouped, [.blanks]),
            (text.lowercased(), [.lowerCase]),
            (passportLines.joined(separator: "\r\n") + "\r\n", [.carriageReturns]),
            (passportLines.joined(separator: "\r"), [.carriageReturns]),
            ("\u{FEFF}" + text, [.byteOrderMark]),
            (
                "\u{FEFF}" + grouped.lowercased().split(separator: "\n").joined(separator: "\r\n") + "\r\n",
                [.byteOrderMark, .carriageReturns, .lowerCase, .blanks]
            ),
            (text.split(separator: "<<", omittingEmptySubsequences: false).joined(separator: "«"), [.lookalikes]),
            (passportLines.joined(), [.lineBreaks]),
            (String(text.prefix(60)) + "\n" + text.dropFirst(60), [.lineBreaks]),
            (
                "PPUTOERIKSSON<<ANNA<MARIA\n" + passportLines[1],
                [.addedFillers(line: 1, position: 26, count: 19)]
            ),
            (
                "PPUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<<<\n" + passportLines[1],
                [.removedFillers(line: 1, position: 45, count: 2)]
            ),
            ("Passport\nof Utopia, 2024\n\n" + text + "\nSee page 3\n", [.otherLines(count: 3)]),
        ]
    }()

    @Test(arguments: pasted)
    func `finds the zone in what people paste, and strict mode does not take it`(
        _ text: String, _ adjustments: [MRZAdjustment]
    ) throws {
        let reading = try MRZReading(text, referenceDate: reference)
        #expect(reading.zone.lines == passportLines)
        #expect(Set(reading.adjustments).isSuperset(of: adjustments))
        #expect(reading.proposal == nil)
        #expect(strictFaults(text) != [])
    }

    @Test func `takes blanks for fillers where only that gives the right length`() throws {
        let lines = [passportLines[0], passportLines[1].replacing("<", with: " ")]
        let reading = try MRZReading(lines.text, referenceDate: reference)
        #expect(reading.zone.lines == passportLines)
        #expect(reading.adjustments == [.blanksAsFillers])
    }

    @Test func `puts right the printed lines that have one filler too many`() throws {
        let lines = ["PPUTOIVANOVA<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F2504155184226<<<<<<<<<18"]
        let reading = try MRZReading(lines.text, referenceDate: reference)
        #expect(reading.zone.lines[1] == "L898902C36UTO7408122F2504155184226<<<<<<<<18")
        #expect(reading.zone.isValid(asOf: reference))
    }

    @Test func `finds the zone at the end of a long page, but not beyond the limit`() throws {
        let page = String(repeating: "Some words of a page.\n", count: 200)
        let reading = try MRZReading(page + passportLines.text, referenceDate: reference)
        #expect(reading.zone.lines == passportLines)
        let book = String(repeating: "Some words of a page.\n", count: 800)
        #expect(throws: MRZError.notAZone) { try MRZReading(book + passportLines.text, referenceDate: reference) }
    }

    @Test func `adds what a visa lost at the end of its optional data, not in their middle`() throws {
        let lines = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX7408122F9612109Z<<4"]
        let reading = try MRZReading(lines.text, referenceDate: reference)
        #expect(reading.zone.optionalData == "Z<<4")
        #expect(reading.adjustments == [.addedFillers(line: 2, position: 33, count: 4)])
    }

    @Test func `finds a card whose three lines lost their fillers`() throws {
        let text = "I<UTOD231458907\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA"
        let reading = try MRZReading(text, referenceDate: reference)
        #expect(reading.zone.format == .td1)
        #expect(reading.zone.isValid(asOf: reference))
    }

    @Test(arguments: [
        "", "\n\n", "hello", "Dear Sir or Madam,\nthank you for your letter of 12 March 2024.\nYours\n",
        String(repeating: "<", count: 88), String(repeating: "A", count: 88), String(repeating: "0", count: 90),
        passportLines.text.replacing("N", with: "?").replacing("A", with: "?").replacing("S", with: "?"),
        "if (a < b) { return a << 2; }\nif (b < a) { return b << 2; }",
    ])
    func `says where there is no zone`(_ text: String) {
        #expect(throws: MRZError.notAZone) { try MRZReading(text, referenceDate: reference) }
    }
}
