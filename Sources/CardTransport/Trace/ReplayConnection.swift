/// A connection that plays the card's part of a full trace.
///
/// Strict: each command must be, byte for byte, the next one of the trace; resets and reconnections too. What the
/// recorded session lost, the replayed one loses at the same place.
public struct ReplayConnection: CardConnection, Sendable {
    public private(set) var answerToReset: [UInt8]
    public private(set) var maximumCommandByteCount: Int
    private let events: [Trace.Event]
    private var position = 0

    /// - Throws: `TraceError.redacted` where the trace has lengths in the place of bytes.
    public init(_ trace: Trace) throws(TraceError) {
        guard trace.detail == .full, trace.events.allSatisfy(\.isWhole) else { throw .redacted }
        answerToReset = trace.answerToReset
        maximumCommandByteCount = trace.maximumCommandByteCount
        events = trace.events.filter(\.concernsCard)
    }

    /// How many events of the trace, steps and random bytes aside, were played.
    public var playedCount: Int { position }

    /// Whether every event was played.
    public var isAtEnd: Bool { position == events.count }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        guard case .exchange(let exchange) = next, exchange.command.command?.encoded == command.encoded else {
            throw .notInTrace(index: position)
        }
        advance()
        switch exchange.outcome {
        case .failure(let error): throw error
        case .answer(.bytes(let data), let status): return ResponseAPDU(data: data, status: status)
        case .answer(.count(let count), _): throw .malformedResponse(byteCount: count)
        }
    }

    public mutating func reset() throws(TransportError) {
        guard case .reset(let failure, _) = next else { throw .notInTrace(index: position) }
        advance()
        if let failure { throw failure }
    }

    public mutating func reconnect(within limit: Duration) throws(TransportError) {
        guard case .reconnect(let answerToReset, let failure, _) = next else { throw .notInTrace(index: position) }
        advance()
        if let failure { throw failure }
        self.answerToReset = answerToReset
    }

    /// Answers as the reader did that opened the recorded chip: what follows in the trace is in plain, as the reader hands
    /// it on.
    public mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        guard case .readerPACE(let run) = next, run.passwordNumber == request.passwordNumber,
            run.chat == .bytes(request.chat)
        else { throw .notInTrace(index: position) }
        advance()
        switch run.outcome {
        case .unavailable: return nil
        case .failure(let error): throw error
        case .answer(let code, .bytes(let output)):
            do { return try ReaderPACEResult(code: code, output: output[...]) } catch {
                throw .malformedResponse(byteCount: output.count)
            }
        case .answer(_, .count(let count)): throw .malformedResponse(byteCount: count)
        }
    }

    /// Goes on to the next event that is not a new limit, which holds from now on.
    private mutating func advance() {
        position += 1
        while case .limit(let limit) = next {
            maximumCommandByteCount = limit
            position += 1
        }
    }

    private var next: Trace.Event? { events.indices.contains(position) ? events[position] : nil }
}

extension Trace.Event {
    /// Whether the card takes part in it.
    fileprivate var concernsCard: Bool {
        switch self {
        case .exchange, .reset, .reconnect, .limit, .readerPACE: true
        case .step, .random: false
        }
    }

    /// Whether no byte was left out.
    fileprivate var isWhole: Bool {
        switch self {
        case .step, .reset, .reconnect, .limit: true
        case .random(.bytes): true
        case .random(.count): false
        case .readerPACE(let run): run.isWhole
        case .exchange(let exchange):
            if case .answer(.count, _) = exchange.outcome { false } else { exchange.command.command != nil }
        }
    }
}

extension Trace.ReaderPACE {
    fileprivate var isWhole: Bool {
        if case .answer(_, .count) = outcome { return false }
        if case .count = chat { return false }
        return true
    }
}
