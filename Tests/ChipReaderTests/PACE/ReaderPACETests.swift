import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Opening a chip by the PACE of a reader with keys")
struct ReaderPACETests {
    /// A reader that opens the chip itself: behind it the application is readable with plain commands.
    struct Reader: CardConnection {
        let chip: ModelChip
        let answer: ReaderPACEResult?

        var answerToReset: [UInt8] { chip.answerToReset }
        var maximumCommandByteCount: Int { chip.maximumCommandByteCount }
        func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU { try chip.transmit(command) }
        func reset() throws(TransportError) { try chip.reset() }
        func reconnect(within limit: Duration) throws(TransportError) { try chip.reconnect(within: limit) }

        func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
            guard case .opened? = answer else { return answer }
            chip.habits.lockedApplication = nil
            chip.habits.runsAccessControl = false
            return answer
        }
    }

    static func result(_ text: String) throws -> ReaderPACEResult {
        try ReaderPACEResult(encoded: try #require(Hexadecimal.decode(text)))
    }

    static func opened(_ cardAccess: [UInt8], _ selection: [UInt8] = [0x90, 0x00]) throws -> ReaderPACEResult {
        let output = selection + [UInt8(cardAccess.count), 0x00] + cardAccess + [0x00, 0x00, 0x00, 0x00]
        return try ReaderPACEResult(encoded: [0, 0, 0, 0, UInt8(output.count), 0x00] + output)
    }

    func read(_ answer: ReaderPACEResult?, _ change: (ModelChip) -> Void = { _ in }) throws -> (ChipReading, ModelChip)
    {
        let chip = try PACEDocument.chip(PACEDocument.generic, change)
        var request = ReadRequest()
        request.passwordOnReader = .pin
        var reader = ChipReader(Reader(chip: chip, answer: answer))
        return (reader.read(request, at: Timestamp(secondsSince1970: 0)), chip)
    }

    @Test func `reads a chip that the reader has opened`() throws {
        let (reading, chip) = try read(Self.opened(PACEDocument.generic))

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.access.used == .pace)
        #expect(reading.access.pace?.password == .pin)
        #expect(reading.remarks.map(\.code) == ["openedByReader"])
        #expect(!chip.log.contains { $0.ins == 0x22 || $0.ins == 0x86 })
        #expect(chip.resetCount == 0)
    }

    @Test func `leaves out the tries that were left before the right password was typed`() throws {
        let (reading, chip) = try read(Self.opened(PACEDocument.generic, [0x63, 0xC2]))

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.access.remainingTries == nil)
    }

    /// A whole read with PACE of the reader, written down in full.
    private static func recorded(_ answer: ReaderPACEResult?) throws -> (ChipReading, Trace, ReadRequest) {
        let chip = try PACEDocument.chip(PACEDocument.generic)
        let recorder = TraceRecorder(
            detail: .full, startedAt: Timestamp(secondsSince1970: 0), readerName: "with keys")
        var request = ReadRequest()
        request.passwordOnReader = .pin
        var reader = ChipReader(
            RecordingConnection(Reader(chip: chip, answer: answer), into: recorder), readerName: "with keys",
            random: RecordingRandomSource(into: recorder))
        return (reader.read(request, at: Timestamp(secondsSince1970: 0)), recorder.trace, request)
    }

    @Test(arguments: [nil, "C26306F00000", "opened"])
    func `is replayed from a full trace, read and all`(_ answer: String?) throws {
        let (reading, trace, request) = try Self.recorded(
            answer.map { try $0 == "opened" ? Self.opened(PACEDocument.generic) : Self.result($0) })
        let replay = try TraceReplay(Trace(fileContent: trace.fileContent), request: request)

        #expect((reading.ending == .complete) == (answer == "opened"))
        #expect(replay.isComplete)
        #expect(replay.reading.ending == reading.ending)
        #expect(replay.reading.access == reading.access)
        #expect(replay.reading.files == reading.files)
        #expect(replay.reading.remarks == reading.remarks)
    }

    @Test func `is not replayed for another password, nor for one that is typed here`() throws {
        let (_, trace, request) = try Self.recorded(Self.opened(PACEDocument.generic))
        var others = [request, request]
        others[0].passwordOnReader = .can
        others[1].passwordOnReader = nil
        others[1].password = try .pin("123456")
        for other in others {
            let replay = try TraceReplay(trace, request: other)
            #expect(!replay.isComplete)
            #expect(replay.reading.access.used == nil)
            guard case .brokenOff(let reason) = replay.reading.ending else {
                Issue.record("the replay did not break off")
                continue
            }
            #expect(reason.code.hasPrefix("notInTrace"))
        }
    }

    @Test func `refuses a chip that is not the one it has asked`() throws {
        let other = PACEDocument.cardAccess([([2, 2], 12)])
        #expect(AccessTests.failure(try read(Self.opened(other)).0) == "otherChip")
    }

    @Test func `does not reset the chip, which would end the reader's channel`() throws {
        let (reading, chip) = try read(Self.opened(PACEDocument.generic)) {
            $0.habits.selectStatus = .conditionsNotSatisfied
        }
        #expect(reading.remarks.map(\.code).contains("selectionRefused"))
        #expect(chip.resetCount == 0)
    }

    @Test func `says that the reader has no PACE`() throws {
        #expect(AccessTests.failure(try read(nil).0) == "readerHasNoPACE")
    }

    @Test(
        arguments: [
            ("C26306F00000", "wrongPasswordCounted", 2), ("C16302F00000", "pinSuspended", 1),
            ("C06302F00000", "passwordBlocked", 0), ("010020F00000", "cancelled", nil),
            ("020020F00000", "timedOut", nil),
            ("020010F00000", "cardRemoved", nil), ("060000E00000", "chipNotAuthenticated", nil),
            ("826903F00000", "paceRefused", nil), ("010000D00000", "paceBroken", nil),
        ] as [(String, String, Int?)])
    func `says why the reader did not open the chip`(_ answer: String, code: String, tries: Int?) throws {
        let (reading, chip) = try read(Self.result(answer))
        #expect(AccessTests.failure(reading) == code)
        #expect(reading.access.remainingTries == tries)
        #expect(!chip.log.contains { $0.ins == 0x84 })
    }
}
