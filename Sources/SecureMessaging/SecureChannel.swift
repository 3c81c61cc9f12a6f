public import CardTransport

/// A connection whose every command and answer is protected: the terminal's side of secure messaging.
///
/// Not copyable: two copies would be two counters.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.
public struct SecureChannel<Base: CardConnection & ~Copyable>: ~Copyable, CardChannel {
    private var base: Base
    private var session: SecureSession

    /// Opens a channel over `base` with what a key agreement left.
    public init(
        _ base: consuming Base, keys: SecureMessagingKeys,
        caseOnePadding: SecureMessagingCodec.CaseOnePadding = .extraBlock
    ) {
        self.base = base
        session = SecureSession(keys, caseOnePadding: caseOnePadding)
    }

    /// Where the session stands.
    public var state: SecureSession.State { session.state }

    /// Sends one command in protected form; the answer says whether the chip protected it.
    public mutating func exchange(_ command: CommandAPDU) throws(TransportError) -> SecureAnswer {
        try session.exchange(command, over: &base)
    }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        try exchange(command).response
    }

    /// Ends the session and hands the plain connection back.
    public consuming func close() -> Base { base }
}
