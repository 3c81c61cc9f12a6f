/// A way in which genuine documents depart from the rules; what it counts for is the policy's to say.
///
/// The raw value is the reason code in a report.
public enum Deviation: String, CaseIterable, Hashable, Sendable {
    // EF.SOD
    case wrapperMissing, indefiniteLengths, trailingBytes, signedDataVersion1, genericContentType, earlyContentType
    case unsortedAttributes, malformedSigningTime, keyAlgorithmOnly, unknownAlgorithm
    case digestInfoWithoutNull
    case reorderedIssuerName, differentlyWrittenName, computedKeyIdentifier
    case signerOutsideSOD, signerOutsideVersion1

    // The LDS security object and the data groups
    case unknownVersion, versionMismatch, repeatedDataGroup, singleDataGroup, dataGroupNotListed, comDisagrees

    // The document signer and its issuer
    case authorityKeyIdentifierMissing, authorityKeyIdentifierDisagrees, linkCertificateOnly, otherCountryIssuer
    case keyUsageMissing, keyUsageExtra, extendedKeyUsage, authoritySigner, constraintsInSigner, malformedExtension
    case countryMissing, countryInCommonName, localityDiffers, differentCountry, weakHash, weakHashRecently, shortKey,
        smallExponent
    case signingTimeOutside

    // Revocation: what is not known, and what happened later
    case noCRL, crlUnusable, crlStale, revokedAfterSigning, revokedPerhaps

    // Visible digital seals
    case sealReferenceDiffers, sealPurposeMissing, sealAlgorithmName

    // The form of files that can be decoded all the same; the reason code in a report says what is wrong with them
    case comForm, zoneForm, biometricForm, securityInfosForm, attributesForm

    /// Whether it is about what is at hand, and not about the document: then it is a remark only where it is forgiven.
    var isLackOfData: Bool {
        switch self {
        case .noCRL, .crlUnusable, .crlStale, .revokedPerhaps: true
        default: false
        }
    }

    /// What is known of it: the number under which it was first recorded, and a few words.
    public var quirk: Quirk {
        let (number, name) = Self.quirks[self] ?? (nil, rawValue)
        return Quirk(number: number, name: name, words: words, place: isLackOfData ? .trustData : .document)
    }

    private static let quirks: [Deviation: (String?, String)] = [
        .wrapperMissing: ("Q42", "bare-cms"), .indefiniteLengths: ("Q32", "indefinite-lengths"),
        .trailingBytes: (nil, "trailing-bytes"), .signedDataVersion1: (nil, "signed-data-version-1"),
        .genericContentType: ("Q30", "content-type-data"), .earlyContentType: ("Q43", "content-type-early"),
        .unsortedAttributes: ("Q-ML2", "attributes-unsorted"),
        .malformedSigningTime: (nil, "signing-time-malformed"), .keyAlgorithmOnly: ("Q33", "signature-algorithm-rsa"),
        .digestInfoWithoutNull: ("Q-ML1", "digest-info-without-null"),
        .unknownAlgorithm: (nil, "algorithm-unknown"), .reorderedIssuerName: ("Q31", "issuer-rdn-order"),
        .differentlyWrittenName: ("Q22", "name-written-differently"),
        .computedKeyIdentifier: ("Q41", "key-identifier-computed"), .signerOutsideSOD: ("Q46", "signer-outside-sod"),
        .signerOutsideVersion1: ("Q46", "signer-outside-sod-v1"), .unknownVersion: (nil, "lds-object-version"),
        .versionMismatch: (nil, "lds-version-mismatch"), .repeatedDataGroup: (nil, "data-group-repeated"),
        .singleDataGroup: (nil, "single-data-group"), .dataGroupNotListed: (nil, "data-group-not-listed"),
        .comDisagrees: (nil, "com-disagrees"), .authorityKeyIdentifierMissing: ("Q14", "aki-missing"),
        .authorityKeyIdentifierDisagrees: (nil, "aki-disagrees"), .linkCertificateOnly: ("Q7", "link-certificate-only"),
        .otherCountryIssuer: ("Q21", "cross-country-link"), .keyUsageMissing: ("Q37", "key-usage-missing"),
        .keyUsageExtra: (nil, "key-usage-extra"), .extendedKeyUsage: (nil, "extended-key-usage"),
        .authoritySigner: (nil, "signer-is-authority"), .constraintsInSigner: (nil, "constraints-in-signer"),
        .malformedExtension: (nil, "extension-malformed"),
        .countryMissing: ("Q37", "country-missing"), .countryInCommonName: ("Q20", "country-in-common-name"),
        .localityDiffers: (nil, "locality-differs"), .differentCountry: (nil, "subject-country-differs"),
        .weakHash: ("Q6", "weak-hash"), .weakHashRecently: ("Q38", "weak-hash-recently"),
        .shortKey: (nil, "short-key"), .smallExponent: ("Q4", "rsa-exponent-3"),
        .signingTimeOutside: (nil, "signing-time-outside"), .noCRL: (nil, "no-crl"),
        .crlUnusable: (nil, "crl-unusable"), .crlStale: (nil, "crl-stale"),
        .revokedAfterSigning: (nil, "revoked-after-signing"), .revokedPerhaps: (nil, "revoked-perhaps"),
        .sealReferenceDiffers: (nil, "seal-reference-differs"), .sealPurposeMissing: (nil, "seal-purpose-missing"),
        .sealAlgorithmName: (nil, "seal-algorithm-name"),
        .comForm: (nil, "com-form"),
        .zoneForm: (nil, "zone-form"), .biometricForm: (nil, "biometric-form"),
        .securityInfosForm: (nil, "security-infos-form"), .attributesForm: (nil, "attributes-form"),
    ]
}

/// A departure from the rules that one document showed.
public struct Quirk: Hashable, Sendable, CustomStringConvertible {
    /// The number under which it was first recorded, such as `Q31`; nil where it has none.
    public let number: String?
    /// A few words, such as `issuer-rdn-order`.
    public let name: String
    /// What it is, in words for people: the end of a sentence.
    public let words: String
    /// A list that somebody put here and no trusted key of the state signed: it changes nothing.
    static let unverifiedRevocationList = Quirk(
        number: nil, name: "crl-unverified",
        words: "a revocation list of the signer's state was left out, since no trusted key of that state signed it",
        place: .trustData)

    /// Where it was met.
    public var place = Place.document

    /// What a departure was met in.
    public enum Place: String, CaseIterable, Hashable, Sendable {
        /// The signed object, or the document as a whole.
        case document
        /// The certificate of its signer.
        case signer
        /// The certificate of the authority that issued the signer's.
        case issuer
        /// A revocation list that was used.
        case revocationList
        /// Lists and certificates at hand, not the document.
        case trustData
    }

    /// For example `Q31-issuer-rdn-order`.
    public var description: String { number.map { "\($0)-\(name)" } ?? name }
}
