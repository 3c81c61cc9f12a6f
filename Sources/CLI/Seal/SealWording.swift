import Standards
import Trust

/// The checks of a seal in words.
enum SealWording {
    /// The title of a check; its id where it is not known.
    static func title(of check: CheckID) -> String { titles[check] ?? check.rawValue }

    private static let titles: [CheckID: String] = [
        .sealContent: "Content as its type defines it", .sealSigner: "Signer's certificate found",
        .sealSignature: "Signature of the seal", .sealIssuerFound: "Trusted certificate of the issuing state found",
        .sealSignerSignature: "Signer's certificate signed by it", .sealIssuerName: "Signer names it as its issuer",
        .sealSignerValidity: "Signer's certificate valid", .sealIssuerValidity: "Issuing state's certificate valid",
        .sealSignerExtensions: "No unknown critical extension",
        .sealSignerProfile: "Signer's certificate of the right form", .sealSignerPurpose: "Key may sign such seals",
        .sealSignerDocumentType: "Key may sign for documents of this type",
        .sealIssuingState: "Issuing state and signer agree", .sealDates: "Dates agree",
        .sealExpiry: "Document not expired",
        .sealStrength: "No weak algorithm in use", .sealSignerRevocation: "Signer's certificate not revoked",
        .sealAgreement: "Printed lines and seal agree",
    ]
}
