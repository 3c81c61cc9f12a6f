public import Standards

/// A rule that a certificate, a revocation list or a master list is held against.
///
/// Nothing that breaks one is refused for it: what real states publish breaks many.
public struct LintRule: Hashable, Sendable {
    /// A stable name such as `certificate.serialNumber.positive`.
    public let id: String
    public let severity: Severity
    public let source: SpecReference
    /// What is wrong where it is broken, in words for people.
    public let words: String

    /// How much it weighs.
    public enum Severity: String, CaseIterable, Hashable, Sendable {
        /// The profile does not allow it.
        case error
        /// The profile advises against it, or later editions do not allow it.
        case warning
    }

    init(_ id: String, _ severity: Severity, _ source: SpecReference, _ words: String) {
        self.id = id
        self.severity = severity
        self.source = source
        self.words = words
    }
}

/// Where a certificate was found, which tells what it is when it does not say so itself.
public enum CertificateStanding: Hashable, Sendable {
    /// In a file of its own, or in a directory: only what it says of itself counts.
    case byItself
    /// In a master list, or among the authorities of a store.
    case authority
}

/// What a certificate is, for the profile that it is held against.
public enum CertificateRole: String, CaseIterable, Hashable, Sendable {
    case csca, link, documentSigner, masterListSigner, deviationListSigner, defectListSigner, other

    /// Whether it issues certificates.
    public var isAuthority: Bool { self == .csca || self == .link }

    /// Whether it signs lists.
    var isListSigner: Bool { purpose != nil }

    /// The purpose of a signer of lists.
    var purpose: OID? {
        switch self {
        case .masterListSigner: .cscaMasterListSigningKey
        case .deviationListSigner: .deviationListSigningKey
        case .defectListSigner: .defectListSigningKey
        case .csca, .link, .documentSigner, .other: nil
        }
    }
}
