import CardTransport
import ChipSimulator
import Issuing
import LDS
import Testing

@Suite("The connection to a simulated chip")
struct SimulatedConnectionTests {
    private static let select = CommandAPDU(
        ins: 0xA4, p1: 0x04, p2: 0x0C, data: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01])
    private static let challenge = CommandAPDU(ins: 0x84, p1: 0, p2: 0, expectedCount: 8)

    private func connection(_ incidents: [WireIncident] = [], maximum: Int = 65_544) throws -> SimulatedConnection {
        SimulatedConnection(
            SimulatedChip(try Specimen.utopia()), incidents: incidents, maximumCommandByteCount: maximum)
    }

    @Test
    func `counts what goes over the wire`() throws {
        let connection = try connection()
        _ = try connection.transmit(Self.select)
        _ = try connection.transmit(Self.challenge)

        #expect(connection.cost.apduCount == 2)
        #expect(connection.cost.sentByteCount == 12 + 5)
        #expect(connection.cost.receivedByteCount == 2 + 10)
        #expect(connection.cost.seconds > 0)
    }

    @Test(arguments: 0...2)
    func `loses the card after each APDU, and finds it without its session`(count: Int) throws {
        let connection = try connection([.pull(afterAPDU: count)])
        for _ in 0..<count { _ = try connection.transmit(Self.select) }

        #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.challenge) }
        #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.challenge) }
        #expect(throws: TransportError.cardRemoved) { try connection.reset() }
        try connection.reconnect(within: .seconds(1))
        #expect(try connection.transmit(Self.challenge).status == .conditionsNotSatisfied)
    }

    @Test
    func `loses an answer that the chip gave`() throws {
        let connection = try connection([.pullDuring(apdu: 1)])

        #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }
        #expect(connection.cost.apduCount == 1)
    }

    @Test
    func `is told of a reset until it connects again`() throws {
        let connection = try connection([.reset(afterAPDU: 1)])
        _ = try connection.transmit(Self.select)

        #expect(throws: TransportError.cardReset) { try connection.transmit(Self.challenge) }
        try connection.reconnect(within: .seconds(1))
        #expect(try connection.transmit(Self.select).status == .success)
    }

    @Test
    func `alters one byte of one answer`() throws {
        let connection = try connection([.flip(answer: 1, byte: 0, mask: 0x10), .replace(answer: 3, with: [0x6F])])

        #expect(try connection.transmit(Self.select).status == StatusWord(0x8000))
        #expect(try connection.transmit(Self.select).status == .success)
        #expect(throws: TransportError.malformedResponse(byteCount: 1)) { try connection.transmit(Self.select) }
    }

    @Test
    func `finds no card where none comes back, and another where one is laid down`() throws {
        let gone = try connection([.pull(afterAPDU: 0)])
        gone.returnsAfterPull = false
        #expect(throws: TransportError.cardRemoved) { try gone.transmit(Self.select) }
        #expect(throws: TransportError.timedOut) { try gone.reconnect(within: .seconds(1)) }

        let swapped = try connection([.pull(afterAPDU: 0)])
        var behaviour = ChipBehaviour()
        behaviour.applicationRefusal = .fileNotFound
        swapped.replacement = SimulatedChip(try Specimen.utopia(), behaviour: behaviour)
        #expect(throws: TransportError.cardRemoved) { try swapped.transmit(Self.select) }
        try swapped.reconnect(within: .seconds(1))
        #expect(try swapped.transmit(Self.select).status == .fileNotFound)
    }

    @Test
    func `carries short commands only where the reader does`() throws {
        let connection = try connection(maximum: 261)
        var command = Self.challenge
        command.prefersExtendedLength = true

        #expect(throws: TransportError.notTransacted) { try connection.transmit(command) }
    }
}
