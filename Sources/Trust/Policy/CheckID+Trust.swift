public import LDS
public import Standards

/// The checks of Passive Authentication, in the order they are made.
extension CheckID {
    /// EF.SOD is there and is signed data of the right form.
    public static let sodStructure: CheckID = "pa.sod.structure"
    /// The algorithms of EF.SOD agree with each other.
    public static let sodAlgorithms: CheckID = "pa.sod.algorithms"
    /// The signed digest is that of the content.
    public static let sodMessageDigest: CheckID = "pa.sod.messageDigest"
    /// The certificate that signed is known.
    public static let documentSignerFound: CheckID = "pa.documentSigner.found"
    /// The signature is that of the document signer.
    public static let sodSignature: CheckID = "pa.sod.signature"
    /// The signed content is a well-formed list of hashes.
    public static let sodContent: CheckID = "pa.sod.securityObject"
    /// EF.COM, which is not signed, agrees with EF.SOD.
    public static let comAgreement: CheckID = "files.agreement"
    /// A country signing certificate for the document signer is at hand.
    public static let issuerFound: CheckID = "pa.issuer.found"
    /// The document signer certificate is signed by that certificate's key.
    public static let documentSignerSignature: CheckID = "pa.documentSigner.signature"
    /// The document signer names that certificate's subject as its issuer.
    public static let issuerName: CheckID = "pa.issuer.name"
    /// The document signer certificate is valid at the time the policy asks for.
    public static let documentSignerValidity: CheckID = "pa.documentSigner.validity"
    /// The country signing certificate is valid at the time the policy asks for.
    public static let issuerValidity: CheckID = "pa.issuer.validity"
    /// The signing time lies where the certificate allows it.
    public static let sodSigningTime: CheckID = "pa.sod.signingTime"
    /// No critical extension of the document signer certificate is unknown.
    public static let documentSignerExtensions: CheckID = "pa.documentSigner.extensions"
    /// The document signer certificate has the form that is asked of it.
    public static let documentSignerProfile: CheckID = "pa.documentSigner.profile"
    /// The key may sign documents.
    public static let documentSignerKeyUsage: CheckID = "pa.documentSigner.keyUsage"
    /// The key may sign documents of this type.
    public static let documentSignerDocumentType: CheckID = "pa.documentSigner.documentType"
    /// The state in DG1 is the state of the signer.
    public static let issuingState: CheckID = "consistency.issuingState"
    /// No algorithm in use is known to be weak.
    public static let algorithmStrength: CheckID = "pa.algorithms.strength"
    /// The document signer certificate is not revoked.
    public static let documentSignerRevocation: CheckID = "pa.documentSigner.revocation"
    /// No deviation list or defect list says that anything is wrong with documents like this one; what they say changes
    /// the other checks.
    public static let knownDefects: CheckID = "pa.knownDefects"
    /// All of the above that concern certificates, taken together.
    public static let issuerTrust: CheckID = "pa.issuer.trust"

    /// EF.CardSecurity is signed data of the right form.
    public static let cardSecurityStructure: CheckID = "pa.cardSecurity.structure"
    /// The algorithms of EF.CardSecurity agree with each other.
    public static let cardSecurityAlgorithms: CheckID = "pa.cardSecurity.algorithms"
    /// The signed digest of EF.CardSecurity is that of its content.
    public static let cardSecurityMessageDigest: CheckID = "pa.cardSecurity.messageDigest"
    /// The certificate that signed EF.CardSecurity is known.
    public static let cardSecuritySigner: CheckID = "pa.cardSecurity.signer"
    /// The signature of EF.CardSecurity is that of this signer.
    public static let cardSecuritySignature: CheckID = "pa.cardSecurity.signature"
    /// The signed content of EF.CardSecurity is well-formed.
    public static let cardSecurityContent: CheckID = "pa.cardSecurity.securityInfos"
    /// The signer of EF.CardSecurity comes from a trusted issuer: every check that EF.SOD's signer is put to.
    public static let cardSecurityTrust: CheckID = "pa.cardSecurity.trust"

    /// The travel records are signed by those who may.
    public static let travelRecords: CheckID = "lds2.travel"
    /// The visas are signed by those who may.
    public static let visas: CheckID = "lds2.visa"
    /// The additional biometrics are signed by those who may.
    public static let additionalBiometrics: CheckID = "lds2.biometrics"

    /// A data group is the one that was signed.
    public static func dataGroupIntegrity(_ group: DataGroup) -> CheckID {
        CheckID(rawValue: "pa.dataGroup.\(group.name)")
    }
}
