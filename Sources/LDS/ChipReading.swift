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

/// How the chip was opened.
public struct AccessReading: Hashable, Sendable {
    /// Whether EF.CardAccess offers PACE; nil where that is not known.
    public var offersPACE: Bool?
    /// The protocol that opened the chip; nil where none did.
    public var used: Method?
    /// How the attempt failed, where it did.
    public var failure: Reason?
    /// Whether the key that was given for the chip is the one that its DG1 makes; nil where one of them is not there.
    public var keyFitsDG1: Bool?

    /// What opens a chip.
    public enum Method: String, CaseIterable, Hashable, Sendable {
        /// Basic Access Control.
        case bac = "BAC"
        /// No access control: the files were readable as they were.
        case unprotected = "none"
    }

    public init(
        offersPACE: Bool? = nil, used: Method? = nil, failure: Reason? = nil, keyFitsDG1: Bool? = nil
    ) {
        self.offersPACE = offersPACE
        self.used = used
        self.failure = failure
        self.keyFitsDG1 = keyFitsDG1
    }
}

/// One Active Authentication exchange, as far as it can be verified again later.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.
public struct ActiveAuthenticationReading: Hashable, Sendable {
    /// RND.IFD, eight bytes.
    public let challenge: [UInt8]
    /// What came back.
    public let answer: Answer

    /// The chip's answer to INTERNAL AUTHENTICATE.
    public enum Answer: Hashable, Sendable {
        case signature([UInt8])
        /// The status word, as a number.
        case refused(status: UInt16)
    }

    public init(challenge: [UInt8], answer: Answer) {
        self.challenge = challenge
        self.answer = answer
    }
}
