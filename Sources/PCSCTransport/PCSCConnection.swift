import CPCSCLite
public import CardTransport

/// A connection to the card on one reader.
///
/// It speaks T=1 or T=0, and is shared with other programs unless asked otherwise. While another program holds a
/// transaction, every call waits for its end: PC/SC knows no limit there. Whoever lets go of it leaves the card reset, so that no session
/// stays open for the next program.
public struct PCSCConnection: ~Copyable, CardConnection {
    /// The reader's name.
    public let readerName: String
    public private(set) var answerToReset: [UInt8]
    /// Narrowed to short commands for good once the reader refused an extended one.
    public private(set) var maximumCommandByteCount: Int

    private let context: PCSCContext
    /// The card's handle; nil between its loss and its return.
    private(set) var card: SCARDHANDLE?
    private var usesT0 = false
    private var sharing = DWORD(SCARD_SHARE_SHARED)
    private var answerBuffer = [UInt8](repeating: 0, count: PCSCConnection.maximumAnswerByteCount)

    /// What the service hands over at most: the longest answer of extended length, and some bytes of its own.
    private static var maximumAnswerByteCount: Int { 65_548 }

    /// Waits for a card and connects to it.
    ///
    /// - Parameters:
    ///   - reader: a reader's name or a part of it; nil for whichever has a card.
    ///   - limit: how long to wait for a card, and for a mute one to answer; zero for what is there now.
    ///   - maximumCommandByteCount: what the reader carries, where that is known better than the reader says.
    ///   - isExclusive: keeps every other program from the card until this connection ends.
    ///   - canceller: is handed what breaks the wait off, before it begins.
    public static func open(
        reader: String? = nil, waitingFor limit: Duration = .zero, maximumCommandByteCount: Int? = nil,
        isExclusive: Bool = false, canceller: (PCSCCanceller) -> Void = { _ in }
    ) throws(TransportError) -> PCSCConnection {
        let context = try PCSCContext()
        canceller(context.canceller)
        let name: String? = if let reader { try context.readerName(matching: reader) } else { nil }
        let found = try context.waitForCard(on: name, within: limit)
        var connection = PCSCConnection(context, reader: found.name, statedLimit: maximumCommandByteCount)
        if isExclusive { connection.sharing = DWORD(SCARD_SHARE_EXCLUSIVE) }
        try connection.connect(until: .now + limit)
        if maximumCommandByteCount == nil { connection.maximumCommandByteCount = connection.readLimit() }
        return connection
    }

    private init(_ context: consuming PCSCContext, reader: String, statedLimit: Int?) {
        self.context = context
        readerName = reader
        answerToReset = []
        maximumCommandByteCount = statedLimit ?? CommandAPDU.maximumShortByteCount
    }

    deinit {
        if let card { SCardDisconnect(card, DWORD(SCARD_RESET_CARD)) }
    }

    /// Breaks off a wait for this reader from another thread.
    public var canceller: PCSCCanceller { context.canceller }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let encoded = wireForm(of: command)
        let card = try connectedCard()
        var byteCount = DWORD(answerBuffer.count)
        let protocolHeader = usesT0 ? cpcsc_pci_t0() : cpcsc_pci_t1()
        let code = SCardTransmit(
            card, protocolHeader, encoded, DWORD(encoded.count), nil, &answerBuffer, &byteCount)
        guard code == SCARD_S_SUCCESS else { throw failure(code, isExtended: command.isExtended) }
        let answer = answerBuffer.prefix(Int(byteCount))
        guard let response = ResponseAPDU(encoded: answer) else {
            // A card that leaves in the middle of a command may leave an empty answer behind.
            throw loss() ?? .malformedResponse(byteCount: answer.count)
        }
        return response
    }

    /// Keeps other programs from the card until `endTransaction`; waits, without limit, for those that do the same.
    public mutating func beginTransaction() throws(TransportError) {
        try check(SCardBeginTransaction(connectedCard()))
    }

    /// Lets other programs at the card again, as it is.
    public mutating func endTransaction() throws(TransportError) {
        try check(SCardEndTransaction(connectedCard(), DWORD(SCARD_LEAVE_CARD)))
    }

    public mutating func reset() throws(TransportError) {
        var usedProtocol = DWORD(0)
        try check(
            SCardReconnect(
                connectedCard(), sharing, Self.protocols, DWORD(SCARD_RESET_CARD), &usedProtocol))
        usesT0 = usedProtocol == DWORD(SCARD_PROTOCOL_T0)
        try readStatus()
    }

    public mutating func reconnect(within limit: Duration) throws(TransportError) {
        let deadline = ContinuousClock.now + limit
        disconnect()
        while true {
            do {
                _ = try context.waitForCard(on: readerName, within: deadline - .now)
                try connect(until: deadline)
                return
            } catch .readerRemoved {
                // The reader may come back, as one does whose plug was loose.
                guard deadline > .now else { throw .readerRemoved }
            }
        }
    }

    /// Asks for the card's state, so that neither service nor card take the line for idle while the host is busy.
    public mutating func keepAlive() throws(TransportError) {
        try readStatus()
    }
}

// MARK: - Connecting

extension PCSCConnection {
    private static var protocols: DWORD { DWORD(SCARD_PROTOCOL_T0 | SCARD_PROTOCOL_T1) }

    /// Connects to the card that lies there; a mute one, or one that just left, may be laid down anew until the deadline.
    private mutating func connect(until deadline: ContinuousClock.Instant) throws(TransportError) {
        while true {
            do {
                return try connectOnce()
            } catch {
                guard error == .unresponsiveCard || error == .noCard || error == .cardRemoved, deadline > .now else {
                    throw error
                }
                let known = try context.readers().filter { $0.name == readerName }
                try context.awaitEvent(at: known, within: min(deadline - .now, .milliseconds(500)))
            }
        }
    }

    private mutating func connectOnce() throws(TransportError) {
        var handle = SCARDHANDLE()
        var usedProtocol = DWORD(0)
        let code = SCardConnect(
            context.handle, readerName, sharing, Self.protocols, &handle, &usedProtocol)
        if code == SCARD_E_UNKNOWN_READER { throw .readerRemoved }
        try PCSCCode.check(code)
        card = handle
        usesT0 = usedProtocol == DWORD(SCARD_PROTOCOL_T0)
        try readStatus()
    }

    /// Lets go of the card, reset where it is still there.
    private mutating func disconnect() {
        if let card { SCardDisconnect(card, DWORD(SCARD_RESET_CARD)) }
        card = nil
    }

    private func connectedCard() throws(TransportError) -> SCARDHANDLE {
        guard let card else { throw .cardRemoved }
        return card
    }

    /// Asks for the answer to reset, and whether the card is there at all.
    private mutating func readStatus() throws(TransportError) {
        let card = try connectedCard()
        var bytes = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
        var byteCount = DWORD(bytes.count)
        try check(SCardStatus(card, nil, nil, nil, nil, &bytes, &byteCount))
        answerToReset = Array(bytes.prefix(Int(byteCount)))
    }

    /// What the reader carries: as it says, or, for the virtual reader, as its protocol allows.
    private func readLimit() -> Int {
        guard let card else { return CommandAPDU.maximumShortByteCount }
        // vpcd has no features, and counts its messages with two bytes.
        guard !readerName.hasPrefix("Virtual PCD") else { return 65_535 }
        return ReaderFeatures(of: card).maximumCommandByteCount
    }
}

// MARK: - Commands

extension PCSCConnection {
    /// The bytes that go to the service: T=0 has no command with both data and Le, whose answer is fetched afterwards.
    private func wireForm(of command: CommandAPDU) -> [UInt8] {
        guard usesT0, !command.data.isEmpty, !command.isExtended else { return command.encoded }
        var withoutLe = command
        withoutLe.expectedCount = nil
        return withoutLe.encoded
    }

    private mutating func check(_ code: LONG) throws(TransportError) {
        guard code != SCARD_S_SUCCESS else { return }
        throw failure(code, isExtended: false)
    }

    /// What a return code means for a connected card; narrows the limit where an extended command was refused.
    private mutating func failure(_ code: LONG, isExtended: Bool) -> TransportError {
        switch code {
        case SCARD_E_NOT_TRANSACTED, SCARD_E_COMM_DATA_LOST, SCARD_E_NO_SMARTCARD, SCARD_E_INVALID_HANDLE,
            SCARD_E_READER_UNAVAILABLE, SCARD_E_UNKNOWN_READER, SCARD_F_COMM_ERROR, SCARD_E_NO_SERVICE:
            // The service notices a card or a reader that left some time after the first command that failed.
            if let loss = loss() { return loss }
        default: break
        }
        guard isExtended, PCSCCode.refusesCommand(code) else { return PCSCCode.error(for: code) }
        maximumCommandByteCount = min(maximumCommandByteCount, CommandAPDU.maximumShortByteCount)
        return .notTransacted
    }

    /// Whether reader or card are gone: looks again for as long as the service needs to notice.
    private func loss() -> TransportError? {
        let deadline = ContinuousClock.now + .milliseconds(900)
        do {
            while true {
                let all = try context.readers()
                guard let reader = all.first(where: { $0.name == readerName }), reader.content != .unavailable else {
                    return .readerRemoved
                }
                guard reader.isOccupied else { return .cardRemoved }
                let rest = deadline - .now
                guard rest > .zero else { return nil }
                try context.awaitEvent(at: [reader], within: rest)
            }
        } catch {
            return error == .serviceNotRunning ? .serviceNotRunning : nil
        }
    }
}
