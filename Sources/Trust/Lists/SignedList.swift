public import PKI
public import Standards

/// A list with a signature that is right, and what is known of who made it.
public struct SignedList: Hashable, Sendable {
    public let kind: ListKind
    /// What was signed.
    public let content: [UInt8]
    public let signer: Certificate
    /// SHA-256 of the signer's certificate.
    public let signerFingerprint: [UInt8]
    /// The country signing certificate that issued the signer's; nil where none is at hand. The signer itself where it
    /// is an authority.
    public let issuer: Certificate?
    /// SHA-256 of the issuer's certificate.
    public let issuerFingerprint: [UInt8]?
    /// When the signer says that it signed.
    public let signingTime: Timestamp?
    public let standing: TrustDelivery.Standing
    /// What departs from the rules and was taken.
    public let departures: [ListDeparture]

    /// The state that signed it, in two upper-case letters: the one whose authority issued the signer.
    public var country: String? { CertificateCountry.normalised(issuer?.subject ?? signer.issuer) }
}

/// Why a list is refused whole.
public struct ListRefusal: Error, Hashable, Sendable {
    public let reason: Reason

    init(_ code: String, _ text: String) {
        reason = Reason(code, text)
    }
}

extension ListRefusal: CustomStringConvertible {
    public var description: String { reason.text }
}
