public import PKI
public import Standards

/// What one source delivered: decoded, and its signer judged. The store takes in several of them, or none, at once.
public struct TrustDelivery: Sendable {
    public var source: Source
    /// Whether anchors that come from here are trusted.
    public var standing: Standing
    public var certificates: [Item<Certificate>] = []
    public var revocationLists: [Item<CertificateRevocationList>] = []
    public var deviationLists: [Item<DeviationList>] = []
    public var defectLists: [Item<DefectList>] = []
    /// Certificates that the source says are no longer there (`changetype: delete`); anchors among them are marked.
    public var withdrawn: [Item<Certificate>] = []
    /// Names of entries of a directory that are no longer there, where the source does not say what they held: what
    /// came from that place of an earlier directory is meant.
    public var withdrawnEntries: [String] = []
    /// What was there and could not be used.
    public var refused: [Refusal] = []

    public init(source: Source, standing: Standing) {
        self.source = source
        self.standing = standing
    }

    /// Where something came from.
    public struct Source: Hashable, Sendable {
        public var kind: Kind
        /// A path, a path and the name in an archive, or a location, as a person would look it up.
        public var name: String
        /// SHA-256 of the bytes that were imported.
        public var sha256: [UInt8]
        /// The state that published it, in two upper-case letters, where it says so.
        public var country: String?
        /// When its signer says it was signed.
        public var signingTime: Timestamp?
        /// SHA-256 of the certificate that signed it.
        public var signer: [UInt8]?
        /// SHA-256 of the country signing certificate that issued the signer.
        public var signerIssuer: [UInt8]?
        /// The number of a collection of the ICAO PKD, as `dsc 7214`; a gap between two is told.
        public var collection: String?
        /// In which ways it departs from the rules and was taken nevertheless; each is told with what rests on it.
        public var departures: [Quirk] = []

        public init(kind: Kind, name: String, sha256: [UInt8]) {
            self.kind = kind
            self.name = name
            self.sha256 = sha256
        }
    }

    /// What a source is, found by its content.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A signed master list.
        case masterList
        /// The content of a master list without its signature.
        case masterListContent
        /// A directory of the ICAO PKD: signers, revocation lists, master lists.
        case directory
        /// Certificates in DER or PEM.
        case certificates
        case revocationList, deviationList, defectList
    }

    /// Why what a source delivers is trusted, or is not.
    public enum Standing: Hashable, Sendable {
        /// Somebody named the certificates, one by one, as trusted.
        case direct
        /// The signer was issued by a certificate that is pinned; its SHA-256.
        case pinned([UInt8])
        /// No pin is known for the signer, and somebody asked to accept the list nevertheless.
        case accepted
        /// Nothing says that it can be trusted: what it delivers is kept, and trusted by nobody.
        case untrusted(Reason)
    }

    /// Something that was delivered, and what its source says of it.
    public struct Item<Value: Hashable & Sendable>: Hashable, Sendable {
        public var value: Value
        /// Where in the source: the name of an entry, a line, a position.
        public var place: String?
        /// What the ICAO PKD found wrong with it, such as `ERR:CSCA.CDP.14`; nil for conformant entries.
        public var conformance: String?

        public init(_ value: Value, place: String? = nil, conformance: String? = nil) {
            self.value = value
            self.place = place
            self.conformance = conformance
        }
    }

    /// Something that was there and could not be used.
    public struct Refusal: Hashable, Sendable {
        public var place: String
        public var reason: Reason
        /// The state it belongs to, in two upper-case letters, where that can be told.
        public var country: String?

        public init(place: String, reason: Reason, country: String? = nil) {
            self.place = place
            self.reason = reason
            self.country = country
        }
    }
}
