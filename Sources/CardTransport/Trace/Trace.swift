public import Standards

/// What went over one connection, in order.
///
/// A redacted trace names commands, lengths, status words and times, and holds no byte of the document. A full trace
/// holds everything, the terminal's random values too, so that the session can be replayed and its keys computed.
public struct Trace: Hashable, Sendable {
    /// How much it holds.
    public var detail: Detail
    /// When it begins, where somebody had a clock.
    public var startedAt: Timestamp?
    /// The reader's name, where there was one.
    public var readerName: String?
    /// The answer to reset; empty where no connection was recorded.
    public var answerToReset: [UInt8]
    /// What the connection carried as its largest command at first.
    public var maximumCommandByteCount: Int
    /// What happened, in order.
    public var events: [Event]

    /// How much a trace holds.
    public enum Detail: String, CaseIterable, Sendable {
        /// No data but the names of applications and files.
        case redacted
        /// Every byte, and every random value of the terminal.
        case full
    }

    /// One thing that happened.
    public enum Event: Hashable, Sendable {
        /// A step of the read begins.
        case step(String)
        /// A command and what came of it.
        case exchange(Exchange)
        /// The card was reset.
        case reset(failure: TransportError?, duration: Duration)
        /// The card was waited for and connected again; its answer to reset where that succeeded.
        case reconnect(answerToReset: [UInt8], failure: TransportError?, duration: Duration)
        /// The connection carries no more than this many bytes of a command from here on.
        case limit(maximumCommandByteCount: Int)
        /// The terminal took random bytes.
        case random(Payload)
        /// The reader was asked to open the chip itself.
        case readerPACE(ReaderPACE)
    }

    /// A run of PACE by the reader, of which nothing is seen but what it was asked and what it answered: not what was typed,
    /// nor what it exchanged with the chip.
    public struct ReaderPACE: Hashable, Sendable {
        /// The number of the password, as in DO'83'.
        public var passwordNumber: UInt8
        /// DO'7F4C', where it was sent.
        public var chat: Payload
        public var outcome: Outcome
        public var duration: Duration

        public init(passwordNumber: UInt8, chat: Payload, outcome: Outcome, duration: Duration) {
            self.passwordNumber = passwordNumber
            self.chat = chat
            self.outcome = outcome
            self.duration = duration
        }

        /// What came of it.
        public enum Outcome: Hashable, Sendable {
            /// The reader cannot do that.
            case unavailable
            /// The reader's code, zero for a channel, and what the chip said.
            case answer(code: UInt32, Payload)
            case failure(TransportError)
        }
    }

    /// A command and what came of it.
    public struct Exchange: Hashable, Sendable {
        public var command: Command
        public var outcome: Outcome
        public var duration: Duration

        public init(command: Command, outcome: Outcome, duration: Duration) {
            self.command = command
            self.outcome = outcome
            self.duration = duration
        }
    }

    /// A command, perhaps without its data.
    public struct Command: Hashable, Sendable {
        /// CLA, INS, P1 and P2.
        public var header: [UInt8]
        public var data: Payload
        public var expectedCount: Int?
        /// Whether its lengths were extended.
        public var isExtended: Bool

        public init(header: [UInt8], data: Payload, expectedCount: Int?, isExtended: Bool) {
            self.header = header
            self.data = data
            self.expectedCount = expectedCount
            self.isExtended = isExtended
        }
    }

    /// What came of a command.
    public enum Outcome: Hashable, Sendable {
        case answer(Payload, StatusWord)
        case failure(TransportError)
    }

    /// Bytes, or only how many there were.
    public enum Payload: Hashable, Sendable {
        case bytes([UInt8])
        case count(Int)

        /// How many bytes there were.
        public var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .count(let count): count
            }
        }
    }

    public init(
        detail: Detail = .redacted, startedAt: Timestamp? = nil, readerName: String? = nil,
        answerToReset: [UInt8] = [], maximumCommandByteCount: Int = CommandAPDU.maximumShortByteCount,
        events: [Event] = []
    ) {
        self.detail = detail
        self.startedAt = startedAt
        self.readerName = readerName
        self.answerToReset = answerToReset
        self.maximumCommandByteCount = maximumCommandByteCount
        self.events = events
    }

    /// The commands and their outcomes alone.
    public var exchanges: [Exchange] {
        events.compactMap { if case .exchange(let exchange) = $0 { exchange } else { nil } }
    }

    /// Every random byte that the terminal took, in order; nil in a redacted trace.
    public var randomBytes: [UInt8]? {
        guard detail == .full else { return nil }
        return events.flatMap { event -> [UInt8] in
            if case .random(.bytes(let bytes)) = event { bytes } else { [] }
        }
    }
}

extension Trace.Command {
    /// How many bytes the command had on the wire.
    public var byteCount: Int {
        let lengths = (data.count > 0 ? 1 : 0) + (expectedCount == nil ? 0 : 1)
        return header.count + data.count + (isExtended && lengths > 0 ? lengths * 2 + 1 : lengths)
    }

    /// The command itself; nil where its data was left out, or where the fields make no command.
    public var command: CommandAPDU? {
        guard header.count == 4, case .bytes(let bytes) = data, bytes.count <= 65_535,
            expectedCount.map({ (1...65_536).contains($0) }) ?? true
        else { return nil }
        var command = CommandAPDU(
            cla: header[0], ins: header[1], p1: header[2], p2: header[3], data: bytes, expectedCount: expectedCount)
        command.prefersExtendedLength = isExtended && !command.isExtended
        return command
    }
}
