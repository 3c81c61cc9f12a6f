public import CardTransport
public import Cryptography

/// The terminal's end of one secure messaging session, without the channel that carries it.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.
public struct SecureSession: ~Copyable, Sendable {
    /// Where the session stands.
    public enum State: Hashable, Sendable {
        /// Both ends agree on the counter.
        case open
        /// The chip gave a bare error, and the counter was put back: whether both ends still agree, the next answer tells.
        case suspect
        /// Nothing more goes through.
        case closed(SecureMessagingError)
    }

    /// Where the session stands.
    public private(set) var state = State.open
    /// The cipher of the session.
    public var cipher: BlockCipher { codec.cipher }

    private let codec: SecureMessagingCodec
    private var counter: SendSequenceCounter

    /// Starts with what a key agreement left.
    public init(_ keys: SecureMessagingKeys, caseOnePadding: SecureMessagingCodec.CaseOnePadding = .extraBlock) {
        codec = SecureMessagingCodec(keys, caseOnePadding: caseOnePadding)
        counter = keys.sendSequenceCounter
    }

    /// Whether commands may still go through.
    public var isOpen: Bool {
        if case .closed = state { return false }
        return true
    }

    /// Sends one plain command in protected form and returns the plain answer.
    ///
    /// An answer that comes in parts, each protected for itself, is fetched whole, within the bounds of `ResponseChaining`.
    /// A bare error status is an answer without protection (`isProtected` is false): the counter then stands where it
    /// was before the command, and the caller may go on, once.
    ///
    /// - Throws: `TransportError`; `notAuthentic` for an answer that does not verify and `channelClosed` for a session
    ///   that is over, both with the cause in `state`.
    public mutating func exchange(_ command: CommandAPDU, over base: inout some CardChannel & ~Copyable)
        throws(TransportError) -> SecureAnswer
    {
        var answer = try exchangeOnce(command, over: &base)
        var continuationCount = 0
        while answer.isProtected, let remaining = answer.response.status.remainingCount {
            continuationCount += 1
            let next = try exchangeOnce(.getResponse(remaining, channelOf: command), over: &base)
            let data = answer.response.data + next.response.data
            guard continuationCount <= Self.maximumPartCount, data.count <= Self.maximumAnswerByteCount else {
                throw .endlessResponse
            }
            answer = SecureAnswer(
                response: ResponseAPDU(data: data, status: next.response.status), isProtected: next.isProtected)
        }
        return answer
    }

    private static let maximumPartCount = 1024
    private static let maximumAnswerByteCount = 65_536

    private mutating func exchangeOnce(_ command: CommandAPDU, over base: inout some CardChannel & ~Copyable)
        throws(TransportError) -> SecureAnswer
    {
        guard isOpen else { throw .channelClosed }
        let commandCounter = counter.next
        let answerCounter = commandCounter.next
        let answer = try base.transmit(codec.protect(command, at: commandCounter))
        guard !answer.data.isEmpty else { return try bare(answer.status) }
        do {
            let plain = try codec.unprotect(answer, to: command, at: answerCounter)
            counter = answerCounter
            state = .open
            return SecureAnswer(response: plain, isProtected: true)
        } catch {
            state = .closed(error)
            throw .notAuthentic
        }
    }

    private mutating func bare(_ status: StatusWord) throws(TransportError) -> SecureAnswer {
        switch status {
        case .secureMessagingObjectMissing, .secureMessagingObjectIncorrect:
            state = .closed(.sessionLost(status))
            throw .channelClosed
        case _ where (0x64...0x6F).contains(status.sw1):
            state = .suspect
            return SecureAnswer(response: ResponseAPDU(status: status), isProtected: false)
        default:
            state = .closed(.unprotected(status))
            throw .notAuthentic
        }
    }
}

/// An answer that came through a secure session.
public struct SecureAnswer: Hashable, Sendable {
    /// The plain answer.
    public let response: ResponseAPDU
    /// Whether the chip protected it; false for a bare error status, which anyone could have sent.
    public let isProtected: Bool

    public init(response: ResponseAPDU, isProtected: Bool) {
        self.response = response
        self.isProtected = isProtected
    }
}
