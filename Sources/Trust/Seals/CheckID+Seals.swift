public import Standards

/// The checks of a visible digital seal, in the order they are made.
extension CheckID {
    /// Every feature is of the kind that its document type defines, and there once.
    public static let sealContent: CheckID = "seal.content"
    /// The certificate that signed the seal is known.
    public static let sealSigner: CheckID = "seal.signer.found"
    /// The signature of the seal is that of this signer.
    public static let sealSignature: CheckID = "seal.signature"
    /// A country signing certificate for the signer is at hand.
    public static let sealIssuerFound: CheckID = "seal.issuer.found"
    /// The signer's certificate is signed by that certificate's key.
    public static let sealSignerSignature: CheckID = "seal.signer.signature"
    /// The signer's certificate names that certificate's subject as its issuer.
    public static let sealIssuerName: CheckID = "seal.issuer.name"
    /// The signer's certificate is valid at the time the policy asks for.
    public static let sealSignerValidity: CheckID = "seal.signer.validity"
    /// The country signing certificate is valid at the time the policy asks for.
    public static let sealIssuerValidity: CheckID = "seal.issuer.validity"
    /// No critical extension of the signer's certificate is unknown.
    public static let sealSignerExtensions: CheckID = "seal.signer.extensions"
    /// The signer's certificate has the form that is asked of it.
    public static let sealSignerProfile: CheckID = "seal.signer.profile"
    /// The key may sign seals of this kind.
    public static let sealSignerPurpose: CheckID = "seal.signer.purpose"
    /// The key may sign seals for documents of this type.
    public static let sealSignerDocumentType: CheckID = "seal.signer.documentType"
    /// The state in the seal is the state of the signer.
    public static let sealIssuingState: CheckID = "seal.issuingState"
    /// The dates in the seal agree with the signer's certificate and with the time of checking.
    public static let sealDates: CheckID = "seal.dates"
    /// The document that carries the seal has not expired.
    public static let sealExpiry: CheckID = "seal.expiry"
    /// No algorithm in use is known to be weak.
    public static let sealStrength: CheckID = "seal.algorithms.strength"
    /// The signer's certificate is not revoked.
    public static let sealSignerRevocation: CheckID = "seal.signer.revocation"
    /// What is sealed is what is printed.
    public static let sealAgreement: CheckID = "consistency.seal"
}
