public import LDS
public import Standards

/// An EF.CardSecurity whose digest and signature were verified.
///
/// Only this module makes one. It says what its signer vouches for; whether that signer is trusted is `trust`, and a key
/// taken from it is anchored only if both are so. Whether it belongs to the document it was read with is another
/// question: its infos have to be those of EF.CardAccess and DG14.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4; Doc 9303-11 §9.2.11.
public struct VerifiedCardSecurity: Hashable, Sendable {
    /// The signed content.
    public let securityInfos: SecurityInfos
    /// Whether the signer comes from a trusted issuer.
    public let trust: TrustStatus

    init(_ securityInfos: SecurityInfos, trust: TrustStatus) {
        self.securityInfos = securityInfos
        self.trust = trust
    }

    /// Whether the signer vouches for exactly this key.
    public func covers(keyID: Int?, subjectPublicKeyInfo: [UInt8]) -> Bool {
        securityInfos.chipAuthenticationPublicKeys.contains {
            $0.keyID == keyID && $0.subjectPublicKeyInfo == subjectPublicKeyInfo
        }
    }
}

/// What Passive Authentication found of EF.CardSecurity.
public struct CardSecurityResult: Hashable, Sendable {
    /// Its checks, in the order they were made; the same for every EF.CardSecurity.
    public let findings: [Finding]
    /// Whether its signer comes from a trusted issuer.
    public let trust: TrustStatus
    /// The certificate that signed; nil where it is not known.
    public let signer: CertificateSummary?
    /// Departures from the rules that were met.
    public let quirks: [Quirk]
    /// What was signed; nil unless digest and signature were right.
    public let verified: VerifiedCardSecurity?

    /// The finding of a check.
    public subscript(check: CheckID) -> Finding? {
        findings.first { $0.id == check }
    }
}
