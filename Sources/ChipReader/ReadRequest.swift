public import AccessControl
public import LDS
public import MRZ

/// What to read from a chip, and how far to go for it.
public struct ReadRequest: Sendable {
    /// The key printed on the document; nil to try a chip that needs none.
    public var key: MRZKeyInformation?
    /// The password for PACE, where it is not the printed MRZ.
    public var password: PACEPassword?
    /// The CAN of the document beside a PIN as `password`: it resumes a PIN of which one try is left, and shows after a
    /// loss that the same document came back, before the PIN is sent to it again.
    public var accessNumber: PACEPassword?
    /// The password that is typed on the reader, where that has keys and runs PACE itself; it goes before `password`.
    public var passwordOnReader: PACEPasswordKind?
    /// Whether a chip with a key for it is asked for Chip Authentication.
    public var performsChipAuthentication = true
    /// What the terminal shows a chip to read the groups that it protects; nil for a terminal without certificates.
    public var terminal: TerminalCredential?
    /// The data groups to read; nil for all that the chip lists.
    public var groups: Set<DataGroup>?
    /// Whether DG2 is left out.
    public var skipsPortrait = false
    /// Which access protocols may be used.
    public var accessPolicy = AccessPolicy.auto
    /// Whether a chip with DG15 is asked to prove that it is no copy.
    public var performsActiveAuthentication = true
    /// Whether DG3 and DG4 are asked for, as test chips allow; otherwise they are never touched.
    public var readsProtectedGroups = false
    /// Which applications of LDS2 are read.
    public var records = RecordSelection.listed
    /// The most bytes of one file, and of the records of one file together.
    public var maximumFileByteCount = 4 << 20
    /// Whether commands of extended length may be used.
    public var extendedLength = ExtendedLengthUse.automatic
    /// How long a lost card is waited for.
    public var reconnectLimit = Duration.seconds(20)
    /// How often a lost card or a broken session is taken up again before a new byte comes.
    public var maximumRecoveryCount = 8
    /// An earlier, broken-off reading of the same chip, to go on from.
    public var resume: ChipReading?

    public init(key: MRZKeyInformation? = nil) {
        self.key = key
    }
}

/// Which applications of LDS2 are read: travel records, visa records, additional biometrics.
public enum RecordSelection: String, CaseIterable, Sendable {
    /// Those that the chip says it has, in EF.DIR or in the signed copy of it.
    case listed
    /// Whether or not the chip says that it has them.
    case all
    case none
}

/// Which access protocols may be used.
public enum AccessPolicy: String, CaseIterable, Sendable {
    /// The best protocol that the chip offers and this program has.
    case auto
    /// PACE, or nothing.
    case paceOnly = "pace-only"
    /// Basic Access Control, whatever else the chip offers.
    case bacOnly = "bac-only"
}

/// Whether commands of extended length may be used.
public enum ExtendedLengthUse: String, CaseIterable, Sendable {
    /// Where EF.ATR/INFO or the ATR announces them, or a probe on a large file finds them; and the reader carries them.
    case automatic
    case never
}

/// How far a read has come.
public struct ReadProgress: Hashable, Sendable {
    /// The stable name of the step: `bac`, `DG2`, `activeAuthentication`.
    public let step: String
    /// The file being read, where the step is one.
    public let file: ElementaryFile?
    /// How much of this step is done, 0 to 1; 0 where its size is not known yet.
    public let fraction: Double

    public init(step: String, file: ElementaryFile? = nil, fraction: Double = 0) {
        self.step = step
        self.file = file
        self.fraction = fraction
    }
}
