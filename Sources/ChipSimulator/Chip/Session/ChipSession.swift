import ByteCoding
import CardTransport
import Cryptography
import LDS
import SecureMessaging

/// The chip's state of one session: its channel, how it was opened, and what was proven in it.
struct ChipSession: Sendable {
    /// What the channel came from.
    enum Opening: Hashable, Sendable {
        case bac
        /// The chip's ephemeral public key, compressed, is what Terminal Authentication binds to.
        case pace(PACEPasswordKind, compressedChipKey: [UInt8])
    }

    var channel: ChipChannel
    let opening: Opening
    /// How many commands came in the whole session.
    var answerCount = 0
    /// What takes over once the answer to the present command is out.
    var successor: Successor?
    /// What the terminal proved.
    var terminal = TerminalState()
    /// The terminal's ephemeral key of Chip Authentication, compressed; nil before.
    var compressedTerminalKey: [UInt8]?

    /// What a key agreement inside a session leaves.
    enum Successor: Sendable {
        /// Chip Authentication changes the channel's keys and keeps the session.
        case channel(ChipChannel)
        /// PACE starts a session of its own.
        case session(ChipChannel, Opening)
    }

    init(_ channel: ChipChannel, opening: Opening) {
        self.channel = channel
        self.opening = opening
    }

    /// Lets the new keys take over, where a key agreement left some.
    mutating func succeed() {
        switch successor {
        case nil: break
        case .channel(let channel):
            self.channel = channel
            successor = nil
        case .session(let channel, let opening):
            self = ChipSession(channel, opening: opening)
        }
    }
}

/// Secure messaging under one pair of keys.
struct ChipChannel: Sendable {
    var messaging: ChipSecureMessaging
    /// As it was after key agreement.
    let initial: ChipSecureMessaging
    /// How many commands came under these keys.
    private(set) var commandCount = 0
    private let keys: SessionKeys
    private let firstCounter: [UInt8]

    /// - Parameter counter: Where the counter starts; zero where nil.
    init(_ keys: SessionKeys, counter: [UInt8]? = nil, _ behaviour: ChipBehaviour) {
        self.keys = keys
        firstCounter = counter ?? [UInt8](repeating: 0, count: keys.cipher.blockByteCount)
        messaging = ChipSecureMessaging(
            keys.messagingKeys(counter: counter), caseOnePadding: behaviour.caseOnePadding.codec)
        initial = messaging
    }

    mutating func unwrap(_ command: CommandAPDU) throws(SecureMessagingError) -> CommandAPDU {
        commandCount += 1
        return try messaging.unwrap(command)
    }

    /// The same answer without DO'99', with the checksum that belongs to what is left.
    func withoutStatus(_ answer: ResponseAPDU) -> ResponseAPDU {
        var reader = ByteReader(answer.data)
        let objects = ((try? reader.dataObjects()) ?? []).filter { $0.tag != 0x99 && $0.tag != 0x8E }
        let kept = objects.flatMap { Array($0.encoded) }
        let checksum = keys.checksum(over: counterOfAnswer + padded(kept))
        return ResponseAPDU(data: kept + DataObjectWriter.encode(0x8E, checksum), status: answer.status)
    }

    /// The counter at the answer to the last command.
    private var counterOfAnswer: [UInt8] {
        var counter = SendSequenceCounter(firstCounter)
        for _ in 0..<(2 * commandCount) { counter.increment() }
        return counter.bytes
    }

    /// CMAC takes what secure messaging has padded; the retail MAC pads by itself.
    private func padded(_ objects: [UInt8]) -> [UInt8] {
        keys.cipher == .tripleDES ? objects : Padding.method2(objects, blockSize: keys.cipher.blockByteCount)
    }
}

extension ChipBehaviour.CaseOnePadding {
    var codec: SecureMessagingCodec.CaseOnePadding {
        switch self {
        case .extraBlock: .extraBlock
        case .none: .none
        }
    }
}
