import Capture
import Foundation
import MRZ
import Testing

@Suite("Decoding of lines that were seen")
struct ZoneDecoderTests {
    /// Specimens of Doc 9303-4 to -7, appendix A, and of the French card; long numbers and empty optional data too.
    static let specimens: [(DocumentFormat, [String])] = [
        (.td3, ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]),
        (.td1, ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]),
        (.td1, ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"]),
        (.td2, ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]),
        (.mrvA, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]),
        (.mrvB, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"]),
        (.frenchIdentityCard, ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F6"]),
    ]

    @Test("reads each format as it is printed", arguments: specimens)
    func reads(format: DocumentFormat, lines: [String]) throws {
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines)))
        #expect(decoded.zone.format == format)
        #expect(decoded.zone.lines == lines)
        #expect(decoded.overruled.isEmpty)
        #expect(decoded.confidence > 0.9)
    }

    @Test("counts fillers right where the pitch is off and the line begins late", arguments: specimens)
    func counts(format: DocumentFormat, lines: [String]) throws {
        for (pitch, lead) in [(3.75, 3.0), (4.3, 9.5)] as [(Float, Float)] {
            let decoded = try #require(
                ZoneDecoder.decode(SeenLines.evidence(lines, pitch: pitch, lead: lead)))
            #expect(decoded.zone.lines == lines)
        }
    }

    /// The digits hold with 0 in each case; a picture that is sure of the O may be right, and the mistake elsewhere.
    @Test(arguments: [(0.8, 0.19, true), (0.96, 0.03, false)] as [(Float, Float, Bool)])
    func `is sure of what check digits choose only where the picture allows it`(
        letter: Float, digit: Float, isSure: Bool
    ) throws {
        let lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
        let doubts: SeenLines.Doubts = [.init(line: 2, position: 6): ["O": letter, "0": digit]]
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)))
        #expect(decoded.zone.lines == lines)
        #expect(decoded.overruled.map(\.reason) == [.checkDigit])
        #expect(decoded.isCertain == isSure)
    }

    @Test func `lets check digits decide between zero and the letter O, and says so`() throws {
        let lines = Self.specimens[0].1
        let doubts: SeenLines.Doubts = [.init(line: 2, position: 5): ["9": 0.02, "S": 0.0001, "0": 0.97]]
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)))
        #expect(decoded.zone.lines == lines)
        let overruled = try #require(decoded.overruled.first)
        #expect(decoded.overruled.count == 1)
        #expect(overruled.line == 2 && overruled.position == 5)
        #expect(overruled.printed == "0" && overruled.character == "9")
        #expect(overruled.reason == .checkDigit)
    }

    @Test func `reports a wrong check digit as it is clearly printed`() throws {
        var lines = Self.specimens[0].1
        lines[1].replaceSubrange(
            lines[1].index(lines[1].startIndex, offsetBy: 9)...lines[1].index(lines[1].startIndex, offsetBy: 9),
            with: "7")
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines)))
        #expect(decoded.zone.lines == lines)
        #expect(decoded.overruled.isEmpty)
        #expect(decoded.zone.checkDigits.filter { !$0.isCorrect }.map(\.id) == [.documentNumber, .composite])
    }

    @Test func `never alters a name by check digits, and tells how sure each letter is`() throws {
        let lines = Self.specimens[6].1
        let doubts: SeenLines.Doubts = [.init(line: 1, position: 7): ["E": 0.4, "F": 0.6]]
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)))
        #expect(decoded.zone.lines[0].hasPrefix("IDFRABFRTHIER"))
        #expect(decoded.characters[6].confidence < 0.7)
        #expect(decoded.confidence < 0.7)
    }

    @Test func `takes a code of the list in doubt, and another where it is clear`() throws {
        let lines = Self.specimens[0].1
        let doubtful: SeenLines.Doubts = [.init(line: 1, position: 5): ["O": 0.1, "0": 0.88, "Q": 0.02]]
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubtful)))
        #expect(decoded.zone.lines == lines)
        #expect(decoded.overruled.map(\.reason) == [.code])
        var strange = lines
        strange[0] = strange[0].replacingOccurrences(of: "P<UTO", with: "P<QQQ")
        #expect(ZoneDecoder.decode(SeenLines.evidence(strange))?.zone.lines == strange)
    }

    @Test func `does not take lines of random characters for a zone`() {
        var random = SystemRandomNumberGenerator()
        for length in [30, 36, 44] {
            for _ in 0..<200 {
                let lines = (0..<(length == 30 ? 3 : 2)).map { _ in
                    String(
                        (0..<length).map { _ in
                            Character(UnicodeScalar(LineEvidence.alphabet.randomElement(using: &random) ?? 0))
                        })
                }
                #expect(ZoneDecoder.decode(SeenLines.evidence(lines)) == nil)
            }
        }
    }

    @Test func `is not certain of a zone that begins with no letter of its format`() throws {
        let strange = Self.specimens[0].1.map { $0.hasPrefix("P") ? "X" + $0.dropFirst() : $0 }
        // Check digits that all hold vouch for the layout.
        let sound = try #require(ZoneDecoder.decode(SeenLines.evidence(strange)))
        #expect(sound.zone.lines == strange && sound.doubts.isEmpty)
        let unsound = strange.map { $0.hasPrefix("X") ? $0 : $0.dropLast() + ($0.last == "0" ? "1" : "0") }
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(unsound)))
        #expect(decoded.zone.lines == unsound && !decoded.isCertain)
        #expect(decoded.doubts == [.strangeInitial])
    }

    @Test func `is not certain of lines that go on beside the format's`() throws {
        let lines = Self.specimens[3].1
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines)))
        #expect(decoded.isCertain && decoded.doubts.isEmpty)
        let longer = try #require(ZoneDecoder.decode(SeenLines.evidence(lines.map { $0 + "7" })))
        #expect(longer.zone.lines == lines && !longer.isCertain)
        #expect(longer.doubts == [.longerLine])
    }

    @Test func `is not certain of cells that lie unevenly`() throws {
        // Half of the line stands a whole cell further to the right than print lets it.
        let lines = Self.specimens[0].1
        let even = try #require(ZoneDecoder.decode(SeenLines.evidence(lines)))
        let uneven = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, gap: 4)))
        #expect(even.isCertain && uneven.zone.lines == lines && !uneven.isCertain)
        #expect(uneven.doubts == [.unevenLine])
    }

    /// Where the other line stands, and how many of its characters are seen.
    @Test(arguments: [(0, 44), (1, 44), (2, 44), (0, 30), (2, 30)])
    func `is not certain of lines beside which another one stands`(place: Int, length: Int) throws {
        var lines = Self.specimens[0].1
        lines.insert(String("P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<".prefix(length)), at: place)
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines)))
        #expect(decoded.doubts == [.furtherLine])
        #expect(!decoded.isCertain)
        // Seen again, the other line is not forgotten.
        #expect(ZoneDecoder.decode(decoded, joinedWith: [decoded])?.doubts == [.furtherLine])
    }

    @Test(arguments: ["X00000123456789", "NATIONALITY UTOPIAN DATE OF BIRTH 12 AUG 197", " "])
    func `does not doubt lines beside which other print stands`(text: String) throws {
        let lines = Self.specimens[0].1
        let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence([text] + lines)))
        #expect(decoded.zone.lines == lines && decoded.doubts.isEmpty && decoded.isCertain)
    }

    @Test func `does not let a check digit or a field guess what the picture does not show`() throws {
        let lines = Self.specimens[0].1
        for (position, chances) in [(1, ["L": 0.05, "X": 0.5, "V": 0.45]), (21, ["F": 0.05, "7": 0.9])]
            as [(Int, [Character: Float])]
        {
            let doubts: SeenLines.Doubts = [.init(line: 2, position: position): chances]
            let decoded = try #require(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)))
            #expect(!decoded.isCertain)
            #expect(decoded.characters[44 + position - 1].confidence < 0.9)
        }
        // A zero in a name is set right: it is hardly another shape.
        let twin: SeenLines.Doubts = [.init(line: 1, position: 20): ["0": 0.6, "O": 0.4]]
        var name = lines
        name[0] = "P<UTOERIKSSON<<ANNAXOLGA<<<<<<<<<<<<<<<<<<<<"
        let set = try #require(
            ZoneDecoder.decode(
                SeenLines.evidence([name[0].replacingOccurrences(of: "XO", with: "OO"), lines[1]], doubts: twin)))
        #expect(set.isCertain && set.zone.lines[0].contains("ANNAOOLGA"))
    }

    @Test func `takes nothing for a zone of which a fifth is not seen, or that is most improbable`() {
        let lines = Self.specimens[0].1
        let torn = lines.map { line in String(line.prefix(30)) + String(repeating: " ", count: 10) + line.suffix(4) }
        #expect(ZoneDecoder.decode(SeenLines.evidence(torn)) == nil)
        var doubts: SeenLines.Doubts = [:]
        for position in 6...44 { doubts[.init(line: 1, position: position)] = ["E": 0.34, "F": 0.33, "B": 0.33] }
        #expect(ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)) == nil)
    }

    /// What might stand there is clear, and whether anything does is not.
    @Test(arguments: [(8, true), (16, false)])
    func `takes nothing for a zone of which much is rather not there`(_ count: Int, isZone: Bool) {
        let lines = Self.specimens[0].1
        var doubts: SeenLines.Doubts = [:]
        for (index, character) in lines[0].enumerated().prefix(5 + count).dropFirst(5) {
            doubts[.init(line: 1, position: index + 1)] = [character: 0.4, " ": 0.6]
        }
        #expect((ZoneDecoder.decode(SeenLines.evidence(lines, doubts: doubts)) != nil) == isZone)
    }

    @Test func `finds the zone beside a line that does not belong to it`() throws {
        let lines = ["SOME<OTHER<LINE<OF<TEXT<THAT<STANDS<ABOVE<<<"] + Self.specimens[0].1
        #expect(ZoneDecoder.decode(SeenLines.evidence(lines))?.zone.lines == Self.specimens[0].1)
    }

    @Test func `has no answer to nothing`() {
        #expect(ZoneDecoder.decode([]) == nil)
        #expect(ZoneDecoder.decode(SeenLines.evidence(["P<UTO", "L8"])) == nil)
        #expect(LineEvidence(scores: [.nan], columnCount: 1) == nil)
    }
}
