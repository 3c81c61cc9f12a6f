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

    /// Where the chip stands, as far as PACE is concerned.
    enum Position: Hashable {
        /// As a reset leaves it.
        case fresh
        /// Where EF.CardAccess was read, and PACE can be run.
        case atCardAccess
        /// Somewhere else, or in the middle of something.
        case elsewhere
    }

    /// How EF.CardAccess was come by.
    enum CardAccessPlace: Hashable {
        /// In the state that a reset leaves the chip in.
        case start
        /// After a SELECT of the master file, by its position in the table.
        case masterFile(form: Int)
        /// Inside of the application (field note 14).
        case application
    }

    /// What became of a password with a try counter in this read.
    enum CountedPassword: Hashable {
        case unused
        /// It went out, and the chip has not said that it is the right one.
        case sent
        /// The chip took it; a right PIN costs no try, so that it may go out once more.
        case accepted
    }

    /// A READ BINARY, by what may be wrong with it.
    enum LastRead {
        /// The start of a file, perhaps over its end.
        case overRead
        /// A block inside a file, of so many bytes.
        case block(Int)
    }

    /// What DO'97' of a read asks for (field note 36).
    enum LengthForm: Hashable {
        enum Form: Hashable {
            /// As many bytes as are wanted.
            case exact
            /// All there is: 00 or 0000.
            case all
        }

        case assumed(Form)
        case proven(Form)

        var form: Form {
            switch self {
            case .assumed(let form), .proven(let form): form
            }
        }
    }

    let request: ReadRequest
    var reading: ChipReading
    var progress: (ReadProgress) -> Void = { _ in }
    var keep: (ChipReading) -> Void = { _ in }
    var step = ""
    var phase = Phase.start
    var keys: DocumentBasicAccessKeys?
    /// The password for PACE: the one that was given, or the printed MRZ.
    var password: PACEPassword?
    var position = Position.elsewhere
    var cardAccessPlace: CardAccessPlace?
    /// Whether a chip that answered as if in the middle of something was reset before anything else.
    var hasResetLeftover = false
    /// The way of PACE that opened the chip, whether its parameters were named, and what it left behind.
    var pace: (choice: PACEChoice, namesParameters: Bool, session: PACESession)?
    /// Whether the reader has opened the chip and protects the commands itself.
    var hasReaderChannel = false
    /// What became of a password with a try counter.
    var countedPassword = CountedPassword.unused
    /// Whether the chip has counted a try of the password down in this read.
    var hasLostTries = false
    /// Whether the card was away since it was opened last.
    var wasAway = false
    /// How often the read of EF.CardSecurity has ended the session.
    var cardSecurityLossCount = 0
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
    /// What a read in the channel asks for, and whether the chip has taken that.
    var lengthForm = LengthForm.assumed(.exact)
    var refusedOverReads = 0
    var extendedLength = ExtendedLength.unknown
    /// Whether the chip says that it takes any command in a chain; nil where it does not say.
    var chainsCommands: Bool?
    /// The largest block that was read in this session's way of reading, which needs no smaller one.
    var provenBlock = 0
    /// Whether the card was lost before anything was read that proves which chip it is; what was read is read anew then.
    var isAstray = false
    /// Whether the chip that lies there now is the one that signed a challenge, if any did.
    var hasProofOfPresence = true
    /// What the chip and the terminal have proven to each other.
    var authentication = AuthenticationState()
    /// What is known of how records are read.
    var records = RecordState()
    /// Whether Active Authentication in extended length has ended the session.
    var signsInShortLength = false
    /// Recoveries since the last new byte, and in all.
    var recoveryCount = 0
    var totalRecoveryCount = 0
    /// How many answers had no end.
    var endlessAnswerCount = 0
    /// A lost card was waited for as long as the request allows, and did not come back.
    var cardStaysAway = false

    /// The most recoveries of one read, however much each of them brings.
    static let maximumTotalRecoveryCount = 250
    /// The most answers without an end, each of which takes a thousand commands to give up.
    static let maximumEndlessAnswerCount = 2

    init(_ request: ReadRequest, reading: ChipReading) {
        self.request = request
        self.reading = reading
        keys = request.key.map(DocumentBasicAccessKeys.init)
        password = request.password ?? request.key.map(PACEPassword.mrz)
    }
}
