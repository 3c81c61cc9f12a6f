public import PKI
public import Standards

/// A certificate of the store, and what the store knows of it.
public struct StoredCertificate: Hashable, Sendable {
    public let certificate: Certificate
    public let sha256: [UInt8]
    public let kind: CertificateKind
    /// The state it belongs to, in two upper-case letters where it writes them so; nil where it names none.
    public let country: String?
    /// The identifier of its key: as it is written, else computed.
    public let keyIdentifier: [UInt8]
    /// Why it is an anchor; nil where it is none.
    public let trust: TrustGround?
    /// SHA-256 of the certificate whose key vouches for this one's, where that is the reason.
    public let trustedBy: [UInt8]?
    /// When a source said that it is no longer there.
    public let withdrawn: Timestamp?
    public let firstSeen: Timestamp
    /// Whether a trusted link certificate leads from its key to a newer one.
    public let isSuperseded: Bool
}

/// One source of something, and when it was seen there.
public struct TrustSighting: Hashable, Sendable {
    public let source: TrustDelivery.Source
    public let standing: TrustDelivery.Standing
    public let firstSeen: Timestamp
    public let lastSeen: Timestamp
    public let place: String?
    /// What the ICAO PKD found wrong with it.
    public let conformance: String?
}

/// A revocation list of the store.
public struct StoredRevocationList: Hashable, Sendable {
    public let list: CertificateRevocationList
    public let sha256: [UInt8]
    public let country: String?
    /// The number of the list, as hexadecimal.
    public let number: String?
    /// SHA-256 of the anchor that verifies it; nil where none does.
    public let verifiedBy: [UInt8]?
}

/// A source of the store, with how much of the store it holds.
public struct StoredSource: Hashable, Sendable {
    public let source: TrustDelivery.Source
    public let standing: TrustDelivery.Standing
    public let firstImported: Timestamp
    public let lastImported: Timestamp
    public let certificates: Int
    public let revocationLists: Int
    /// What a deviation list or a defect list says of how many groups of documents.
    public let defectRules: Int
    /// How many document numbers are named.
    public let documentNumbers: Int
}

/// What a list says of documents among which one number is.
public struct StoredDocumentRule: Hashable, Sendable {
    /// Which documents of that number are meant, and what is wrong with them.
    public let rule: DefectRule
    /// The list; what one that nobody vouches for says changes no judgement.
    public let source: StoredSource
}

/// Which certificates are asked for; what is nil or empty does not matter.
public struct CertificateQuery: Hashable, Sendable {
    /// The state, in two upper-case letters; empty for those that name none.
    public var country: String?
    public var kinds: Set<CertificateKind> = []
    public var isTrusted: Bool?

    public init(country: String? = nil, kinds: Set<CertificateKind> = [], isTrusted: Bool? = nil) {
        self.country = country
        self.kinds = kinds
        self.isTrusted = isTrusted
    }
}
