public import Cryptography
public import Standards

/// How the signed data of a list is written, and what is to be wrong with it.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8 and §9; RFC 5652 §5.
public struct ListOptions: Hashable, Sendable {
    /// When the list was signed, as its signed attributes say; nil leaves the attribute out, which the profile does not
    /// allow.
    public var signingTime: Timestamp?
    /// How the signer is named; the profile recommends the key identifier.
    public var signerIdentifier: SODOptions.SignerIdentifier
    /// The digest of the content and of the signed attributes; nil takes that of the signature algorithm.
    public var messageDigest: HashAlgorithm?
    public var deviations: Set<Deviation>

    /// A departure from the profile, for tests of those who import lists. What is about the signer's certificate is a
    /// `CertificateProfile.Deviation` of that.
    public enum Deviation: String, CaseIterable, Hashable, Sendable {
        /// One bit of the signature is flipped.
        case brokenSignature
        /// A signature by PKCS #1 v1.5 whose DigestInfo has no NULL behind the identifier of the hash function, as in
        /// the list of ICAO of September 2023.
        case digestInfoWithoutNull
        case unsortedAttributes
        /// The message digest is not that of the content.
        case wrongMessageDigest
        case withoutSignedAttributes
        /// The content says it is `id-data`.
        case wrongContentType
        /// No certificate inside, so that the signer has to be known.
        case withoutCertificates
        /// The signer's certificate alone inside, without that of its authority.
        case withoutAuthority
        /// The signer information names another signer than the certificate inside.
        case otherSigner
        /// Lengths are indefinite.
        case indefiniteLengths
        /// The content alone, without the signed data around it.
        case bareContent
        /// The entries of the content stand in descending order.
        case unsortedSet
        /// The first entry of the content is there twice.
        case duplicatedEntry
        /// The version of the content is 1 instead of 0.
        case laterVersion
    }

    public init(
        signingTime: Timestamp?, signerIdentifier: SODOptions.SignerIdentifier = .subjectKeyIdentifier,
        messageDigest: HashAlgorithm? = nil, deviations: Set<Deviation> = []
    ) {
        self.signingTime = signingTime
        self.signerIdentifier = signerIdentifier
        self.messageDigest = messageDigest
        self.deviations = deviations
    }

    /// The same in the terms of all signed data.
    func signedData(_ contentType: OID, authorities: [[UInt8]]) -> SODOptions {
        var options = SODOptions(
            messageDigest: messageDigest, signerIdentifier: signerIdentifier,
            includesCertificate: !deviations.contains(.withoutCertificates), signingTime: signingTime,
            hasIndefiniteLengths: deviations.contains(.indefiniteLengths),
            contentType: deviations.contains(.wrongContentType) ? .data : contentType)
        if !deviations.contains(.withoutAuthority) { options.otherCertificates = authorities }
        let same: [(Deviation, SODOptions.Deviation)] = [
            (.brokenSignature, .brokenSignature), (.digestInfoWithoutNull, .digestInfoWithoutNull),
            (.unsortedAttributes, .unsortedAttributes), (.wrongMessageDigest, .wrongMessageDigest),
            (.withoutSignedAttributes, .withoutSignedAttributes), (.otherSigner, .otherSigner),
        ]
        for (deviation, other) in same where deviations.contains(deviation) { options.deviations.insert(other) }
        return options
    }

    /// The entries of a SET OF as these options want them.
    func entries(_ parts: [[UInt8]]) -> [UInt8] {
        var parts = parts
        if deviations.contains(.duplicatedEntry), let first = parts.first { parts.append(first) }
        return deviations.contains(.unsortedSet) ? DER.unsorted(parts) : DER.setOf(parts)
    }

    /// The version of the content.
    var version: [UInt8] { DER.integer(deviations.contains(.laterVersion) ? 1 : 0) }
}
