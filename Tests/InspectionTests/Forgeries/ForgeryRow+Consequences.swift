extension ForgeryRow {
    // What is otherwise, where something is missing.

    /// DG3 and DG4 stay behind Terminal Authentication.
    static let protectedGroups = [
        "files.DG3: notSupported protected",
        "files.DG4: notSupported protected",
        "pa.dataGroup.DG3: notSupported protected",
        "pa.dataGroup.DG4: notSupported protected",
    ]

    /// DG3 and DG4 stay behind Terminal Authentication, for which a terminal was given in vain.
    static let terminalNotLetIn = [
        "files.DG3: notSupported notLetIn",
        "files.DG4: notSupported notLetIn",
        "pa.dataGroup.DG3: notSupported protected",
        "pa.dataGroup.DG4: notSupported protected",
    ]

    /// DG3 alone stays so.
    static let terminalNotLetInForFinger = [
        "files.DG3: notSupported notLetIn",
        "pa.dataGroup.DG3: notSupported protected",
    ]

    /// DG3 stays behind Terminal Authentication.
    static let protectedFinger = [
        "files.DG3: notSupported protected",
        "pa.dataGroup.DG3: notSupported protected",
    ]

    /// There is no EF.CardSecurity to check.
    static let withoutCardSecurity = [
        "consistency.cardSecurity: gone",
        "pa.cardSecurity.algorithms: gone",
        "pa.cardSecurity.messageDigest: gone",
        "pa.cardSecurity.securityInfos: gone",
        "pa.cardSecurity.signature: gone",
        "pa.cardSecurity.signer: gone",
        "pa.cardSecurity.structure: gone",
        "pa.cardSecurity.trust: gone",
    ]

    /// The issuer is not known.
    static let withoutAnchor = [
        "pa.documentSigner.signature: undetermined noAnchor",
        "pa.documentSigner.validity: undetermined notAnchored",
        "pa.issuer.name: undetermined noAnchor",
        "pa.issuer.trust: undetermined undetermined",
        "pa.issuer.validity: undetermined noAnchor",
    ]

    /// The certificate of the signer is not signed by the key that it names.
    static let wrongSignature = [
        "pa.documentSigner.validity: undetermined signerNotVerified",
        "pa.issuer.name: undetermined signerNotVerified",
        "pa.issuer.trust: failed notTrusted",
        "pa.issuer.validity: undetermined signerNotVerified",
    ]

    /// No signature covers DG1.
    static let withoutSignedDG1 = [
        "consistency.issuingState: undetermined noSignedDG1",
        "pa.documentSigner.documentType: undetermined noSignedDG1",
    ]

    /// DG1 was not read.
    static let withoutDG1 = [
        "consistency.checkDigits: undetermined noDG1",
        "consistency.printedMRZ: undetermined noDG1",
    ]

    /// The profile takes Active Authentication away first.
    static let withoutDG15 = [
        "aa.chip: notSupported notOffered",
        "files.DG15: gone",
        "pa.dataGroup.DG15: gone",
    ]

    /// Nothing that is signed can be believed.
    static let withoutSignature = [
        "aa.chip: undetermined notAnchored",
        "pa.sod.signingTime: notSupported noSigningTime",
    ]
}
