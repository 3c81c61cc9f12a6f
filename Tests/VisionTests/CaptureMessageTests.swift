import ByteCoding
import Foundation
import MRZ
import Standards
import TestSupport
import Testing
import Vision

@Suite("Messages about captured zones")
struct CaptureMessageTests {
    @Test(arguments: [
        CaptureRequest(), CaptureRequest(page: 3, longestSide: 900, wantsCrops: true, annotation: .jpeg),
        CaptureRequest(samples: .init(width: 4, height: 2)),
    ])
    func `a request arrives as it was sent, with its picture`(_ request: CaptureRequest) throws {
        let message = try VisionRequest(message: VisionRequest(request, [7, 8, 9]).message)
        #expect(message.operation == .capture)
        let (decoded, picture) = try CaptureRequest.decode(message.picture)
        #expect(decoded == request)
        #expect(picture == [7, 8, 9])
    }

    @Test
    func `an answer arrives as it was sent, with its pictures`() throws {
        let card = [
            "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
        ]
        let answer = CapturedSpecimen.answer(
            [
                try CapturedSpecimen.zone(doubt: 15, doubts: [.unevenLine, .furtherLine], crop: CapturedSpecimen.png),
                try CapturedSpecimen.zone(card, isCertain: false, crop: CapturedSpecimen.png + [9]),
            ], pageCount: 2, annotation: ImageFormat.jpeg.signature + [5])
        #expect(try VisionResponse(message: VisionResponse.captured(answer).message) == .captured(answer))
        let none = CapturedSpecimen.answer([])
        #expect(try VisionResponse(message: VisionResponse.captured(none).message) == .captured(none))
    }

    @Test
    func `remarks arrive as far as they can be shown`() throws {
        let long = "a\u{1B}[31m" + String(repeating: "c", count: 1000)
        let answer = CapturedSpecimen.answer([], remarks: Array(repeating: long, count: 20), breaksOff: true)
        guard case .captured(let decoded) = try VisionResponse(message: VisionResponse.captured(answer).message) else {
            Issue.record("another response")
            return
        }
        #expect(decoded.breaksOff)
        #expect(decoded.remarks.count == 8)
        #expect(decoded.remarks.allSatisfy { $0.hasPrefix("a\u{FFFD}[31mccc") && $0.count == 200 })
        let tooMany = try HostileAnswer { $0["remarks"] = [String](repeating: "x", count: 9) }.message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: tooMany) }
    }

    @Test(arguments: CaptureFailure.Cause.allCases)
    func `a failure arrives with its cause, and of its words what can be shown`(_ cause: CaptureFailure.Cause) throws {
        let failure = CaptureFailure(cause, "a\u{1B}[31m\u{202E}b" + String(repeating: "c", count: 1000))
        guard
            case .notCaptured(let decoded) = try VisionResponse(message: VisionResponse.notCaptured(failure).message)
        else {
            Issue.record("another response")
            return
        }
        #expect(decoded.cause == cause)
        #expect(decoded.detail.hasPrefix("a\u{FFFD}[31m\u{FFFD}bccc"))
        #expect(decoded.detail.count == 400)
        #expect(!decoded.hint.isEmpty)
        #expect(VisionError.notCaptured(decoded).code == cause.rawValue)
    }

    @Test
    func `members that are not known are passed over`() throws {
        let message = try HostileAnswer { $0["later"] = ["x": 1] }.message
        #expect(throws: Never.self) { try VisionResponse(message: message) }
    }

    static let zoneChanges: [(name: String, value: any Sendable)] = [
        ("doubts", ["\u{1B}[31m"]), ("doubts", [String](repeating: "longerLine", count: 5)),
        ("lines", ["P<UTO", "L898"]), ("lines", [String]()),
        ("lines", [CapturedSpecimen.lines[0].lowercased(), CapturedSpecimen.lines[1]]),
        ("lines", ["\u{1B}[31m" + CapturedSpecimen.lines[0].dropFirst(5), CapturedSpecimen.lines[1]]),
        ("lines", [CapturedSpecimen.lines[0] + "<", String(CapturedSpecimen.lines[1].dropLast())]),
        ("lines", [CapturedSpecimen.lines[0], CapturedSpecimen.lines[1], "<"]),
        ("printed", "<"), ("printed", String(repeating: "Ñ", count: 44)),
        ("printed", String(repeating: "a", count: 88)),
        ("confidences", [Double](repeating: 1, count: 87)), ("confidences", [Double](repeating: 1.5, count: 88)),
        ("confidence", -0.1), ("confidence", 1.01), ("quadrilateral", [Double](repeating: 0, count: 7)),
        ("quadrilateral", [Double](repeating: 1e6, count: 8)), ("rotation", 400.0), ("pitch", -1.0), ("pitch", 1e9),
        ("marked", [["line": 3, "position": 1]]), ("marked", [["line": 1, "position": 45]]), ("cropSize", -1),
        ("cropSize", 12), ("cropSize", 1 << 40), ("certain", "yes"),
    ]

    @Test(arguments: zoneChanges.indices)
    func `an answer is refused whose zone is none`(_ index: Int) throws {
        let (name, value) = Self.zoneChanges[index]
        let message = try HostileAnswer { answer in answer.changeZone { $0[name] = value } }.message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    static let remarks: [[String: any Sendable]] = [
        ["line": 3, "position": 1, "others": "", "chances": [Double]()],
        ["line": 0, "position": 1, "others": "", "chances": [Double]()],
        ["line": 1, "position": 45, "others": "", "chances": [Double]()],
        ["line": Int.min, "position": 1, "others": "", "chances": [Double]()],
        ["line": 1, "position": 1, "others": "\u{7}", "chances": [0.5]],
        ["line": 1, "position": 1, "others": "A", "chances": [Double]()],
        ["line": 1, "position": 1, "others": "A", "chances": [2.0]],
        ["line": 1, "position": 1, "others": "A", "chances": [0.5], "reason": "whim"],
    ]

    @Test(arguments: remarks.indices)
    func `an answer is refused whose remarks on characters are out of bounds`(_ index: Int) throws {
        let message = try HostileAnswer { answer in answer.changeZone { $0["characters"] = [Self.remarks[index]] } }
            .message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    static let answerChanges: [(name: String, value: any Sendable)] = [
        ("version", 2), ("width", 0), ("width", 70_000), ("height", -5), ("pageCount", 0), ("annotationSize", 50),
        ("engine", "\u{1B}[2J"), ("engine", String(repeating: "a", count: 41)),
    ]

    @Test(arguments: ["decode", "find", "recognise", "decide", "draw", "total", "processor"], [-1, 1e8, nil])
    func `an answer is refused whose times are out of bounds or missing`(_ stage: String, time: Double?) throws {
        let message = try HostileAnswer { answer in
            var times = answer["milliseconds"] as? [String: Any] ?? [:]
            times[stage] = time
            answer["milliseconds"] = times
        }.message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    @Test(arguments: answerChanges.indices)
    func `an answer is refused whose numbers are out of bounds`(_ index: Int) throws {
        let (name, value) = Self.answerChanges[index]
        let message = try HostileAnswer { $0[name] = value }.message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    @Test
    func `an answer is refused that has too many zones, another length, or no picture where one is told`() throws {
        let many = try HostileAnswer { answer in
            let zones = answer["zones"] as? [Any] ?? []
            answer["zones"] = (0..<33).flatMap { _ in zones }
        }.message
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: many) }
        let sound = try HostileAnswer { _ in }
        #expect(throws: Never.self) { try VisionResponse(message: sound.message) }
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: sound.message + [0]) }
        let text = try HostileAnswer { $0["annotationSize"] = 5 }.message + Array("#!/bi".utf8)
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: text) }
        for cut in [0, 1, 2, 3, 6, 20, sound.message.count - 1] {
            #expect(throws: DecodingFailure.self) { try VisionResponse(message: Array(sound.message.prefix(cut))) }
        }
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: [1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 1]) }
    }

    @Test(arguments: ["page", "longestSide"], [-1, 1 << 20])
    func `a request is refused whose numbers are out of bounds`(_ name: String, _ value: Int) throws {
        var members: [String: Any] = ["version": 1, "page": 0, "longestSide": 2400]
        func encoded() throws -> [UInt8] {
            let json = [UInt8](try JSONSerialization.data(withJSONObject: members))
            return json.count.octets(4) + json
        }
        #expect(throws: Never.self) { try CaptureRequest.decode(try encoded()) }
        members[name] = value
        #expect(throws: DecodingFailure.self) { try CaptureRequest.decode(try encoded()) }
    }
}

/// A sound answer whose JSON was changed.
private struct HostileAnswer {
    let message: [UInt8]

    init(_ change: (inout [String: Any]) -> Void) throws {
        let sound = VisionResponse.captured(CapturedSpecimen.answer([try CapturedSpecimen.zone(doubt: 3)])).message
        let parsed = try JSONSerialization.jsonObject(with: Data(sound.dropFirst(6)))
        var members = try #require(parsed as? [String: Any])
        change(&members)
        let json = [UInt8](try JSONSerialization.data(withJSONObject: members))
        message = [1, 4] + json.count.octets(4) + json
    }
}

extension [String: Any] {
    fileprivate mutating func changeZone(_ change: (inout [String: Any]) -> Void) {
        guard var zone = (self["zones"] as? [[String: Any]])?.first else { return }
        change(&zone)
        self["zones"] = [zone]
    }
}

@Suite("What captured zones mean")
struct CaptureJudgementTests {
    private let today = Timestamp(secondsSince1970: 1_780_000_000)

    @Test
    func `a zone is valid where it is certain and breaks no rule`() throws {
        #expect(try CapturedSpecimen.zone().result(asOf: today) == .valid)
        #expect(try CapturedSpecimen.zone(isCertain: false).result(asOf: today) == .undetermined)
        let broken = [CapturedSpecimen.lines[0], CapturedSpecimen.lines[1].replacing("C36", with: "C37")]
        #expect(try CapturedSpecimen.zone(broken).result(asOf: today) == .invalid)
        #expect(try CapturedSpecimen.zone(broken, isCertain: false).result(asOf: today) == .undetermined)
    }

    @Test
    func `a key is sound where its digits hold, and sure where its characters are`() throws {
        let key = try CapturedSpecimen.zone(doubt: 15).key
        #expect(key.parts.map(\.id) == [.documentNumber, .dateOfBirth, .dateOfExpiry])
        #expect(key.parts.map { String($0.characters.map(\.character)) } == ["L898902C36", "7408122", "1204159"])
        #expect(key.parts.map(\.confidence) == [1, 0.625, 1])
        #expect(key.isSound)
        #expect(key.isSure)
        let broken = [CapturedSpecimen.lines[0], CapturedSpecimen.lines[1].replacing("C36", with: "C37")]
        let other = try CapturedSpecimen.zone(broken).key
        #expect(other.parts.map(\.isSound) == [false, true, true])
        #expect(!other.isSound)
    }

    @Test
    func `a key is not sure with two characters of little confidence`() throws {
        let zone = try CapturedSpecimen.zone()
        let characters = zone.characters.enumerated().map { index, character in
            index == 44 || index == 58
                ? CaptureAnswer.Zone.Character(
                    line: 2, position: index - 43, character: character.character, printed: character.printed,
                    confidence: 0.6)
                : character
        }
        let doubtful = CaptureAnswer.Zone(
            zone: zone.zone, characters: characters, confidence: 0.36, isCertain: false,
            quadrilateral: zone.quadrilateral, rotation: 0, pitch: 20)
        #expect(!doubtful.key.isSure)
        #expect(doubtful.key.isSound)
        #expect(doubtful.confidence(of: .documentNumber) == 0.6)
        #expect(doubtful.confidence(of: .name) == 1)
        #expect(doubtful.confidence(of: .givenNames) == nil)
    }

    @Test
    func `the key of a long document number reaches into the optional data`() throws {
        let card = [
            "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
        ]
        let key = try CapturedSpecimen.zone(card).key
        #expect(String(key.parts[0].characters.map(\.character)) == "D23145890<7349")
        #expect(key.isSound)
    }
}
