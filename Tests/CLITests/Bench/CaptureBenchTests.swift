import CLI
import MRZ
import Testing
import Vision

@Suite("emrtd bench capture: what is counted")
struct CaptureBenchTests {
    private static let passport = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    private static let card = [
        "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
    ]

    private static func reading(
        _ lines: [String], _ result: CaptureReading.Result = .valid
    ) -> CaptureReading {
        CaptureReading(lines: lines, result: result, confidence: 0.9)
    }

    private static func changed(_ lines: [String], line: Int, position: Int, to character: Character) -> [String] {
        var lines = lines
        var characters = Array(lines[line - 1])
        characters[position - 1] = character
        lines[line - 1] = String(characters)
        return lines
    }

    @Test
    func `reads a list with columns in any order, several zones in a picture, and pictures without one`() throws {
        let text = """
            type\tfile\tline1\tline2\tline3\trotation\tcap
            TD3\ta.jpg\t\(Self.passport[0])\t\(Self.passport[1])\t\t271.5\t18.2
            NONE\tb.jpg\t\t\t\t\t
            TD1\ta.jpg\t\(Self.card[0])\t\(Self.card[1])\t\(Self.card[2])\tnan\t-1
            """
        let truths = try CaptureTruth.list(text)
        #expect(truths.map(\.file) == ["a.jpg", "b.jpg"])
        #expect(truths[1].zones.isEmpty)
        #expect(
            truths[0].zones == [
                .init(lines: Self.passport, format: .td3, rotation: 271.5, capHeight: 18.2),
                .init(lines: Self.card, format: .td1),
            ])
    }

    @Test(arguments: [
        ("", "the first line does not name the columns file, line1, line2, line3 and type"),
        ("file\tline1\n", "the first line does not name the columns file, line1, line2, line3 and type"),
        ("file\tline1\ttype\n\tABC\tNONE\n", "line 2 has no file"),
        ("file\tline1\ttype\na.jpg\t\tTD9\n", "line 2 is of no known type: 'TD9'"),
        ("file\tline1\ttype\na.jpg\tP<UTO\tTD3\n", "line 2 does not have the lines of a TD3"),
    ])
    func `names the line of a list that cannot be taken`(text: String, message: String) throws {
        let error = try #require(throws: CommandError.self) { try CaptureTruth.list(text) }
        #expect(error.message == message)
    }

    @Test(arguments: [
        (1, 7, true), (2, 1, false), (2, 10, false), (2, 11, true), (2, 14, false), (2, 20, false), (2, 21, true),
        (2, 22, false), (2, 28, false), (2, 29, true), (2, 44, true),
    ])
    func `the key of a passport is number, birth and expiry with their digits`(line: Int, position: Int, isRight: Bool)
    {
        let truth = CaptureTruth.Zone(lines: Self.passport, format: .td3)
        let read = Self.changed(Self.passport, line: line, position: position, to: "Q")
        #expect(truth.keyIsRight(in: read) == isRight)
        #expect(truth.charactersRight(in: read) == 87)
    }

    @Test(arguments: [(15, false), (16, false), (19, false), (20, true), (1, true)])
    func `a number that goes on in the optional data is part of the key`(position: Int, isRight: Bool) {
        let truth = CaptureTruth.Zone(lines: Self.card, format: .td1)
        #expect(truth.keyIsRight(in: Self.changed(Self.card, line: 1, position: position, to: "Q")) == isRight)
    }

    @Test
    func `lines of another length hold no key`() {
        let truth = CaptureTruth.Zone(lines: Self.passport, format: .td3)
        #expect(!truth.keyIsRight(in: Self.card))
        #expect(!truth.keyIsRight(in: []))
        #expect(truth.charactersRight(in: []) == 0)
    }

    @Test
    func `counts what is exact, what is said to be valid and wrong, and what is missed`() {
        let zone = CaptureTruth.Zone(lines: Self.passport, format: .td3)
        let wrong = Self.changed(Self.passport, line: 1, position: 7, to: "Q")
        var score = CaptureScore()
        score.count(zone, Self.reading(Self.passport))
        score.count(zone, Self.reading(wrong))
        score.count(zone, Self.reading(wrong, .undetermined))
        score.count(zone, Self.reading(Self.passport, .invalid))
        score.count(zone, nil)
        #expect([score.zones, score.exact, score.key, score.missed] == [5, 2, 4, 1])
        #expect([score.valid, score.validWrong, score.invalid, score.undetermined] == [2, 1, 1, 1])
        #expect([score.characters, score.charactersRight] == [440, 350])
    }

    @Test
    func `gives each printed zone the reading that is most like it, and counts what is left`() {
        var tally = CaptureTally()
        let zones: [CaptureTruth.Zone] = [
            .init(lines: Self.passport, format: .td3, rotation: 356, capHeight: 12.9),
            .init(lines: Self.card, format: .td1, rotation: 268, capHeight: 18),
        ]
        let invented = Self.changed(Self.passport, line: 2, position: 1, to: "Q")
        tally.count(
            CaptureTruth(file: "a.jpg", zones: zones),
            [Self.reading(Self.card), Self.reading(invented), Self.reading(Self.passport)])
        #expect([tally.all.zones, tally.all.exact, tally.surplus] == [2, 2, 1])
        #expect(tally.byQuadrant.mapValues(\.exact) == ["0": 1, "270": 1])
        #expect(tally.byFormat.mapValues(\.zones) == ["TD1": 1, "TD3": 1])
        #expect(tally.byCapHeight.mapValues(\.zones) == ["below 13": 1, "18 and more": 1])
        #expect(tally.wrong.map(\.read) == [invented])
    }

    @Test
    func `tells what is found where nothing is from what is only suspected there`() {
        var tally = CaptureTally()
        let empty = CaptureTruth(file: "a.jpg", zones: [])
        tally.count(empty, [])
        tally.count(empty, [Self.reading(Self.card, .undetermined)])
        tally.count(empty, [Self.reading(Self.card, .invalid), Self.reading(Self.card, .undetermined)])
        #expect([tally.pictures, tally.empty, tally.foundInEmpty, tally.suspectedInEmpty] == [3, 3, 1, 1])
        #expect(tally.all.zones == 0)
        #expect(tally.wrong.count == 3)
    }

    @Test
    func `a picture that cannot be read counts as a zone that is missed`() {
        var tally = CaptureTally()
        tally.count(
            CaptureTruth(file: "a.jpg", zones: [.init(lines: Self.card, format: .td1)]), failure: "it is damaged")
        #expect([tally.failures, tally.all.missed] == [1, 1])
        #expect(tally.wrong.map(\.result) == ["it is damaged"])
    }

    @Test
    func `sorts processor time into classes of size`() {
        var times = CaptureTimes()
        for number in 1...100 { times.count(pixels: 2_000_000, milliseconds: Double(number)) }
        times.count(pixels: 12_000_000, milliseconds: 70.04)
        #expect(
            times.classes.map(CaptureBenchText.line) == [
                "processor time, 1 to 3 megapixels (100): median 50.0 ms, 95 % within 95.0 ms",
                "processor time, 8 and more megapixels (1): median 70.0 ms, 95 % within 70.0 ms",
            ])
    }

    @Test
    func `says in words what was measured`() {
        var tally = CaptureTally()
        let zone = CaptureTruth.Zone(lines: Self.passport, format: .td3, rotation: 90)
        tally.count(CaptureTruth(file: "a.jpg", zones: [zone]), [Self.reading(Self.passport)])
        tally.count(CaptureTruth(file: "b.jpg", zones: [zone]), [])
        tally.count(CaptureTruth(file: "c.jpg", zones: []), [])
        #expect(
            CaptureBenchText.lines(tally) == [
                "2 zones: 1 (50.0 %) exact, 1 (50.0 %) with the right key, 50.00 % of the characters right",
                "1 said to be valid, of which 0 are wrong; 0 invalid, 0 undetermined, 1 not found; 0 more that are none",
                "1 picture without a zone: found in 0, suspected in 0",
                "", "turned by  zones   exact     key", "90         2       50.0 %    50.0 %",
            ])
        #expect(
            tally.wrong.flatMap(CaptureBenchText.lines) == [
                "b.jpg: missed", "  printed \(Self.passport[0])", "  printed \(Self.passport[1])",
            ])
    }
}
