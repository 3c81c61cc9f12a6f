public import Standards

/// The result of one inspection.
///
/// Text, HTML and JSON are views of this value and add nothing to it; JSON has a version and its own encoder.
public struct InspectionReport: Hashable, Sendable {
    /// The answer a border officer or a script acts on.
    public enum Verdict: String, CaseIterable, Sendable { case accepted, undecided, rejected }

    /// A name for this one inspection, unlike that of any other.
    public var transactionID: String
    /// The program that made the report.
    public var component: Component
    public var startedAt: Timestamp
    public var endedAt: Timestamp
    /// What was asked of the document.
    public var policy: Policy
    /// The trusted certificates that were at hand.
    public var trustLists: [TrustList]
    /// What the document says of itself and of its holder; nil where nothing of it was read.
    public var document: DocumentSummary?
    /// The portrait from the chip, in a form that every browser shows.
    public var portrait: Portrait?
    /// How the chip was read.
    public var reading: ReadingSummary
    /// Every file that was considered.
    public var files: [FileEntry]
    /// What states wrote onto the chip after it was issued, in the order of reading.
    public var records: [RecordEntry]
    /// Each data group against the security object.
    public var dataGroups: [DataGroupEntry]
    /// Who signed the security object; nil where there is none.
    public var signer: SignerSummary?
    /// Every check that was considered, in the order it was considered.
    public var checks: [Check]
    /// Deviations and oddities that were met and tolerated.
    public var remarks: [Reason]
    /// The picture that the printed lines come from; nil where they were typed.
    public var capture: CaptureSummary?
    /// What lists know to be wrong with the document.
    public var knownDefects: [KnownDefectEntry] = []

    /// A program and its version.
    public struct Component: Hashable, Sendable {
        public var name: String
        public var version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// What was asked of the document, and as of when.
    public struct Policy: Hashable, Sendable {
        /// The trust policy: `strict`, `operational`, `archive`, or the name of one of somebody's own.
        public var name: String
        /// The policy that one of somebody's own is based on; nil for those of this program.
        public var base: String?
        /// The SHA-256 hash of the file of a policy of somebody's own, in upper case hexadecimal.
        public var sha256: String?
        /// The access policy: `auto`, `pace-only` or `bac-only`.
        public var access: String
        /// The moment at which validity was judged.
        public var judgedAt: Timestamp
        /// Why that moment: `now`, `given` or `reading`.
        public var basis: String

        public init(
            name: String, base: String? = nil, sha256: String? = nil, access: String, judgedAt: Timestamp, basis: String
        ) {
            self.name = name
            self.base = base
            self.sha256 = sha256
            self.access = access
            self.judgedAt = judgedAt
            self.basis = basis
        }
    }

    /// Trusted certificates or revocation lists from one source, or a store of them.
    public struct TrustList: Hashable, Sendable {
        /// What kind of source: `certificates` or `revocationLists`, for files and folders; `store` for a trust store, and
        /// for each list of it that was used its own kind, such as `masterList`.
        public var kind: String
        public var name: String
        /// How many certificates, or revocation lists, it holds.
        public var certificateCount: Int
        /// The SHA-256 hash of the list, in upper case hexadecimal; nil where there is no single file.
        public var sha256: String?
        /// The state that published the list, in two upper-case letters.
        public var country: String?
        /// When its signer says it was signed.
        public var signingTime: Timestamp?
        /// The SHA-256 hash of the certificate that signed it, in upper case hexadecimal.
        ///
        /// Spec: BSI TR-03135-1 §6 (UsedLists).
        public var signerSHA256: String?
        /// The state of a store: what was decided under one holds as long as it lasts.
        public var generation: String?

        public init(
            kind: String, name: String, certificateCount: Int, sha256: String? = nil, country: String? = nil,
            signingTime: Timestamp? = nil, signerSHA256: String? = nil, generation: String? = nil
        ) {
            self.kind = kind
            self.name = name
            self.certificateCount = certificateCount
            self.sha256 = sha256
            self.country = country
            self.signingTime = signingTime
            self.signerSHA256 = signerSHA256
            self.generation = generation
        }
    }

    public init(
        transactionID: String, component: Component, startedAt: Timestamp, endedAt: Timestamp, policy: Policy,
        trustLists: [TrustList] = [], document: DocumentSummary? = nil, portrait: Portrait? = nil,
        reading: ReadingSummary, files: [FileEntry] = [], records: [RecordEntry] = [],
        dataGroups: [DataGroupEntry] = [], signer: SignerSummary? = nil, checks: [Check] = [], remarks: [Reason] = []
    ) {
        self.transactionID = transactionID
        self.component = component
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.policy = policy
        self.trustLists = trustLists
        self.document = document
        self.portrait = portrait
        self.reading = reading
        self.files = files
        self.records = records
        self.dataGroups = dataGroups
        self.signer = signer
        self.checks = checks
        self.remarks = remarks
    }

    /// Derived, never stored: the worst mandatory check decides, and where none succeeded nothing is decided.
    public var verdict: Verdict { Verdict(of: checks) }
}

extension InspectionReport.Verdict {
    /// What checks come to: the worst mandatory check decides, and where none succeeded nothing is decided.
    public init(of checks: [Check]) {
        let deciding = checks.filter { $0.obligation == .mandatory }.map(\.result)
        self =
            if deciding.contains(where: \.isFailure) {
                .rejected
            } else if deciding.contains(where: \.isOpen) {
                .undecided
            } else {
                deciding.contains(.successful) ? .accepted : .undecided
            }
    }
}

extension CheckResult {
    /// Whether the check says that something is wrong.
    public var isFailure: Bool {
        guard case .failed = self else { return false }
        return true
    }

    /// Whether the check applies and says nothing yet: it could not be decided, or was broken off.
    public var isOpen: Bool {
        switch self {
        case .undetermined, .aborted: true
        case .successful, .failed, .notSupported: false
        }
    }

    /// Whether the document offers what the check needs.
    var applies: Bool {
        guard case .notSupported = self else { return true }
        return false
    }

    /// The name in reports: `successful`, `failed`, `undetermined`, `notSupported`, `aborted`.
    public var name: String {
        switch self {
        case .successful: "successful"
        case .failed: "failed"
        case .undetermined: "undetermined"
        case .notSupported: "notSupported"
        case .aborted: "aborted"
        }
    }
}
