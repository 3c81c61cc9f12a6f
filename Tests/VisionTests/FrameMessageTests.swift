import ByteCoding
import MRZ
import Testing
import Vision

@Suite("Messages about frames")
struct FrameMessageTests {
    static let frame = FrameRequest.Frame(width: 4, height: 2, isJPEG: false, sequence: 7, microseconds: 233_000)

    static func document(_ complete: Bool = true) throws -> FrameAnswer.Document {
        let lines = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F1204159ZE184226B<<<<<10"
        let zone = try MachineReadableZone(concatenated: Array(lines.utf8))
        let characters = lines.enumerated().map { index, character in
            CaptureAnswer.Zone.Character(
                line: index / 44 + 1, position: index % 44 + 1, character: character, printed: character,
                confidence: 0.99)
        }
        return FrameAnswer.Document(
            zone: CaptureAnswer.Zone(
                zone: zone, characters: characters, confidence: 0.95, isCertain: true,
                quadrilateral: (0..<4).map { CaptureAnswer.Zone.Point(x: Double($0), y: 1) }, rotation: 0, pitch: 12),
            isComplete: complete, frameCount: 3, first: .init(sequence: 4, microseconds: 160_000),
            last: .init(sequence: 6, microseconds: 240_000))
    }

    @Test(arguments: [FrameRequest.begin(agreeingFrameCount: 3), .frame(frame), .finish])
    func `a step arrives as it was sent`(_ step: FrameRequest) throws {
        let request = VisionRequest(step, [1, 2, 3])
        let received = try VisionRequest(message: request.message)
        #expect(received.operation == .frame)
        let (again, bytes) = try FrameRequest.decode(received.picture)
        #expect(again == step && bytes == [1, 2, 3])
    }

    @Test func `an answer arrives as it was sent`() throws {
        let answers = [
            FrameAnswer(status: .sideInProgress, hint: .init(.noZone)),
            FrameAnswer(
                status: .sideInProgress, hint: .init(.checkDigits, checkDigits: [.documentNumber, .composite]),
                quadrilateral: (0..<4).map { .init(x: Double($0), y: 2.5) },
                quality: .init(sharpness: 0.5, brightness: 0.4, contrast: 0.3, glare: 0, pitch: 11), confidence: 0.25),
            FrameAnswer(
                status: .documentScanned, documents: [try Self.document(), try Self.document(false)],
                milliseconds: .init(
                    decode: 1, find: 2, recognise: 3, decide: 4, draw: 0, total: 10.5, processor: 9.25)),
        ]
        for answer in answers {
            #expect(try VisionResponse(message: VisionResponse.frame(answer).message) == .frame(answer))
        }
    }

    /// Changes text within a message and sets its length anew.
    static func altered(_ answer: FrameAnswer, _ old: String, _ new: String) -> [UInt8] {
        let message = VisionResponse.frame(answer).message
        let json = String(decoding: message.dropFirst(6), as: UTF8.self).replacing(old, with: new)
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: json.utf8.count >> (8 * $0)) }
        return Array(message.prefix(2)) + count + Array(json.utf8)
    }

    @Test(arguments: [
        ("\"version\":1", "\"version\":2"), ("noZone", "noSuchHint"), ("sideInProgress", "done"),
        ("[]", "[1,2,3]"),
    ])
    func `refuses an answer that is not of this protocol`(old: String, new: String) throws {
        let answer = FrameAnswer(status: .sideInProgress, hint: .init(.noZone))
        let message = Self.altered(answer, old, new)
        #expect(throws: DecodingFailure.self) { try VisionResponse(message: message) }
    }

    @Test func `refuses numbers out of bounds`() throws {
        let sure = FrameAnswer(status: .sideInProgress, confidence: 0.25)
        #expect(throws: DecodingFailure.self) {
            try VisionResponse(message: Self.altered(sure, "\"confidence\":0.25", "\"confidence\":2"))
        }
        let turned = FrameAnswer(status: .sideInProgress, hint: .init(.turned, degrees: 90))
        #expect(throws: DecodingFailure.self) {
            try VisionResponse(message: Self.altered(turned, "\"degrees\":90", "\"degrees\":900"))
        }
        let read = FrameAnswer(status: .documentScanned, documents: [try Self.document()])
        #expect(throws: DecodingFailure.self) {
            try VisionResponse(message: Self.altered(read, "\"frames\":3", "\"frames\":-3"))
        }
        let bad = FrameRequest.frame(
            FrameRequest.Frame(width: 0, height: 2, isJPEG: false, sequence: 0, microseconds: 0))
        #expect(throws: DecodingFailure.self) { try FrameRequest.decode(VisionRequest(bad, []).picture) }
    }
}
