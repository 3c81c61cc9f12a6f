import AccessControl
import CardTransport
import LDS

/// What one read knows and has learnt about its chip.
struct ReadState {
    /// How far access has come.
    enum Phase {
        /// Nothing is selected.
        case start
        /// The application is selected and its files can be read, protected or not.
        case open
    }

    /// How files are named in the application.
    enum Addressing {
        case untested
        /// By short identifier, within READ BINARY.
        case short
        /// By SELECT.
        case identifier
    }

    /// What is known of extended length.
    enum ExtendedLength: Hashable {
        case unknown
        /// The chip says how long its answers may be.
        case announced(responseByteCount: Int)
        case probing
        case unavailable
    }

    /// A READ BINARY, by what may be wrong with it.
    enum LastRead {
        /// The start of a file, perhaps over its end.
        case overRead
        /// A block inside a file, of so many bytes.
        case block(Int)
    }

    let request: ReadRequest
    var reading: ChipReading
    var progress: (ReadProgress) -> Void = { _ in }
    var keep: (ChipReading) -> Void = { _ in }
    var step = ""
    var phase = Phase.start
    var keys: DocumentBasicAccessKeys?
    /// Whether the files are read in the open, no protocol having been needed.
    var isPlain = false
    var addressing = Addressing.untested
    /// What SELECT of the application was answered, where it did not work.
    var selectionRefusal: StatusWord?
    /// The forms of SELECT that this chip took, as positions in their tables.
    var selectFileForm = 0
    var selectApplicationForm = 0
    var blocks = BlockLadder(nil)
    /// What was read last, for the way on where it ended the session.
    var lastRead = LastRead.overRead
    var overReads = true
    var refusedOverReads = 0
    var extendedLength = ExtendedLength.unknown
    /// The largest block that was read in this session's way of reading, which needs no smaller one.
    var provenBlock = 0
    /// Whether the card was lost before anything was read that proves which chip it is; what was read is read anew then.
    var isAstray = false
    /// Whether the chip that lies there now is the one that signed a challenge, if any did.
    var hasProofOfPresence = true
    /// Recoveries since the last new byte, and in all.
    var recoveryCount = 0
    var totalRecoveryCount = 0
    /// A lost card was waited for as long as the request allows, and did not come back.
    var cardStaysAway = false

    /// The most recoveries of one read, however much each of them brings.
    static let maximumTotalRecoveryCount = 250

    init(_ request: ReadRequest, reading: ChipReading) {
        self.request = request
        self.reading = reading
        keys = request.key.map(DocumentBasicAccessKeys.init)
    }
}
