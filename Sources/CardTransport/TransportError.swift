/// Why a card, a reader or the service between them did not do what was asked.
public enum TransportError: Error, Hashable, Sendable {
    /// The PC/SC service is not running.
    case serviceNotRunning
    /// This user may not use the PC/SC service.
    case notPermitted
    /// No reader is attached, or none of the name that was asked for.
    case noReader(named: String?)
    /// No document lies on the reader.
    case noCard
    /// Another program holds the card.
    case sharingViolation
    /// Something lies on the reader that does not answer.
    case unresponsiveCard
    /// The card was taken away.
    case cardRemoved
    /// The card was reset, by another program or by loss of power: its session is gone.
    case cardReset
    /// The reader was unplugged.
    case readerRemoved
    /// Nothing happened within the time that was given.
    case timedOut
    /// The operation was cancelled.
    case cancelled
    /// The reader or its driver does not carry this command, most often one of extended length.
    case notTransacted
    /// The answer is not an APDU: fewer than two bytes.
    case malformedResponse(byteCount: Int)
    /// The card goes on asking for more (`61xx`, `6Cxx`) past every limit.
    case endlessResponse
    /// The answer of the secure channel does not verify: it was altered, or the session is out of step.
    case notAuthentic
    /// The secure channel was closed after an error, and nothing more may go through it.
    case channelClosed
    /// A replayed session was asked for a command that its trace does not have next.
    case notInTrace(index: Int)
    /// Any other PC/SC code, as the service gives it.
    case pcsc(code: UInt32)
}

extension TransportError: CustomStringConvertible {
    /// One line for a log, without any byte of the document.
    public var description: String {
        switch self {
        case .serviceNotRunning: "the PC/SC service is not running"
        case .notPermitted: "the PC/SC service refuses this user"
        case .noReader(let name): name.map { "there is no reader named '\($0)'" } ?? "no reader is attached"
        case .noCard: "no document lies on the reader"
        case .sharingViolation: "another program is using the document"
        case .unresponsiveCard: "the document on the reader does not answer"
        case .cardRemoved: "the document was taken from the reader"
        case .cardReset: "the document was reset in mid-read"
        case .readerRemoved: "the reader was unplugged"
        case .timedOut: "nothing happened in the time that was given"
        case .cancelled: "the operation was cancelled"
        case .notTransacted: "the reader does not carry this command"
        case .malformedResponse(let count): "the answer has \(count) bytes, which is no APDU"
        case .endlessResponse: "the card never ends its answer"
        case .notAuthentic: "the answer of the secure channel does not verify"
        case .channelClosed: "the secure channel is closed"
        case .notInTrace(let index): "the trace has another command at position \(index)"
        case .pcsc(let code): "PC/SC error 0x\(String(code, radix: 16, uppercase: true))"
        }
    }
}
