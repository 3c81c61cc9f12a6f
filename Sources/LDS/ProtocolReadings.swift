public import Standards

/// How the chip was opened.
public struct AccessReading: Hashable, Sendable {
    /// Whether EF.CardAccess offers PACE; nil where that is not known.
    public var offersPACE: Bool?
    /// The protocol that opened the chip; nil where none did.
    public var used: Method?
    /// Which variant of PACE opened the chip; nil where PACE did not.
    public var pace: PACEReading?
    /// Attempts that failed before one succeeded or all were given up, in order.
    public var attempts: [AccessAttempt] = []
    /// How many tries of the password the chip said are left, where it said so and then did not take the password.
    public var remainingTries: Int?
    /// How the attempt failed, where it did.
    public var failure: Reason?
    /// Whether the key that was given for the chip is the one that its DG1 makes; nil where one of them is not there.
    public var keyFitsDG1: Bool?

    /// What opens a chip.
    public enum Method: String, CaseIterable, Hashable, Sendable {
        /// Basic Access Control.
        case bac = "BAC"
        /// Password Authenticated Connection Establishment.
        case pace = "PACE"
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

/// One attempt to open the chip that failed.
public struct AccessAttempt: Hashable, Sendable {
    public let method: AccessReading.Method
    /// The variant of PACE.
    public let identifier: OID?
    public let reason: Reason

    public init(method: AccessReading.Method, identifier: OID? = nil, reason: Reason) {
        self.method = method
        self.identifier = identifier
        self.reason = reason
    }
}

/// The passwords of PACE, by the number that names them in DO'83'.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4.1; BSI TR-03110-3 B.11.1 for PIN and PUK.
public enum PACEPasswordKind: UInt8, CaseIterable, Hashable, Sendable {
    case mrz = 1
    case can, pin, puk

    /// `MRZ`, `CAN`, `PIN`, `PUK`.
    public var name: String {
        switch self {
        case .mrz: "MRZ"
        case .can: "CAN"
        case .pin: "PIN"
        case .puk: "PUK"
        }
    }
}

/// The run of PACE that opened the chip.
public struct PACEReading: Hashable, Sendable {
    public var identifier: OID
    public var parameterID: Int?
    public var password: PACEPasswordKind
    /// What PACE with Chip Authentication Mapping left to be verified; nil for the other mappings.
    public var chipAuthenticationMapping: ChipAuthenticationMapping?

    /// What the chip proves itself with: CA_IC · PK_IC must be PK_Map,IC.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5.
    public struct ChipAuthenticationMapping: Hashable, Sendable {
        /// PK_Map,IC, an uncompressed point.
        public var mappingPublicKey: [UInt8]
        /// CA_IC, decrypted.
        public var chipAuthenticationData: [UInt8]

        public init(mappingPublicKey: [UInt8], chipAuthenticationData: [UInt8]) {
            self.mappingPublicKey = mappingPublicKey
            self.chipAuthenticationData = chipAuthenticationData
        }
    }

    public init(
        identifier: OID, parameterID: Int? = nil, password: PACEPasswordKind,
        chipAuthenticationMapping: ChipAuthenticationMapping? = nil
    ) {
        self.identifier = identifier
        self.parameterID = parameterID
        self.password = password
        self.chipAuthenticationMapping = chipAuthenticationMapping
    }
}

/// How Chip Authentication went.
///
/// It cannot be verified again later: what is kept is what the reader found.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.2; BSI TR-03110-3 B.2.
public struct ChipAuthenticationReading: Hashable, Sendable {
    /// 1, or 2 where Terminal Authentication came first.
    public var version: Int
    public var identifier: OID
    public var keyID: Int?
    /// Where the chip's key was taken from: DG14 or EF.CardSecurity.
    public var source: ElementaryFile
    /// The chip's key as stored there.
    public var subjectPublicKeyInfo: [UInt8]
    public var outcome: Outcome

    /// What became of it.
    public enum Outcome: Hashable, Sendable {
        /// The chip answered a command under the new keys, so it holds the private key.
        case confirmed
        /// The status word, as a number.
        case refused(status: UInt16)
        /// The chip's part was wrong: what, in words.
        case failed(Reason)
    }

    public init(
        version: Int, identifier: OID, keyID: Int?, source: ElementaryFile, subjectPublicKeyInfo: [UInt8],
        outcome: Outcome
    ) {
        self.version = version
        self.identifier = identifier
        self.keyID = keyID
        self.source = source
        self.subjectPublicKeyInfo = subjectPublicKeyInfo
        self.outcome = outcome
    }
}

/// How Terminal Authentication went.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1; BSI TR-03110-3 B.3.
public struct TerminalAuthenticationReading: Hashable, Sendable {
    public var version: Int
    /// The certification authorities that the chip trusts, as it named them.
    public var trustPoints: [String]
    /// The holders of the certificates that were sent, the terminal last.
    public var chain: [String]
    public var outcome: Outcome

    /// What became of it.
    public enum Outcome: Hashable, Sendable {
        /// The chip took the terminal's signature; the groups it may read now.
        case accepted(groups: [DataGroup])
        /// The status word, as a number, and at which step.
        case refused(status: UInt16, at: String)
        /// It could not be tried: why, in words.
        case notTried(Reason)
    }

    public init(version: Int, trustPoints: [String], chain: [String], outcome: Outcome) {
        self.version = version
        self.trustPoints = trustPoints
        self.chain = chain
        self.outcome = outcome
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

extension ActiveAuthenticationReading {
    /// The code of the remark that a chip's signature is longer than what the reader carries.
    public static var notCarriedCode: String { "signatureNotCarried" }

    /// Whether this is what a chip answers whose signature of so many bytes found no room: fewer bytes, or that the
    /// length is wrong (6700, 6Cxx). A refusal for another cause is none for that.
    public func isCut(from byteCount: Int) -> Bool {
        switch answer {
        case .signature(let bytes): bytes.count < byteCount
        case .refused(let status): status == 0x6700 || status >> 8 == 0x6C
        }
    }
}
