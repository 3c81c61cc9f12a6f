import CardTransport
import Cryptography
import SecureMessaging

/// The way to one chip, over which every command gets its whole answer: plain until a secure session is opened over it, protected from then on.
struct ChipLink<Connection: CardConnection & ~Copyable>: ~Copyable, CardChannel {
    var connection: ResponseChaining<MeteredConnection<Connection>>
    private var session: SecureSession?
    /// The cipher of the session; nil while the link is plain.
    private(set) var cipher: BlockCipher?

    init(_ connection: consuming Connection) {
        self.connection = ResponseChaining(MeteredConnection(connection))
        session = nil
    }

    /// Protects everything from here on.
    mutating func open(_ keys: SecureMessagingKeys) {
        session = SecureSession(keys)
        cipher = keys.cipher
    }

    /// Goes back to plain commands: the session is over.
    mutating func dropSession() {
        session = nil
        cipher = nil
    }

    /// Sends one command by whatever way is open; the answer says whether the chip protected it.
    mutating func exchange(_ command: CommandAPDU) throws(TransportError) -> LinkAnswer {
        guard cipher != nil else { return LinkAnswer(response: try connection.transmit(command), isBare: false) }
        guard let answer = try session?.exchange(command, over: &connection) else { throw .channelClosed }
        return LinkAnswer(response: answer.response, isBare: !answer.isProtected)
    }

    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        try exchange(command).response
    }

    consuming func close() -> Connection { connection.release().base }
}

/// An answer, and whether it came without the protection that the session owes.
struct LinkAnswer {
    let response: ResponseAPDU
    let isBare: Bool
}
