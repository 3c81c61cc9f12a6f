public import Standards

/// How the chip was read.
public struct ReadingSummary: Hashable, Sendable {
    /// Where the bytes come from.
    public enum Origin: String, CaseIterable, Sendable {
        /// A chip, just now.
        case live
        /// Stored evidence.
        case evidence
    }

    public var origin: Origin
    public var startedAt: Timestamp
    public var readerName: String?
    /// The protocol that opened the chip, such as `BAC`; nil where none did.
    public var accessProtocol: String?
    /// Whether the chip offers PACE; nil where that is not known.
    public var offersPACE: Bool?
    /// Why the read was broken off; nil where it is complete.
    public var brokenOff: Reason?
    public var steps: [Step]
    /// Where what was read is kept; nil where that is not known, or where it is what was judged.
    public var evidence: Evidence?

    /// What became of the bytes of a read.
    public enum Evidence: Hashable, Sendable {
        case notKept
        /// The folder that holds them.
        case kept(String)
    }

    /// One step and what it cost.
    public struct Step: Hashable, Sendable {
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
        origin: Origin, startedAt: Timestamp, readerName: String? = nil, accessProtocol: String? = nil,
        offersPACE: Bool? = nil, brokenOff: Reason? = nil, steps: [Step] = [], evidence: Evidence? = nil
    ) {
        self.origin = origin
        self.startedAt = startedAt
        self.readerName = readerName
        self.accessProtocol = accessProtocol
        self.offersPACE = offersPACE
        self.brokenOff = brokenOff
        self.steps = steps
        self.evidence = evidence
    }
}

/// What became of one file.
public struct FileEntry: Hashable, Sendable {
    /// How the read of a file ended.
    public enum State: String, CaseIterable, Sendable {
        case read, absent, refused, protected, skipped, damaged, partial
    }

    /// `COM`, `DG1`, `CardAccess`.
    public var name: String
    public var state: State
    /// How many bytes there are, for files that were read at least in part.
    public var byteCount: Int?
    /// The SHA-256 hash of those bytes, in upper case hexadecimal.
    public var sha256: String?
    /// The status word of a refusal: `6A82`.
    public var status: String?
    /// What is wrong with a damaged file.
    public var note: String?

    public init(
        name: String, state: State, byteCount: Int? = nil, sha256: String? = nil, status: String? = nil,
        note: String? = nil
    ) {
        self.name = name
        self.state = state
        self.byteCount = byteCount
        self.sha256 = sha256
        self.status = status
        self.note = note
    }
}

/// One data group against the security object.
public struct DataGroupEntry: Hashable, Sendable {
    /// What the comparison says.
    ///
    /// Spec: BSI TR-03135-1 §5.6.4.4.2.
    public enum Integrity: String, CaseIterable, Sendable {
        case identical
        case notIdentical = "not identical"
        /// On the chip, and not compared: not read, or its hash is not known.
        case present
        case notPresent = "not present"
        case nonConformance = "non conformance"
        case aborted
    }

    /// 1 to 16.
    public var number: Int
    public var integrity: Integrity
    /// The hash algorithm of the security object: `SHA-256`.
    public var algorithm: String?

    public init(number: Int, integrity: Integrity, algorithm: String? = nil) {
        self.number = number
        self.integrity = integrity
        self.algorithm = algorithm
    }
}

/// Who signed the security object.
public struct SignerSummary: Hashable, Sendable {
    /// Whether the signer is trusted.
    ///
    /// Spec: BSI TR-03135-1 §5.6.4.3.6.
    public enum Trust: String, CaseIterable, Sendable {
        case trusted
        case notTrusted = "not trusted"
        case undetermined
    }

    public var trust: Trust
    /// The document signer; nil where the security object holds none and none was found.
    public var certificate: Certificate?
    /// The trusted certificate that vouches for it; nil where none was found.
    public var anchor: Certificate?
    /// The signature algorithm of the security object.
    public var signatureAlgorithm: String?
    /// When the security object says it was signed.
    public var signedAt: Timestamp?

    /// A certificate, in the fields that are worth showing.
    public struct Certificate: Hashable, Sendable {
        public var subject: String
        public var issuer: String
        /// Upper case hexadecimal.
        public var serialNumber: String
        public var notBefore: Timestamp
        public var notAfter: Timestamp
        /// The SHA-256 hash of the certificate, in upper case hexadecimal.
        public var sha256: String

        public init(
            subject: String, issuer: String, serialNumber: String, notBefore: Timestamp, notAfter: Timestamp,
            sha256: String
        ) {
            self.subject = subject
            self.issuer = issuer
            self.serialNumber = serialNumber
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.sha256 = sha256
        }
    }

    public init(
        trust: Trust, certificate: Certificate? = nil, anchor: Certificate? = nil, signatureAlgorithm: String? = nil,
        signedAt: Timestamp? = nil
    ) {
        self.trust = trust
        self.certificate = certificate
        self.anchor = anchor
        self.signatureAlgorithm = signatureAlgorithm
        self.signedAt = signedAt
    }
}
