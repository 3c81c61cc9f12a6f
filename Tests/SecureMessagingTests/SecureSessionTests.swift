import ByteCoding
import CardTransport
import Cryptography
import SecureMessaging
import Testing

@Suite("Secure messaging, the terminal's side: Doc 9303-11 §9.8")
struct SecureSessionTests {
    static let keys = SecureMessagingKeys(.aes128, sharedSecret: Array(0..<16))
    static let read = CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 4)

    /// What the chip answers to the first command of a session, built from its data objects.
    static func answer(
        _ objects: [[UInt8]], outer: StatusWord = .success, checksum: Bool = true
    ) -> ResponseAPDU {
        let covered = objects.flatMap { $0 }
        let counter = keys.sendSequenceCounter.next.next
        let key = CMACKey(KeyDerivation.derive(Array(0..<16), counter: 2, for: .aes128))
        let mac = key.mac(over: Padding.method2(counter.bytes + covered, blockSize: 16)).prefix(8)
        return ResponseAPDU(data: covered + (checksum ? [0x8E, 8] + mac : []), status: outer)
    }

    static func cryptogram(_ padded: [UInt8], indicator: UInt8 = 0x01) -> [UInt8] {
        let key = AESKey(KeyDerivation.derive(Array(0..<16), counter: 1, for: .aes128))
        let iv = key.encryptBlock(keys.sendSequenceCounter.next.next.bytes)
        return DataObjectWriter.encode(0x87, [indicator] + key.encryptCBC(padded, iv: iv))
    }

    static let good = Padding.method2([1, 2, 3, 4], blockSize: 16)
    static let status: [UInt8] = [0x99, 2, 0x90, 0x00]

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: ResponseAPDU
        let error: SecureMessagingError
    }

    static let faults: [Fault] = [
        Fault(
            testDescription: "no checksum", answer: answer([status], checksum: false),
            error: .missingObject(tag: 0x8E)),
        Fault(testDescription: "no status", answer: answer([cryptogram(good)]), error: .missingObject(tag: 0x99)),
        Fault(
            testDescription: "status twice", answer: answer([status, status]), error: .unexpectedObject(tag: 0x99)),
        Fault(
            testDescription: "status before the data", answer: answer([status, cryptogram(good)]),
            error: .unexpectedObject(tag: 0x87)),
        Fault(
            testDescription: "an unknown object", answer: answer([[0x80, 1, 0], status]),
            error: .unexpectedObject(tag: 0x80)),
        Fault(
            testDescription: "an object after the checksum",
            answer: ResponseAPDU(data: answer([status]).data + status, status: .success),
            error: .unexpectedObject(tag: 0x99)),
        Fault(
            testDescription: "data of the odd instruction", answer: answer([[0x85, 1, 0], status]),
            error: .unexpectedObject(tag: 0x85)),
        Fault(
            testDescription: "another outer status", answer: answer([status], outer: .fileNotFound),
            error: .statusMismatch(protected: .success, outer: .fileNotFound)),
        Fault(
            testDescription: "a status of three bytes", answer: answer([[0x99, 3, 0x90, 0, 0]]),
            error: .wrongObjectLength(tag: 0x99)),
        Fault(
            testDescription: "a checksum of four bytes",
            answer: ResponseAPDU(data: status + [0x8E, 4, 1, 2, 3, 4], status: .success),
            error: .wrongObjectLength(tag: 0x8E)),
        Fault(
            testDescription: "a wrong checksum",
            answer: ResponseAPDU(data: status + [0x8E, 8, 1, 2, 3, 4, 5, 6, 7, 8], status: .success),
            error: .wrongChecksum),
        Fault(
            testDescription: "an empty cryptogram", answer: answer([[0x87, 1, 1], status]),
            error: .wrongObjectLength(tag: 0x87)),
        Fault(
            testDescription: "no cryptogram at all", answer: answer([[0x87, 0], status]),
            error: .wrongObjectLength(tag: 0x87)),
        Fault(
            testDescription: "half a block", answer: answer([[0x87, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0], status]),
            error: .wrongObjectLength(tag: 0x87)),
        Fault(
            testDescription: "another padding indicator", answer: answer([cryptogram(good, indicator: 2), status]),
            error: .wrongPaddingIndicator(2)),
        Fault(
            testDescription: "no padding", answer: answer([cryptogram([UInt8](repeating: 1, count: 16)), status]),
            error: .wrongPadding),
        Fault(
            testDescription: "padding of more than a block",
            answer: answer([cryptogram([0x80] + [UInt8](repeating: 0, count: 31)), status]), error: .wrongPadding),
        Fault(
            testDescription: "more than was asked for",
            answer: answer([cryptogram(Padding.method2([1, 2, 3, 4, 5], blockSize: 16)), status]),
            error: .tooLong(byteCount: 5, limit: 4)),
        Fault(
            testDescription: "cut off", answer: ResponseAPDU(data: [0x99, 2, 0x90], status: .success),
            error: .malformedObject(DecodingFailure(.truncated(needed: 2, available: 1), at: 2))),
    ]

    @Test(arguments: faults)
    func `closes the channel for`(_ fault: Fault) {
        var session = SecureSession(Self.keys)
        var card = FixedAnswerCard(fault.answer, Self.answer([Self.status]))

        #expect(throws: TransportError.notAuthentic) { try session.exchange(Self.read, over: &card) }
        let state = session.state
        #expect(state == .closed(fault.error))
        #expect(throws: TransportError.channelClosed) { try session.exchange(Self.read, over: &card) }
        #expect(card.commands.count == 1)
    }

    @Test func `takes a good answer`() throws {
        var session = SecureSession(Self.keys)
        var card = FixedAnswerCard(Self.answer([Self.cryptogram(Self.good), Self.status]))

        let answer = try session.exchange(Self.read, over: &card)

        #expect(
            answer == SecureAnswer(response: ResponseAPDU(data: [1, 2, 3, 4], status: .success), isProtected: true))
    }

    @Test(arguments: [StatusWord.success, .endOfFile, .authenticationFailed, StatusWord(0x6110)])
    func `refuses a bare status that says success or warns`(_ status: StatusWord) {
        var session = SecureSession(Self.keys)
        var card = FixedAnswerCard(ResponseAPDU(status: status))

        #expect(throws: TransportError.notAuthentic) { try session.exchange(Self.read, over: &card) }
        let state = session.state
        #expect(state == .closed(.unprotected(status)))
    }

    @Test(arguments: [StatusWord(0x6987), StatusWord(0x6988)])
    func `knows a session that the chip dropped`(_ status: StatusWord) {
        var session = SecureSession(Self.keys)
        var card = FixedAnswerCard(ResponseAPDU(status: status))

        #expect(throws: TransportError.channelClosed) { try session.exchange(Self.read, over: &card) }
        let state = session.state
        #expect(state == .closed(.sessionLost(status)))
    }

    @Test func `puts the counter back after a bare error, so that the next command has its place`() throws {
        var session = SecureSession(Self.keys)
        let good = Self.answer([Self.cryptogram(Self.good), Self.status])
        var card = FixedAnswerCard(ResponseAPDU(status: .wrongLength), good)

        let bare = try session.exchange(Self.read, over: &card)
        let suspect = session.state
        let retried = try session.exchange(Self.read, over: &card)
        let open = session.state

        #expect(bare == SecureAnswer(response: ResponseAPDU(status: .wrongLength), isProtected: false))
        #expect(suspect == .suspect)
        #expect(retried.response.data == [1, 2, 3, 4])
        #expect(open == .open)
        #expect(card.commands[0] == card.commands[1])
    }

    @Test func `works as a channel and gives the connection back`() throws {
        let good = Self.answer([Self.cryptogram(Self.good), Self.status])
        var channel = SecureChannel(FixedAnswerCard(good), keys: Self.keys)

        let answer = try channel.transmit(Self.read)
        let card = channel.close()

        #expect(answer.data == [1, 2, 3, 4])
        #expect(card.commands.map(\.cla) == [0x0C])
    }
}
