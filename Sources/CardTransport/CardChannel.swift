/// A way to exchange APDUs with one card.
public protocol CardChannel: ~Copyable {
    /// Sends one command and waits for its answer.
    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU
}

/// A channel that can lose its card and find it again: a reader, or something that stands in for one.
public protocol CardConnection: CardChannel, ~Copyable {
    /// The answer to reset (or its contactless stand-in), as PC/SC gives it.
    var answerToReset: [UInt8] { get }

    /// The most bytes of one command APDU that this connection is known to carry; 261 means short APDUs only.
    var maximumCommandByteCount: Int { get }

    /// Resets the card, so that no session of an earlier program is left on it.
    mutating func reset() throws(TransportError)

    /// Waits until a card is there again after `cardRemoved` or `cardReset`, and connects to it.
    mutating func reconnect(within limit: Duration) throws(TransportError)

    /// Lets the reader open the chip by PACE with a password that is typed on it; nil where the reader cannot do that.
    mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult?

    /// Says that what follows belongs to another step of the read, for traces and counters.
    mutating func begin(step name: String)
}

extension CardConnection where Self: ~Copyable {
    /// Nil: only a reader with keys and a protocol engine of its own opens a chip itself.
    public mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? { nil }

    /// Does nothing: only a recording connection keeps the names of steps.
    public mutating func begin(step name: String) {}
}
