import ByteCoding

/// A connection on which every command gets its whole answer.
///
/// `61xx` is followed by GET RESPONSE until the answer is complete, `6Cxx` by the same command with the length that the
/// card asks for, and a command that the connection below cannot carry goes out as a chain of short ones. All of it is
/// bounded: a card that never ends is `endlessResponse`.
///
/// A `6Cxx` to a command of a secure channel is handed up as it is: the same cryptogram must not go out twice. So is a
/// `61xx` to one whose answer is whole, its checksum included: that part of an answer is protected for itself.
///
/// Spec: ISO/IEC 7816-4 §5.3.3 (command chaining) and §5.3.4 (response chaining).
public struct ResponseChaining<Base: CardConnection & ~Copyable>: ~Copyable, CardConnection {
    /// The connection below.
    public var base: Base

    /// The most bytes that one answer may have in all, which is what an extended length can ask for.
    public static var maximumAnswerByteCount: Int { 65_536 }
    /// The most GET RESPONSE commands for one answer.
    public static var maximumContinuationCount: Int { 1024 }
    /// The most of them in a row that bring nothing.
    public static var maximumEmptyContinuationCount: Int { 4 }
    /// How often one command is sent again with another length.
    public static var maximumCorrectionCount: Int { 2 }

    public init(_ base: consuming Base) {
        self.base = base
    }

    /// Hands the connection below back.
    public consuming func release() -> Base { base }

    public var answerToReset: [UInt8] { base.answerToReset }
    public var maximumCommandByteCount: Int { base.maximumCommandByteCount }

    public mutating func reset() throws(TransportError) {
        try base.reset()
    }

    public mutating func reconnect(within limit: Duration) throws(TransportError) {
        try base.reconnect(within: limit)
    }

    public mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        try base.establishPACE(request)
    }

    public mutating func begin(step name: String) {
        base.begin(step: name)
    }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let first =
            isCarried(command)
            ? try transmitCorrected(command)
            : try transmitChained(command)
        return try complete(first, of: command)
    }

    /// Whether the connection below takes this command as one APDU.
    private func isCarried(_ command: CommandAPDU) -> Bool {
        guard command.isExtended else { return true }
        let usesExtendedLength = maximumCommandByteCount > CommandAPDU.maximumShortByteCount
        return usesExtendedLength && command.encoded.count <= maximumCommandByteCount
    }

    /// Sends a command, and once more with the card's own length for each `6Cxx`.
    private mutating func transmitCorrected(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        var command = command
        var answer = try base.transmit(command)
        guard command.expectedCount != nil, !command.isSecured else { return answer }
        var correctionCount = 0
        while let length = answer.status.correctedLength {
            guard correctionCount < Self.maximumCorrectionCount else { throw .endlessResponse }
            correctionCount += 1
            command.expectedCount = length
            answer = try base.transmit(command)
        }
        return answer
    }

    /// Sends a command as short ones, all but the last with the chaining bit; the first that is refused ends the chain.
    private mutating func transmitChained(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        var last = command
        last.prefersExtendedLength = false
        last.expectedCount = command.expectedCount.map { min($0, 256) }
        var rest = command.data[...]
        while rest.count > 255 {
            let link = CommandAPDU(
                cla: command.cla | CommandAPDU.chainingBit, ins: command.ins, p1: command.p1, p2: command.p2,
                data: Array(rest.prefix(255)))
            let answer = try base.transmit(link)
            guard answer.status == .success else { return answer }
            rest = rest.dropFirst(255)
        }
        last.data = Array(rest)
        return try transmitCorrected(last)
    }

    /// Fetches what a `61xx` announces.
    private mutating func complete(_ first: ResponseAPDU, of command: CommandAPDU) throws(TransportError)
        -> ResponseAPDU
    {
        var answer = first
        var (continuationCount, emptyCount) = (0, 0)
        while let remaining = answer.status.remainingCount {
            // A part that is protected on its own belongs to the session, which asks for the next one.
            if command.isSecured, answer.isWholeSecured { return answer }
            guard continuationCount < Self.maximumContinuationCount else { throw .endlessResponse }
            continuationCount += 1
            let next = try transmitCorrected(.getResponse(remaining, channelOf: command))
            emptyCount = next.data.isEmpty ? emptyCount + 1 : 0
            guard emptyCount <= Self.maximumEmptyContinuationCount else { throw .endlessResponse }
            guard answer.data.count + next.data.count <= Self.maximumAnswerByteCount else { throw .endlessResponse }
            answer = ResponseAPDU(data: answer.data + next.data, status: next.status)
        }
        return answer
    }
}

extension CommandAPDU {
    /// The most bytes of a command with short lengths.
    public static let maximumShortByteCount = 261
    /// The most bytes of a command with extended lengths.
    public static let maximumExtendedByteCount = 65_544
    /// The bit of CLA that says that more of this command follows.
    static let chainingBit: UInt8 = 0x10

    /// Whether CLA says that this command goes through a secure channel.
    ///
    /// Spec: ISO/IEC 7816-4 §5.4.1, tables 2 and 3.
    public var isSecured: Bool {
        cla & 0x40 == 0 ? cla & 0x0C != 0 : cla & 0x20 != 0
    }

    /// GET RESPONSE on the logical channel of the command whose answer is not complete.
    package static func getResponse(_ count: Int, channelOf command: CommandAPDU) -> CommandAPDU {
        let channel = command.cla & 0x40 == 0 ? command.cla & 0x03 : command.cla & 0x4F
        return CommandAPDU(cla: channel, ins: 0xC0, p1: 0x00, p2: 0x00, expectedCount: count)
    }
}

extension ResponseAPDU {
    /// Whether the data are whole data objects, the last of which is a checksum of secure messaging.
    fileprivate var isWholeSecured: Bool {
        var reader = ByteReader(data)
        var last: DataObject?
        while !reader.isAtEnd {
            guard let object = try? reader.dataObject() else { return false }
            last = object
        }
        return last?.tag == 0x8E
    }
}
