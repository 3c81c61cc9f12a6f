public import LDS
import PKI
public import Standards

/// What Passive Authentication found.
public struct PassiveAuthenticationResult: Hashable, Sendable {
    /// The policy that judged.
    public let policy: TrustPolicy
    /// The moment certificates had to be valid at.
    public let validityTime: Timestamp
    /// Every check, in the order it was made; the same checks for every document, but for its data groups.
    public let findings: [Finding]
    /// What became of each data group that was read or is signed, in order of number.
    public let dataGroups: [DataGroupIntegrity]
    /// Whether the document signer certificate comes from a trusted issuer.
    public let trust: TrustStatus
    /// The document signer certificate that signed; nil where it is not known.
    public let signer: CertificateSummary?
    /// The country signing certificate whose key verified the document signer; nil where there is none.
    public let anchor: CertificateSummary?
    /// When the object was signed, as the signer says; nil where it says nothing or the signature is not right.
    public let signingTime: Timestamp?
    /// Departures from the rules that were met, each once, in the order they were met.
    public let quirks: [Quirk]
    /// What was signed; nil unless digest and signature were right.
    public let verifiedSOD: VerifiedSOD?
    /// Whether any revocation list of the signer's state was at hand.
    public let hasRevocationLists: Bool
    /// What deviation lists and defect lists say is wrong with the document, and which of these checks that changed.
    public let defects: [JudgedDefect]
    /// Whether the signer would be trusted but for those.
    public let trustBeforeDefects: TrustStatus

    /// The finding of a check.
    public subscript(check: CheckID) -> Finding? {
        findings.first { $0.id == check }
    }

    /// What a check counts for under the policy that judged.
    public func obligation(of check: CheckID) -> TrustPolicy.Obligation {
        policy.obligation(of: check, hasRevocationLists: hasRevocationLists, endedIn: self[check]?.result)
    }
}

/// What became of one data group.
public struct DataGroupIntegrity: Hashable, Sendable {
    public let group: DataGroup
    public let integrity: Integrity
    /// The hash algorithm that was used, such as `SHA-256`; nil where none was.
    public let algorithm: String?

    /// The values of BSI TR-03135-1 §5.6.4.4.2.
    public enum Integrity: String, CaseIterable, Hashable, Sendable {
        /// The file is the one that was signed.
        case identical
        /// The file is not the one that was signed.
        case notIdentical = "not identical"
        /// The group is signed, and its file was not read: it is protected or was left out.
        case present
        /// The group is signed, and the chip does not have it.
        case notPresent = "not present"
        /// The file was read, and it is not signed or no file of its kind.
        case nonConformance = "non conformance"
        /// The file could not be compared: the read was broken off, or the hash algorithm is not known.
        case aborted
    }
}

/// Whether a document signer certificate is trusted.
///
/// Spec: BSI TR-03135-1 §5.6.4.3.6.
public enum TrustStatus: String, CaseIterable, Hashable, Sendable {
    case trusted
    case notTrusted = "not trusted"
    case undetermined
}

/// What a report shows of a certificate.
public struct CertificateSummary: Hashable, Sendable {
    public let subject: String
    public let issuer: String
    /// Upper-case hexadecimal.
    public let serialNumber: String
    public let sha256: [UInt8]
    public let notBefore: Timestamp
    public let notAfter: Timestamp
    /// The algorithm it is signed with, such as `ECDSA with SHA-256`.
    public let signatureAlgorithm: String
    /// The country in the subject, else in the issuer; nil where neither has one.
    public let country: String?
    /// The whole certificate.
    public let encoded: [UInt8]

    init(_ certificate: Certificate, sha256: [UInt8]) {
        subject = certificate.subject.description
        issuer = certificate.issuer.description
        serialNumber = certificate.serialNumberText
        self.sha256 = sha256
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        signatureAlgorithm = SignatureScheme.name(of: certificate.signatureAlgorithm)
        country = certificate.subject.countryCode ?? certificate.issuer.countryCode
        encoded = certificate.encoded
    }
}
