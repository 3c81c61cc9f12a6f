public import Standards

/// What one chip delivered: each file as it was read, what the protocols sent and got, and how long it took.
///
/// Nothing in it is judged. A broken-off read is a reading too; `ending` says so.
public struct ChipReading: Hashable, Sendable {
    /// When the read began.
    public var startedAt: Timestamp
    /// The reader's name, where there was one.
    public var readerName: String?
    /// The answer to reset.
    public var answerToReset: [UInt8]
    /// Every file that was asked for, in the order of asking; each file once.
    public var files: [FileReading]
    /// What the chip offered and what was used to open it.
    public var access: AccessReading
    /// The Active Authentication exchange, where the chip was asked.
    public var activeAuthentication: ActiveAuthenticationReading?
    /// How Chip Authentication went, where the chip was asked.
    public var chipAuthentication: ChipAuthenticationReading?
    /// How Terminal Authentication went, where the terminal had a certificate.
    public var terminalAuthentication: TerminalAuthenticationReading?
    /// The records of LDS2 applications, in the order of reading.
    public var records: [RecordReading] = []
    /// What became of the files of records that were asked for, each file once.
    public var recordFiles: [RecordFileReading] = []
    /// The steps with their cost, in order.
    public var steps: [Step]
    /// Remarks on what the chip did against the specification, by a stable code and a sentence.
    public var remarks: [Reason]
    /// Whether the read came to its end.
    public var ending: Ending

    /// How a read ended.
    public enum Ending: Hashable, Sendable {
        case complete
        /// Broken off, and why: the card was removed, say. What was read until then is kept.
        case brokenOff(Reason)
    }

    /// One step and what it cost.
    public struct Step: Hashable, Sendable {
        /// A stable name: `cardAccess`, `bac`, `COM`, `DG1`, `activeAuthentication`.
        public var name: String
        public var apduCount: Int
        public var sentByteCount: Int
        public var receivedByteCount: Int
        public var duration: Duration

        public init(name: String, apduCount: Int, sentByteCount: Int, receivedByteCount: Int, duration: Duration) {
            self.name = name
            self.apduCount = apduCount
            self.sentByteCount = sentByteCount
            self.receivedByteCount = receivedByteCount
            self.duration = duration
        }
    }

    public init(
        startedAt: Timestamp, readerName: String? = nil, answerToReset: [UInt8] = [], files: [FileReading] = [],
        access: AccessReading = AccessReading(), activeAuthentication: ActiveAuthenticationReading? = nil,
        steps: [Step] = [], remarks: [Reason] = [], ending: Ending = .complete
    ) {
        self.startedAt = startedAt
        self.readerName = readerName
        self.answerToReset = answerToReset
        self.files = files
        self.access = access
        self.activeAuthentication = activeAuthentication
        self.steps = steps
        self.remarks = remarks
        self.ending = ending
    }

    /// The whole bytes of a file; nil unless it was read to its end.
    public func bytes(of file: ElementaryFile) -> [UInt8]? {
        guard case .read(let bytes) = self[file]?.outcome else { return nil }
        return bytes
    }

    /// What became of a file of records; nil where the chip was not asked for its application.
    public subscript(file: RecordFile) -> RecordFileReading? {
        recordFiles.first { $0.file == file }
    }

    /// What became of a file; nil where it was not asked for.
    public subscript(file: ElementaryFile) -> FileReading? {
        files.first { $0.file == file }
    }
}

/// What became of one file.
public struct FileReading: Hashable, Sendable {
    public let file: ElementaryFile
    public let outcome: Outcome

    /// How the read of a file ended.
    public enum Outcome: Hashable, Sendable {
        /// Read to its end: the outermost data object, and whatever the chip sent with it.
        case read([UInt8])
        /// The chip does not have it; the status word, as a number, where it said so.
        case absent(status: UInt16)
        /// The chip has it, perhaps, and does not give it out.
        case refused(status: UInt16)
        /// Not asked for, because it needs terminal authentication.
        case protected
        /// Not asked for, because the user left it out.
        case skipped
        /// What came is no file of this kind (another tag, a bad length); the bytes are kept.
        case damaged([UInt8], Reason)
        /// Broken off: the first bytes, and how many there should be, where that is known.
        case partial([UInt8], total: Int?)
    }

    public init(file: ElementaryFile, outcome: Outcome) {
        self.file = file
        self.outcome = outcome
    }
}
