import CardTransport
import TestSupport
import Testing

@Suite("Chaining: ISO/IEC 7816-4 §5.3")
struct ResponseChainingTests {
    private let read = CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)

    private func answer(_ data: [UInt8], _ status: UInt16) -> ResponseAPDU {
        ResponseAPDU(data: data, status: StatusWord(status))
    }

    @Test
    func `passes an ordinary answer on`() throws {
        var card = ResponseChaining(ScriptedConnection(answers: [answer([1, 2], 0x9000)]))
        let received = try card.transmit(read)

        #expect(received == answer([1, 2], 0x9000))
        #expect(card.base.commands == [read])
    }

    @Test
    func `joins the parts that 61xx announces and ends with the last status`() throws {
        let parts = [answer([1, 2], 0x6102), answer([3, 4], 0x6100), answer([5], 0x6282)]
        var card = ResponseChaining(ScriptedConnection(answers: parts))
        let received = try card.transmit(read)

        #expect(received == answer([1, 2, 3, 4, 5], 0x6282))
        #expect(card.base.commands.map(\.encoded) == [read.encoded, [0, 0xC0, 0, 0, 2], [0, 0xC0, 0, 0, 0]])
    }

    @Test(arguments: [(UInt8(0x0C), UInt8(0x00)), (0x0D, 0x01), (0x92, 0x02), (0x62, 0x42)])
    func `asks for the rest on the logical channel of the command, outside the secure channel`(
        _ cla: UInt8, _ expected: UInt8
    ) throws {
        var card = ResponseChaining(ScriptedConnection(answers: [answer([1], 0x6101), answer([2], 0x9000)]))
        let command = CommandAPDU(cla: cla, ins: 0xB0, p1: 0, p2: 0, expectedCount: 256)
        let received = try card.transmit(command)

        #expect(received.data == [1, 2])
        #expect(card.base.commands[1].cla == expected)
    }

    @Test
    func `sends a command again with the length that 6Cxx names`() throws {
        var card = ResponseChaining(
            ScriptedConnection(answers: [answer([], 0x6C05), answer([1, 2, 3, 4, 5], 0x9000)]))
        let received = try card.transmit(read)

        #expect(received.data.count == 5)
        #expect(card.base.commands[1].expectedCount == 5)
    }

    @Test
    func `corrects the length of GET RESPONSE too`() throws {
        let answers = [answer([], 0x6110), answer([], 0x6C02), answer([1, 2], 0x9000)]
        var card = ResponseChaining(ScriptedConnection(answers: answers))
        let received = try card.transmit(read)

        #expect(received == answer([1, 2], 0x9000))
        #expect(card.base.commands.map(\.ins) == [0xB0, 0xC0, 0xC0])
    }

    @Test
    func `never sends a secured command twice`() throws {
        var card = ResponseChaining(ScriptedConnection(answers: [answer([], 0x6C05), answer([1], 0x9000)]))
        let received = try card.transmit(CommandAPDU(cla: 0x0C, ins: 0xB0, p1: 0, p2: 0, expectedCount: 256))

        #expect(received.status == StatusWord(0x6C05))
        #expect(card.base.commands.count == 1)
    }

    @Test
    func `hands 6Cxx up where no length was sent`() throws {
        var card = ResponseChaining(ScriptedConnection(answers: [answer([], 0x6C05), answer([1], 0x9000)]))
        let received = try card.transmit(CommandAPDU(ins: 0xA4, p1: 4, p2: 0x0C, data: [1]))

        #expect(received.status == StatusWord(0x6C05))
    }

    @Test(
        arguments: [
            (UInt16(0x6100), ResponseChaining<ScriptedConnection>.maximumEmptyContinuationCount + 1),
            (0x6101, ResponseChaining<ScriptedConnection>.maximumEmptyContinuationCount + 1), (0x6C00, 2), (0x6C10, 2),
        ] as [(UInt16, Int)])
    func `gives up on a card that says the same for ever`(_ status: UInt16, _ count: Int) {
        var card = ResponseChaining(ScriptedConnection { _, _ in ResponseAPDU(status: StatusWord(status)) })

        #expect(throws: TransportError.endlessResponse) { try card.transmit(self.read) }
        #expect(card.base.commands.count == count + 1)
    }

    @Test
    func `gives up on a card that sends byte after byte`() {
        var card = ResponseChaining(
            ScriptedConnection { _, _ in ResponseAPDU(data: [0xAA], status: StatusWord(0x6101)) })

        #expect(throws: TransportError.endlessResponse) { try card.transmit(self.read) }
        #expect(card.base.commands.count == ResponseChaining<ScriptedConnection>.maximumContinuationCount + 1)
    }

    @Test
    func `gives up on an answer that grows past every extended length`() {
        let block = [UInt8](repeating: 0xAA, count: 256)
        var card = ResponseChaining(
            ScriptedConnection { _, _ in ResponseAPDU(data: block, status: StatusWord(0x6100)) })

        #expect(throws: TransportError.endlessResponse) { try card.transmit(self.read) }
        #expect(card.base.commands.count == 257)
    }

    @Test
    func `chains a command that the connection cannot carry`() throws {
        var card = ResponseChaining(
            ScriptedConnection(maximumCommandByteCount: 261) { _, _ in ResponseAPDU(status: .success) })
        let data = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
        let received = try card.transmit(
            CommandAPDU(cla: 0x0C, ins: 0x86, p1: 1, p2: 2, data: data, expectedCount: 65_536))

        #expect(received.status == .success)
        #expect(card.base.commands.map(\.cla) == [0x1C, 0x1C, 0x0C])
        #expect(card.base.commands.map(\.data.count) == [255, 255, 90])
        #expect(card.base.commands.flatMap(\.data) == data)
        #expect(card.base.commands.map(\.expectedCount) == [nil, nil, 256])
        #expect(card.base.commands.allSatisfy { !$0.isExtended && $0.p1 == 1 && $0.p2 == 2 })
    }

    @Test
    func `ends a chain at the first link that is refused`() throws {
        var card = ResponseChaining(
            ScriptedConnection(maximumCommandByteCount: 261) { _, _ in ResponseAPDU(status: StatusWord(0x6884)) })
        let received = try card.transmit(
            CommandAPDU(ins: 0x86, p1: 0, p2: 0, data: [UInt8](repeating: 1, count: 511)))

        #expect(received.status == StatusWord(0x6884))
        #expect(card.base.commands.count == 1)
    }

    @Test(arguments: [(261, 256), (65_544, 4000)])
    func `asks for as much as the connection carries`(_ limit: Int, _ expected: Int) throws {
        var card = ResponseChaining(
            ScriptedConnection(maximumCommandByteCount: limit) { _, _ in
                ResponseAPDU(status: .success)
            })
        _ = try card.transmit(CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: 4000))

        #expect(card.base.commands.map(\.expectedCount) == [expected])
    }

    @Test
    func `hands reset, reconnection and limits through`() throws {
        var card = ResponseChaining(ScriptedConnection(maximumCommandByteCount: 1024, answers: []))
        try card.reset()
        try card.reconnect(within: .seconds(1))

        #expect(card.base.resetCount == 1)
        #expect(card.base.reconnectCount == 1)
        #expect(card.maximumCommandByteCount == 1024)
        #expect(card.answerToReset == card.base.answerToReset)
    }
}
