import Conformance
import MRZ
import Testing

@Suite("Repairs: confusable characters under check digits")
struct RepairTests {
    private func read(_ lines: [String]) throws -> MRZReading {
        try MRZReading(lines.text, referenceDate: reference)
    }

    @Test(arguments: [
        (9 + 1, "G", "6"),  // a check digit
        (14, "7", "7"), (16, "O", "0"), (16, "D", "0"), (16, "Q", "0"), (17, "B", "8"), (18, "I", "1"), (19, "Z", "2"),
        (24, "O", "0"), (25, "A", "A"), (27, "S", "5"), (28, "g", "9"),
    ])
    func `puts right a letter where a digit must stand`(_ position: Int, _ found: Character, _ proposed: Character)
        throws
    {
        let lines = passportLines.replacing(line: 2, position: position, with: found)
        let reading = try read(lines)
        guard proposed.isNumber, found.isUppercase, found != proposed else {
            #expect(reading.proposal == nil)
            return
        }
        let proposal = try #require(reading.proposal)
        #expect(proposal.zone.lines == passportLines)
        #expect(proposal.repairs.map(\.position) == [position])
        #expect(proposal.repairs.first?.found == found)
        #expect(proposal.repairs.first?.proposed == proposed)
        #expect(proposal.repairs.first?.line == 2)
        #expect(proposal.repairs.first?.confirmedBy.contains(.composite) == true)
        // What was read stays what was read.
        #expect(reading.zone.lines == lines)
        #expect(!reading.zone.isValid(asOf: reference))
        #expect(reading.zone.keyInformation == nil || position == 44)
        #expect(proposal.zone.keyInformation != nil)
    }

    @Test(arguments: [(6, "O", "0"), (6, "D", "0"), (6, "Q", "0"), (8, "C", "C")])
    func `puts right one character of a number where the check digit singles it out`(
        _ position: Int, _ found: Character, _ proposed: Character
    ) throws {
        let lines = passportLines.replacing(line: 2, position: position, with: found)
        let reading = try read(lines)
        guard found != proposed else {
            #expect(reading.proposal == nil)
            return
        }
        #expect(reading.proposal?.zone.lines == passportLines)
        #expect(reading.proposal?.repairs.map(\.field) == [.documentNumber])
    }

    @Test func `proposes nothing where two ways are equally right`() throws {
        // Read is LB98…, printed L898…: with B for 8 at position 4 as well as with 8 for B at position 2 the digits are right.
        let lines = passportLines.replacing(line: 2, position: 2, with: "B")
        #expect(strictFaults(lines.text) == ["checkDigit 2:10-10", "checkDigit 2:44-44"])
        #expect(try read(lines).proposal == nil)
    }

    @Test func `puts right a G in a date, which weighs the same as 6`() throws {
        let optional = "<<<<<<<<<<<<<<0"
        let digits = try ["640812", "360415"].map { try #require(CheckDigit.compute(over: $0)) }
        let dates = ("640812\(digits[0])", "360415\(digits[1])")
        let composite = try #require(CheckDigit.compute(over: "L898902C36" + dates.0 + dates.1 + optional))
        let right = [passportLines[0], "L898902C36UTO\(dates.0)F\(dates.1)\(optional)\(composite)"]
        for position in [14, 23] {
            let reading = try read(right.replacing(line: 2, position: position, with: "G"))
            #expect(reading.zone.faults(asOf: reference).map(\.rule) == [.malformedDate])
            #expect(reading.proposal?.zone.lines == right)
        }
    }

    @Test func `proposes nothing where the composite check digit contradicts`() throws {
        let lines = passportLines.replacing(line: 2, position: 16, with: "O").replacing(
            line: 2, position: 44, with: "3")
        #expect(try read(lines).proposal == nil)
    }

    @Test func `proposes nothing where a character without a likeness is wrong`() throws {
        #expect(try read(passportLines.replacing(line: 2, position: 19, with: "3")).proposal == nil)
        #expect(try read(passportLines.replacing(line: 2, position: 44, with: "5")).proposal == nil)
    }

    @Test func `leaves names, codes and sex as they were read`() throws {
        let reading = try read(passportLines.replacing(line: 1, position: 7, with: "0"))
        #expect(reading.proposal == nil)
        #expect(reading.zone.faults(asOf: reference).map(\.rule) == [.digitInName])
        #expect(try read(passportLines.replacing(line: 2, position: 13, with: "0")).proposal == nil)
    }

    @Test func `puts right several fields at once, each reported`() throws {
        let lines = passportLines.replacing(line: 2, position: 16, with: "O").replacing(
            line: 2, position: 24, with: "O"
        )
        .replacing(line: 2, position: 6, with: "O")
        let proposal = try #require(try read(lines).proposal)
        #expect(proposal.zone.lines == passportLines)
        #expect(proposal.repairs.map(\.field) == [.documentNumber, .dateOfBirth, .dateOfExpiry])
    }

    @Test func `puts right optional data that the composite check digit alone covers`() throws {
        let right = [
            "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
        ]
        var lines = right
        lines[0] = "I<UTOD231458907S4M<<<<<<<<<<<<"
        lines[1] = "7408122F1204159UTO<<<<<<<<<<<"
        let covered = "D23145890712345".prefix(10) + "54M<<<<<<<<<<<<" + "7408122" + "1204159" + "<<<<<<<<<<<"
        lines[1] += try String(#require(CheckDigit.compute(over: covered)))
        let reading = try read(lines)
        #expect(reading.proposal?.zone.optionalData == "54M")
        #expect(reading.proposal?.repairs.map(\.field) == [.optionalData])
        #expect(reading.proposal?.repairs.first?.confirmedBy == [.composite])
    }

    @Test func `puts right the number of a long document number`() throws {
        let lines = [
            "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
        ]
        let proposal = try read(lines.replacing(line: 1, position: 11, with: "S")).proposal
        #expect(proposal?.zone.documentNumber == "D23145890734")
        #expect(proposal?.repairs.first?.field == .documentNumber)
    }

    @Test func `leaves a long number alone where its own check digit bears it out and only the composite one is wrong`()
        throws
    {
        let number = "ACEFHJMNP58"
        let digit = try #require(CheckDigit.compute(over: number))
        let upper = "I<UTOACEFHJMNP<58\(digit)<<<<<<<<<<<<"
        // The composite digit of another number, with S for the 5 that stands among the optional data.
        let other = upper.replacing("58\(digit)", with: "S8\(digit)")
        let composite = try #require(
            CheckDigit.compute(over: String(other.dropFirst(5)) + "7408122" + "3404159" + "<<<<<<<<<<<"))
        let lines = [upper, "7408122F3404159UTO<<<<<<<<<<<\(composite)", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
        #expect(strictFaults(lines.text).count == 1)
        #expect(try read(lines).proposal == nil)
    }

    @Test func `lets the composite check digit decide between two ways`() throws {
        // Its weights are shifted by one behind the filler of a long number: S for 5 and 8 for B weigh the same in the
        // number's own check digit, and not in the composite one.
        let number = "ACEFHJMNP58"
        let digit = try #require(CheckDigit.compute(over: number))
        let upper = "I<UTOACEFHJMNP<58\(digit)<<<<<<<<<<<<"
        let composite = try #require(
            CheckDigit.compute(over: String(upper.dropFirst(5)) + "7408122" + "3404159" + "<<<<<<<<<<<"))
        let right = [upper, "7408122F3404159UTO<<<<<<<<<<<\(composite)", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
        #expect(strictFaults(right.text) == [])
        let misread = right.replacing(line: 1, position: 16, with: "S")
        #expect(try read(misread).proposal?.zone.lines == right)
        // Without its word there are two ways, and none is proposed.
        #expect(try read(misread.replacing(line: 2, position: 30, with: "<")).proposal == nil)
    }

    @Test func `makes two replacements in a field only where a composite check digit bears them out`() throws {
        let number = "0A0AAAAAA"
        let digit = try #require(CheckDigit.compute(over: number))
        let read = "OAOAAAAAA\(digit)UTO7408122F3404159<<<<<<<<"
        let visa = ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", read]
        #expect(try self.read(visa).proposal == nil)
        let composite = try #require(CheckDigit.compute(over: "\(number)\(digit)74081223404159<<<<<<<"))
        let card = ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", read.dropLast() + "\(composite)"]
        #expect(try self.read(card).proposal?.zone.documentNumber == number)
        // One replacement needs no second witness.
        let one = "OAAAAAAAA\(try #require(CheckDigit.compute(over: "0AAAAAAAA")))UTO7408122F3404159<<<<<<<<"
        #expect(try self.read([visa[0], one]).proposal?.zone.documentNumber == "0AAAAAAAA")
    }

    @Test func `says what, where and why in a line`() throws {
        let repair = try #require(
            try read(passportLines.replacing(line: 2, position: 16, with: "O")).proposal?.repairs.first)
        #expect(
            "\(repair)" == """
                'O' in the date of birth, line 2 position 16, is probably '0': check digits right with it: \
                date of birth, composite
                """)
    }
}
