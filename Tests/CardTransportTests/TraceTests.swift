import ByteCoding
import CardTransport
import Standards
import Synchronization
import TestSupport
import Testing

@Suite("Traces")
struct TraceTests {
    /// What must not be found in a redacted trace: in commands, answers and random bytes.
    private static let secret: [UInt8] = [0xC0, 0xFF, 0xEE, 0xBA, 0xBE, 0x12, 0x34, 0x56]
    private static let application: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]

    private static let session = [
        CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: application),
        CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8),
        CommandAPDU(ins: 0x82, p1: 0, p2: 0, data: secret + secret, expectedCount: 40),
        CommandAPDU(cla: 0x0C, ins: 0xA4, p1: 0x04, p2: 0x0C, data: secret, expectedCount: 256),
        CommandAPDU(cla: 0x0C, ins: 0xB0, p1: 0, p2: 0, data: secret, expectedCount: 65_536),
    ]

    /// Records a session with a step, random bytes, a reset, a reconnection and a lost card.
    private static func record(_ detail: Trace.Detail) throws -> Trace {
        let recorder = TraceRecorder(
            detail: detail, startedAt: Timestamp(secondsSince1970: 1_750_000_000), readerName: "Reader \"A\" 00 00")
        let ticks = Mutex(0)
        let now: @Sendable () -> Duration = {
            .microseconds(
                ticks.withLock {
                    $0 += 250
                    return $0
                })
        }
        let card = ScriptedConnection { command, index throws(TransportError) in
            if index == 5 { throw .cardRemoved }
            return ResponseAPDU(data: index == 0 ? [] : secret, status: .success)
        }
        var connection = RecordingConnection(card, into: recorder, now: now)
        try connection.reset()
        connection.begin(step: "bac")
        for command in session[..<3] { _ = try connection.transmit(command) }
        recorder.record(random: secret)
        connection.begin(step: "COM")
        for command in session[3...] { _ = try connection.transmit(command) }
        _ = try? connection.transmit(session[1])
        try connection.reconnect(within: .seconds(1))
        return recorder.trace
    }

    @Test(arguments: Trace.Detail.allCases)
    func `are the same after writing and reading`(_ detail: Trace.Detail) throws {
        let trace = try Self.record(detail)

        #expect(try Trace(fileContent: trace.fileContent) == trace)
        #expect(trace.exchanges.count == 6)
        #expect(trace.exchanges[0].duration == .microseconds(250))
    }

    @Test
    func `hold no byte of the document when redacted`() throws {
        let text = String(decoding: try Self.record(.redacted).fileContent, as: UTF8.self)

        #expect(!text.contains(Hexadecimal.encode(Self.secret.prefix(3))))
        #expect(text.contains(Hexadecimal.encode(Self.application)))
        #expect(text.contains(#""detail":"redacted""#))
        #expect(!text.contains("notice"))
    }

    @Test
    func `say so when they hold everything`() throws {
        let full = try Self.record(.full)
        let text = String(decoding: full.fileContent, as: UTF8.self)

        #expect(text.contains(Hexadecimal.encode(Self.secret)))
        #expect(text.contains("personal data"))
        #expect(full.randomBytes == Self.secret)
    }

    @Test
    func `become a redacted trace by redaction`() throws {
        #expect(try Self.record(.full).redacted == Self.record(.redacted))
        #expect(try Self.record(.redacted).randomBytes == nil)
    }

    @Test
    func `do not print their bytes`() throws {
        let text = "\(try Self.record(.full))"
        #expect(!text.contains("192, 255, 238"))
        #expect(!text.contains("C0FFEE"))
    }

    @Test
    func `count commands, bytes and time for each step`() throws {
        let steps = try Self.record(.redacted).trafficByStep

        #expect(steps.map(\.step) == ["bac", "COM"])
        #expect(steps.map(\.traffic.commandCount) == [3, 3])
        #expect(steps[0].traffic.sentByteCount == Self.session[..<3].reduce(0) { $0 + $1.encoded.count })
        #expect(steps[0].traffic.receivedByteCount == 2 + 10 + 10)
        #expect(steps[1].traffic.duration == .microseconds(750))
        #expect(try Self.record(.full).trafficByStep.map(\.traffic) == steps.map(\.traffic))
    }

    static let files: [(String, TraceError)] = [
        ("", .notATrace),
        ("{}", .notATrace),
        (#"{"format":"other","version":1}"#, .notATrace),
        (#"{"format":"emrtd-trace","version":2}"#, .unsupportedVersion(2)),
        (#"{"format":"emrtd-trace","version":1,"detail":"full"}"#, .malformedLine(1)),
        (head + step + "nonsense", .malformedLine(3)),
    ]

    @Test(arguments: files)
    func `are refused with the place of the fault`(_ text: String, _ error: TraceError) {
        #expect(throws: error) { try Trace(fileContent: Array(text.utf8)) }
    }

    static let malformedEvents: [String] = [
        #"{"event":"other"}"#,
        #"{"event":"step"}"#,
        #"{"event":"random"}"#,
        #"{"event":"random","bytes":"0"}"#,
        #"{"event":"random","bytes":"00","bytesCount":1}"#,
        #"{"event":"random","bytes":"00"}"#,
        #"{"event":"random","bytesCount":-1}"#,
        #"{"event":"reset"}"#,
        #"{"event":"reset","microseconds":-1}"#,
        #"{"event":"reset","microseconds":1,"failure":"soup"}"#,
        #"{"event":"reconnect","microseconds":1}"#,
        #"{"event":"limit"}"#,
        #"{"event":"limit","maximumCommandByteCount":65545}"#,
        exchange.replacing("00840000", with: "840000"),
        exchange.replacing("9000", with: "G"),
        exchange.replacing(#""expectedCount":8"#, with: #""expectedCount":0"#),
        exchange.replacing(#""dataCount":0"#, with: #""dataCount":65536"#),
        exchange.replacing(#""answerCount":8"#, with: #""answerCount":65537"#),
        exchange.replacing(#""answerCount":8"#, with: #""answer":"0102""#),
    ]

    @Test(arguments: malformedEvents)
    func `hold no event that is not whole, nor data where they are redacted`(_ line: String) {
        #expect(throws: TraceError.malformedLine(2)) { try Trace(fileContent: Array((Self.head + line).utf8)) }
    }

    @Test
    func `end at a number of lines that no read has`() throws {
        let content = Array((Self.head + Self.step + Self.step).utf8)
        #expect(try Trace(fileContent: content, maximumLineCount: 3).events.count == 2)
        #expect(throws: TraceError.tooLong(limit: 2)) { try Trace(fileContent: content, maximumLineCount: 2) }
    }

    @Test
    func `are read as they are written by hand`() throws {
        let trace = try Trace(fileContent: Array((Self.head + Self.step + Self.exchange).utf8))
        #expect(trace.exchanges.map(\.outcome) == [.answer(.count(8), .success)])
    }

    private static let step = #"{"event":"step","name":"a"}"# + "\n"
    private static let head: String =
        #"{"atr":"","detail":"redacted","format":"emrtd-trace","maximumCommandByteCount":261,"version":1}"# + "\n"
    private static let exchange: String =
        #"{"answerCount":8,"dataCount":0,"event":"exchange","expectedCount":8,"extended":false,"header":"00840000","#
        + #""microseconds":1,"status":"9000"}"#

    @Test
    func `play the card's part in the recorded order`() throws {
        let trace = try Self.record(.full)
        var replay = try ReplayConnection(trace)
        try replay.reset()
        for command in Self.session {
            #expect(try replay.transmit(command).status == .success)
        }
        #expect(throws: TransportError.cardRemoved) { try replay.transmit(Self.session[1]) }
        try replay.reconnect(within: .seconds(1))

        #expect(replay.isAtEnd)
        #expect(replay.playedCount == 8)
        #expect(replay.maximumCommandByteCount == 65_544)
        #expect(throws: TransportError.notInTrace(index: 8)) { try replay.transmit(Self.session[1]) }
    }

    @Test
    func `refuse another command, another order, and a reset at another place`() throws {
        var replay = try ReplayConnection(Self.record(.full))
        #expect(throws: TransportError.notInTrace(index: 0)) { try replay.transmit(Self.session[0]) }
        try replay.reset()
        #expect(throws: TransportError.notInTrace(index: 1)) { try replay.reset() }
        #expect(throws: TransportError.notInTrace(index: 1)) { try replay.reconnect(within: .zero) }
        #expect(throws: TransportError.notInTrace(index: 1)) { try replay.transmit(Self.session[1]) }
        var other = Self.session[0]
        other.data[6] ^= 1
        #expect(throws: TransportError.notInTrace(index: 1)) { try replay.transmit(other) }
        #expect(try replay.transmit(Self.session[0]).status == .success)
    }

    @Test
    func `tell when a reader turns out to carry less`() throws {
        /// A reader that says that it carries extended length, and does not.
        struct Reader: CardConnection {
            let answerToReset: [UInt8] = []
            var maximumCommandByteCount = 65_544

            mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
                guard command.isExtended else { return ResponseAPDU(status: .success) }
                maximumCommandByteCount = 261
                throw .notTransacted
            }

            mutating func reset() {}
            mutating func reconnect(within limit: Duration) {}
        }

        let recorder = TraceRecorder(detail: .full)
        var recording = RecordingConnection(Reader(), into: recorder) { .zero }
        let extended = CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 4000)
        _ = try? recording.transmit(extended)
        _ = try recording.transmit(Self.session[1])
        let trace = try Trace(fileContent: recorder.trace.fileContent)
        #expect(trace == recorder.trace)

        var replay = try ReplayConnection(trace)
        #expect(replay.maximumCommandByteCount == 65_544)
        #expect(throws: TransportError.notTransacted) { try replay.transmit(extended) }
        #expect(replay.maximumCommandByteCount == 261)
        #expect(try replay.transmit(Self.session[1]).status == .success)
        #expect(replay.isAtEnd)
    }

    @Test
    func `are not replayed when bytes are missing`() throws {
        let redacted = try Self.record(.redacted)
        #expect(throws: TraceError.redacted) { try ReplayConnection(redacted) }

        var mixed = redacted
        mixed.detail = .full
        #expect(throws: TraceError.redacted) { try ReplayConnection(mixed) }
    }
}
