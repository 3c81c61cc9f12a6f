import AccessControl
import ChipReader
import ChipSimulator
import Evidence
import Inspection
import LDS
import MRZ
import Report
import Standards
import Testing

@Suite("Inspection with a captured MRZ")
struct CapturedMRZInspectionTests {
    private let fixture: InspectionFixture

    init() throws {
        fixture = try InspectionFixture()
    }

    /// The printed lines with some characters replaced, all sure but those that are given, counted from 0.
    private func captured(
        replacing: [Int: Character] = [:], _ evidence: [Int: CapturedMRZ.Evidence] = [:],
        doubts: [LayoutDoubt] = []
    ) throws -> CapturedMRZ {
        var characters = Array(try #require(fixture.printed).lines.joined())
        for (index, character) in replacing { characters[index] = character }
        let zone = try MachineReadableZone(concatenated: String(characters).utf8)
        let all = characters.indices.map { evidence[$0] ?? .init(confidence: 0.9999) }
        return try #require(CapturedMRZ(zone, evidence: all, confidence: 0.8, layoutDoubts: doubts, source: "page.jpg"))
    }

    private func inspect(_ captured: CapturedMRZ, _ reading: ChipReading? = nil) -> InspectionReport {
        var fixture = fixture
        fixture.printed = captured.zone
        fixture.captured = captured
        return fixture.judge(reading ?? fixture.read())
    }

    @Test func `agrees with the chip, character by character`() throws {
        let report = try inspect(captured())
        #expect(report.verdict == .accepted)
        #expect(report.capture?.differences == [])
        #expect(report.capture?.rereadings == [])
        #expect(report.capture?.source == "page.jpg")
    }

    @Test func `fails over a sure character that the chip has otherwise, and names both`() throws {
        let report = try inspect(captured(replacing: [5: "I"]))
        #expect(report.verdict == .rejected)
        let reason = report["consistency.printedMRZ"]?.result.reason
        #expect(reason?.code == "printDiffers")
        #expect(reason?.text.contains("the picture was misread") == true)
        #expect(reason?.text.hasSuffix("Line 1 position 6: printed I, on the chip L.") == true, "\(reason?.text ?? "")")
        #expect(report.capture?.differences?.map(\.isDoubtful) == [false])
    }

    @Test(arguments: [
        CapturedMRZ.Evidence(confidence: 0.7, alternatives: [.init("L", chance: 0.3)]),
        CapturedMRZ.Evidence(confidence: 0.99, seen: "L", overruledBy: "code"),
    ])
    func `leaves open a doubtful character that the chip has otherwise`(evidence: CapturedMRZ.Evidence) throws {
        let report = try inspect(captured(replacing: [5: "I"], [5: evidence]))
        #expect(report.verdict == .undecided)
        #expect(report["consistency.printedMRZ"]?.result.isOpen == true)
        #expect(report.code("consistency.printedMRZ") == "printDoubtful")
        #expect(report.capture?.differences?.map(\.isDoubtful) == [true])
        #expect(report.nextSteps.contains { $0.contains("the picture leaves open") }, "\(report.nextSteps)")
    }

    @Test(arguments: LayoutDoubt.allCases)
    func `leaves open any difference where the lines as a whole are doubtful, and says why`(doubt: LayoutDoubt) throws {
        let report = try inspect(captured(replacing: [5: "I"], doubts: [doubt]))
        #expect(report.verdict == .undecided)
        #expect(report.code("consistency.printedMRZ") == "printDoubtful")
        #expect(report.capture?.doubts == [Reason(doubt.rawValue, doubt.words)])
    }

    @Test func `fails over a sure difference beside a doubtful one`() throws {
        let report = try inspect(captured(replacing: [5: "I", 6: "I"], [5: .init(confidence: 0.5)]))
        #expect(report.code("consistency.printedMRZ") == "printDiffers")
        #expect(report.capture?.differences?.map(\.isDoubtful) == [true, false])
    }

    @Test func `names eight places, and how many more there are`() throws {
        let all = Dictionary(uniqueKeysWithValues: (5..<16).map { ($0, Character("Q")) })
        let text = try inspect(captured(replacing: all))["consistency.printedMRZ"]?.result.reason?.text ?? ""
        #expect(text.contains("Line 1 position 13:"))
        #expect(text.hasSuffix(" And 3 more."))
    }

    @Test func `judges stored evidence as the live read`() throws {
        let captured = try captured(replacing: [5: "I"], [5: .init(confidence: 0.7)])
        let reading = fixture.read()
        let live = inspect(captured, reading)
        let stored = try StoredReading(
            line: StoredReading(reading: reading, printedLines: captured.zone.lines, capture: captured).line())
        let again = inspect(try #require(stored.capture), stored.reading)
        #expect(again.checks == live.checks)
        #expect(again.capture == live.capture)
    }

    // MARK: A key that the chip refuses

    /// A number of nine characters whose last 3 is a D on the chip: their values differ by ten.
    private func misread(confidence: Double = 0.6, alternatives: [CapturedMRZ.Alternative]) throws -> CapturedMRZ {
        try captured(replacing: [52: "D"], [52: .init(confidence: confidence, alternatives: alternatives)])
    }

    private func read(_ captured: CapturedMRZ, _ fault: String? = nil, limit: Int = 1) throws -> (ChipReading, Int) {
        var fixture = fixture
        if let fault { try #require(FaultProfile(named: fault)).apply(&fixture.simulated) }
        fixture.request.key = captured.zone.keyInformation
        var reader = ChipReader(fixture.connection)
        var asked = 0
        let request = fixture.request
        let reading = reader.read(request, at: InspectionFixture.time) { reading in
            asked += 1
            guard let other = captured.retry(after: reading, request) else { return nil }
            return captured.zone(in: other).keyInformation
        }
        return (reading, asked)
    }

    @Test func `opens the chip by the best other reading, tried once, and says so`() throws {
        var captured = try misread(alternatives: [.init("3", chance: 0.4)])
        let (reading, asked) = try read(captured)
        #expect(asked == 1)
        #expect(reading.access.used == .bac)
        #expect(reading.access.attempts.map(\.reason.code) == ["wrongKey"])
        #expect(reading.remarks.map(\.code).contains("keyReread"))
        #expect(reading.access.keyFitsDG1 == true)

        captured.retry = captured.keyRereadings(limit: 1).first
        let report = inspect(captured, reading)
        #expect(report.capture?.rereadings.map(\.outcome) == [.opened])
        // The chip confirms its own key; whether it is the printed one is for eyes to see.
        #expect(report.code("consistency.printedMRZ") == "printDoubtful")
        #expect(report.verdict == .undecided)
    }

    @Test func `offers other readings in order where the second try is refused too`() throws {
        var captured = try captured(
            replacing: [52: "D", 51: "Z"],
            [52: .init(confidence: 0.6, alternatives: [.init("X", chance: 0.4)]), 51: .init(confidence: 0.9999)])
        // Not a zone whose check digits hold: nothing is sent of it, and nothing offered but what they allow.
        #expect(captured.zone.keyInformation == nil)
        captured = try misread(alternatives: [.init("N", chance: 0.3), .init("3", chance: 0.1)])
        let (reading, asked) = try read(captured)
        #expect(asked == 1)
        #expect(reading.access.used == nil)
        captured.retry = captured.retry(
            after: try read(captured, "bac-6982").0, ReadRequest(key: captured.zone.keyInformation))
        let readings = inspect(captured, reading).capture?.rereadings ?? []
        #expect(readings.first?.outcome == .refused)
        #expect(readings.first?.replacements.map(\.alternative) == ["N"])
        #expect(readings.dropFirst().first?.outcome == .offered)
        #expect(readings.dropFirst().first?.replacements.map(\.alternative) == ["3"])
        #expect(Set(readings.map(\.replacements)).count == readings.count)
    }

    @Test func `tries nothing a second time where the chip counts`() throws {
        let captured = try misread(alternatives: [.init("3", chance: 0.4)])
        let (reading, _) = try read(captured, "bac-63c7")
        #expect(reading.access.used == nil)
        #expect(reading.access.failure?.code == "wrongKeyCounted")
        #expect(captured.retry(after: reading, ReadRequest(key: captured.zone.keyInformation)) == nil)
        #expect(!reading.remarks.map(\.code).contains("keyReread"))
        #expect(inspect(captured, reading).capture?.rereadings.map(\.outcome).first == .offered)
    }

    @Test func `tries nothing that the picture does not allow`() throws {
        let captured = try misread(confidence: 0.9999, alternatives: [])
        let (reading, _) = try read(captured)
        #expect(reading.access.used == nil)
        // Characters are often taken for one another, but none of these is likely here.
        #expect(!captured.keyRereadings().isEmpty)
        let report = inspect(captured, reading)
        #expect(report.capture?.rereadings == [])
        #expect(report.nextSteps.first?.contains("another document than the one on the reader") == true)
    }

    @Test(arguments: ["password", "reader", "resumed", "other key", "slow", "counted", "retried", "opened", "lost"])
    func `tries nothing a second time`(where guarded: String) throws {
        var captured = try misread(alternatives: [.init("3", chance: 0.4)])
        var request = ReadRequest(key: captured.zone.keyInformation)
        var reading = ChipReading(startedAt: InspectionFixture.time)
        reading.access = AccessReading(offersPACE: false, failure: Reason("wrongKey", "No."))
        reading.ending = .brokenOff(Reason("wrongKey", "No."))
        #expect(captured.retry(after: reading, request) != nil)
        switch guarded {
        case "password": request.password = try .can("500540")
        case "reader": request.passwordOnReader = .pin
        case "resumed": request.resume = reading
        case "other key": request.key = fixture.request.key
        case "slow":
            reading.steps = [
                .init(name: "bac", apduCount: 3, sentByteCount: 1, receivedByteCount: 1, duration: .seconds(3))
            ]
        case "counted": reading.access.remainingTries = 4
        case "retried": captured.retry = captured.keyRereadings().first
        case "opened": reading.access.used = .bac
        default: reading.access.failure = Reason("cardRemoved", "Gone.")
        }
        #expect(captured.retry(after: reading, request) == nil)
    }
}
