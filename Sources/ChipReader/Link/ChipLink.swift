package import CardTransport
import Cryptography
package import SecureMessaging

/// The way to one chip, over which every command gets its whole answer: plain until a secure session is opened over it, protected from then on.
package struct ChipLink<Connection: CardConnection & ~Copyable>: ~Copyable, CardChannel {
    var connection: ResponseChaining<MeteredConnection<Connection>>
    private var session: SecureSession?
    /// The cipher of the session; nil while the link is plain.
    private(set) var cipher: BlockCipher?
    /// Whether the chip has answered under the keys of this session.
    private(set) var isProven = false
    /// How many times a session was opened or dropped.
    private(set) var sessionCount = 0

    /// The error or warning that the chip gave without protection, where that has closed the session.
    private(set) var closingStatus: StatusWord?

    /// Whether the last answer came without the protection that the session owes, which it may have ended.
    private(set) var hasBareAnswer = false

    /// What the chip dropped the session with: `6987` or `6988`.
    private(set) var lossStatus: StatusWord?

    /// How this chip takes a command with neither data nor Le: as Appendix D.4 words it until it shows otherwise.
    private(set) var caseOnePadding = CaseOnePadding.assumed(.extraBlock)

    /// What is known of how commands of case 1 are padded.
    enum CaseOnePadding: Hashable {
        case assumed(SecureMessagingCodec.CaseOnePadding)
        case proven(SecureMessagingCodec.CaseOnePadding)

        var padding: SecureMessagingCodec.CaseOnePadding {
            switch self {
            case .assumed(let padding), .proven(let padding): padding
            }
        }
    }

    package init(_ connection: consuming Connection) {
        self.connection = ResponseChaining(MeteredConnection(connection))
        session = nil
    }

    /// Protects everything from here on.
    package mutating func open(_ keys: SecureMessagingKeys) {
        session = SecureSession(keys, caseOnePadding: caseOnePadding.padding)
        cipher = keys.cipher
        isProven = false
        sessionCount += 1
    }

    /// Goes back to plain commands: the session is over.
    mutating func dropSession() {
        session = nil
        cipher = nil
        isProven = false
        sessionCount += 1
    }

    /// Sends one command by whatever way is open; the answer says whether the chip protected it.
    package mutating func exchange(_ command: CommandAPDU) throws(TransportError) -> LinkAnswer {
        hasBareAnswer = false
        guard cipher != nil else { return LinkAnswer(response: try connection.transmit(command), isBare: false) }
        closingStatus = nil
        lossStatus = nil
        let answer: SecureAnswer
        do throws(TransportError) {
            guard let found = try session?.exchange(command, over: &connection) else {
                throw TransportError.channelClosed
            }
            answer = found
        } catch {
            switch session?.state {
            case .closed(.unprotected(let status))? where status != .success: closingStatus = status
            case .closed(.sessionLost(let status))?: lossStatus = status
            default: break
            }
            if command.isCaseOne, error == .channelClosed { learnOtherPadding() }
            throw error
        }
        if answer.isProtected { isProven = true }
        hasBareAnswer = !answer.isProtected
        if command.isCaseOne, answer.isProtected { caseOnePadding = .proven(caseOnePadding.padding) }
        return LinkAnswer(response: answer.response, isBare: !answer.isProtected)
    }

    /// A chip that drops the session over its first command of case 1 reads the padding the other way, which the next
    /// session tries.
    private mutating func learnOtherPadding() {
        guard case .assumed(let padding) = caseOnePadding else { return }
        caseOnePadding = .proven(padding == .extraBlock ? .none : .extraBlock)
    }

    /// Pads commands of case 1 without a block of their own, as the chips of identity cards read them.
    mutating func assumeNoCaseOnePadding() {
        guard case .assumed = caseOnePadding else { return }
        caseOnePadding = .assumed(.none)
    }

    package mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        try exchange(command).response
    }

    consuming func close() -> Connection { connection.release().base }
}

extension CommandAPDU {
    /// Whether this command has neither data nor Le.
    fileprivate var isCaseOne: Bool { data.isEmpty && expectedCount == nil }
}

/// An answer, and whether it came without the protection that the session owes.
package struct LinkAnswer {
    package let response: ResponseAPDU
    package let isBare: Bool
}
