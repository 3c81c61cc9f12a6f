public import Standards

/// What a certificate revocation list is to say.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4; RFC 5280 §5.
public struct RevocationListProfile: Hashable, Sendable {
    /// The number of the list; nil leaves the extension out.
    public var number: Int?
    public var thisUpdate: Timestamp
    /// When the next list comes out at the latest; nil leaves the field out, which the profile does not allow.
    public var nextUpdate: Timestamp?
    /// What is revoked, in the order in which it is written.
    public var entries: [Entry]
    /// The key that the list names as its issuer's; nil names the one that signs it.
    public var authorityKeyIdentifier: [UInt8]?
    /// What is to be wrong with the list.
    public var deviations: Set<Deviation>

    /// One revoked certificate.
    public struct Entry: Hashable, Sendable {
        /// Big endian.
        public var serialNumber: [UInt8]
        public var date: Timestamp
        /// The CRLReason of RFC 5280 §5.3.1 in an extension of the entry, which the profile does not allow; nil for none.
        public var reason: UInt8?

        public init(serialNumber: [UInt8], date: Timestamp, reason: UInt8? = nil) {
            self.serialNumber = serialNumber
            self.date = date
            self.reason = reason
        }
    }

    /// A departure from the profile, for tests of inspection systems.
    public enum Deviation: String, CaseIterable, Hashable, Sendable {
        /// One bit of the signature is flipped.
        case brokenSignature
        /// A signature by PKCS #1 v1.5 whose DigestInfo has no NULL behind the identifier of the hash function.
        case digestInfoWithoutNull
        /// Inner and outer signature algorithm differ.
        case differingAlgorithms
        case withoutAuthorityKeyIdentifier
        /// The list says that it is the difference to another one.
        case deltaIndicator
        /// A critical extension says that the list covers a part of the certificates only.
        case issuingDistributionPoint
        /// A critical extension says that the list revokes certificates of other issuers, and an entry names one.
        case indirect
        /// A critical extension that nobody knows.
        case unknownCriticalExtension
        /// The list has no version, and with that no extensions.
        case version1
        /// The times are written as GeneralizedTime before 2050, too.
        case generalizedTime
    }

    public init(
        number: Int? = 1, thisUpdate: Timestamp, nextUpdate: Timestamp?, entries: [Entry] = [],
        deviations: Set<Deviation> = []
    ) {
        self.number = number
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.entries = entries
        self.deviations = deviations
    }
}
