import PKI
public import Standards

/// What a chip offers of PACE, and with which passwords it opens.
public struct PACEProfile: Sendable {
    /// The PACEInfos, in the order of EF.CardAccess where that is not sorted.
    public var entries: [Entry]
    /// Explicit domain parameters, which entries name by number.
    public var domainParameters: [DomainParameters]
    public var passwords: PACEPasswords
    /// How EF.CardAccess is encoded.
    public var form: SecurityInfosForm
    /// Entries of other kinds, already encoded.
    public var otherInfos: [[UInt8]]

    /// One PACEInfo.
    public struct Entry: Hashable, Sendable {
        public var protocolIdentifier: OID
        public var version: Int
        public var parameterID: Int?

        public init(_ protocolIdentifier: OID, version: Int = 2, parameterID: Int?) {
            self.protocolIdentifier = protocolIdentifier
            self.version = version
            self.parameterID = parameterID
        }
    }

    /// One PACEDomainParameterInfo.
    public struct DomainParameters: Hashable, Sendable {
        /// The protocol without its cipher.
        public var mapping: OID
        public var parameters: KeyParameters
        public var parameterID: Int?

        public init(_ mapping: OID, _ parameters: KeyParameters, parameterID: Int?) {
            self.mapping = mapping
            self.parameters = parameters
            self.parameterID = parameterID
        }
    }

    public init(
        entries: [Entry], domainParameters: [DomainParameters] = [], passwords: PACEPasswords = PACEPasswords(),
        form: SecurityInfosForm = .der, otherInfos: [[UInt8]] = []
    ) {
        self.entries = entries
        self.domainParameters = domainParameters
        self.passwords = passwords
        self.form = form
        self.otherInfos = otherInfos
    }

    /// The entries of EF.CardAccess, which DG14 and EF.CardSecurity repeat.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.11.
    public var securityInfos: [[UInt8]] {
        entries.map {
            SecurityInfoEncoder.pace($0.protocolIdentifier, version: $0.version, parameterIdentifier: $0.parameterID)
        }
            + domainParameters.map {
                SecurityInfoEncoder.paceDomainParameters(
                    $0.mapping, $0.parameters, parameterIdentifier: $0.parameterID)
            } + otherInfos
    }
}

/// The static keys of a chip and the protocols it offers for them.
public struct ChipAuthenticationProfile: Sendable {
    public var keys: [Key]
    public var variants: [Variant]
    /// How DG14 is encoded.
    public var form: SecurityInfosForm

    /// One key pair and where its public half stands.
    public struct Key: Sendable {
        public var source: KeySource
        public var keyID: Int?
        /// How the key names its curve or group.
        public var parameters: KeyParameters.Form
        public var places: Set<Place>

        public init(
            _ source: KeySource, keyID: Int? = nil, parameters: KeyParameters.Form = .explicit,
            places: Set<Place> = [.dg14]
        ) {
            self.source = source
            self.keyID = keyID
            self.parameters = parameters
            self.places = places
        }
    }

    /// A file that holds public keys.
    public enum Place: String, CaseIterable, Hashable, Sendable {
        case dg14 = "DG14"
        case cardSecurity = "CardSecurity"
    }

    /// One ChipAuthenticationInfo.
    public struct Variant: Hashable, Sendable {
        public var protocolIdentifier: OID
        public var version: Int
        public var keyID: Int?

        public init(_ protocolIdentifier: OID, version: Int = 1, keyID: Int? = nil) {
            self.protocolIdentifier = protocolIdentifier
            self.version = version
            self.keyID = keyID
        }
    }

    public init(keys: [Key], variants: [Variant], form: SecurityInfosForm = .der) {
        self.keys = keys
        self.variants = variants
        self.form = form
    }
}

/// Whom a chip lets authenticate as a terminal.
public struct TerminalAuthenticationProfile: Sendable {
    public var version: Int
    public var trust: TerminalAuthenticationTrust

    public init(version: Int = 1, trust: TerminalAuthenticationTrust) {
        self.version = version
        self.trust = trust
    }

    /// The names of the trust points, which EF.CVCA holds.
    public var references: [String] {
        trust.trustPoints.compactMap { (try? CVCertificate(encoded: $0))?.holderReference.description }
    }
}
