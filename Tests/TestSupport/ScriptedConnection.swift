public import CardTransport

/// A connection whose answers a test decides, and which keeps what was sent.
public struct ScriptedConnection: CardConnection {
    /// Every command, in order.
    public private(set) var commands: [CommandAPDU] = []
    /// How often the card was reset.
    public private(set) var resetCount = 0
    /// How often it was connected again.
    public private(set) var reconnectCount = 0
    public let answerToReset: [UInt8]
    public let maximumCommandByteCount: Int
    private let answer: (CommandAPDU, _ index: Int) throws(TransportError) -> ResponseAPDU

    /// A card that answers by a function of the command and of its number, counted from zero.
    public init(
        maximumCommandByteCount: Int = 65_544, answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01],
        answer: @escaping (CommandAPDU, _ index: Int) throws(TransportError) -> ResponseAPDU
    ) {
        self.maximumCommandByteCount = maximumCommandByteCount
        self.answerToReset = answerToReset
        self.answer = answer
    }

    /// A card that gives these answers, and says 6F00 from then on.
    public init(maximumCommandByteCount: Int = 65_544, answers: [ResponseAPDU]) {
        self.init(maximumCommandByteCount: maximumCommandByteCount) { _, index in
            answers.indices.contains(index) ? answers[index] : ResponseAPDU(status: StatusWord(0x6F00))
        }
    }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        commands.append(command)
        return try answer(command, commands.count - 1)
    }

    public mutating func reset() throws(TransportError) {
        resetCount += 1
    }

    public mutating func reconnect(within limit: Duration) throws(TransportError) {
        reconnectCount += 1
    }
}
