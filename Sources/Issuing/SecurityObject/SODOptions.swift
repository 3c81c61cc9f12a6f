public import Cryptography
public import LDS
public import Standards

/// How an EF.SOD, or the signed data of an EF.CardSecurity, are written, and what is to be wrong with them.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2, Appendix D and §3.11.4.
public struct SODOptions: Hashable, Sendable {
    /// LDS version and Unicode version inside the object, which make it V1; nil makes it V0.
    public var versions: Versions?
    /// The digest of the data groups.
    public var groupDigest: HashAlgorithm
    /// The digest of the object and of the signed attributes; nil takes that of the signature algorithm.
    public var messageDigest: HashAlgorithm?
    /// How the signer is named.
    public var signerIdentifier: SignerIdentifier
    /// Whether the document signer certificate is inside.
    public var includesCertificate: Bool
    /// Further certificates beside the document signer's.
    public var otherCertificates: [[UInt8]] = []
    /// When the object was signed; nil leaves the attribute out.
    public var signingTime: Timestamp?
    /// Whether the outer structures have indefinite lengths.
    public var hasIndefiniteLengths: Bool
    /// Whether the signature algorithm is named `rsaEncryption`, without a digest.
    public var namesKeyAlgorithmOnly: Bool
    /// The type of the content.
    public var contentType: OID
    public var deviations: Set<Deviation>

    /// What a V1 object says of itself.
    public struct Versions: Hashable, Sendable {
        public var lds: String
        public var unicode: String

        public init(lds: String = "0108", unicode: String = "040000") {
            self.lds = lds
            self.unicode = unicode
        }
    }

    /// The two ways of CMS to name a signer.
    public enum SignerIdentifier: String, CaseIterable, Hashable, Sendable {
        case issuerAndSerialNumber, subjectKeyIdentifier
    }

    /// A departure from the rules, for tests of inspection systems.
    public enum Deviation: Hashable, Sendable {
        case withoutSignedAttributes, withoutMessageDigest, wrongMessageDigest, withoutContentType, wrongContentType
        /// One bit of the signature is flipped.
        case brokenSignature
        /// The hash of a group is not the one of its file.
        case wrongHash(DataGroup)
        /// A group that the chip has is not listed.
        case withoutHash(DataGroup)
        /// A group that the chip lacks is listed.
        case additionalHash(DataGroup)
        /// A group is listed once more, with this hash.
        case addedHash(DataGroup, [UInt8])
        /// The signer information names another signer than the certificate inside.
        case otherSigner
        /// The signer information writes the issuer's name in other types of string than the certificate inside.
        case otherStringType
        /// The version of the signer information does not fit its identifier.
        case wrongSignerVersion
        /// The version of the signed data is 1.
        case signedDataVersion1
        /// The object is signed by the digest of another algorithm than the one named.
        case digestMissingFromList
        /// Two signer informations.
        case secondSigner
        /// Another signed attribute, of 200 bytes.
        case longAttribute
        /// The signed attributes are signed and stored in descending order.
        case unsortedAttributes
        /// NULL stands behind the hash algorithms, as older issuers write it.
        case digestNull
        /// The hashes of the data groups stand in descending order.
        case unsortedHashes
        /// A signature by PKCS #1 v1.5 whose DigestInfo has no NULL behind the identifier of the hash function.
        case digestInfoWithoutNull
        /// The object is not wrapped in tag 77.
        case withoutWrapper
    }

    public init(
        versions: Versions? = nil, groupDigest: HashAlgorithm = .sha256, messageDigest: HashAlgorithm? = nil,
        signerIdentifier: SignerIdentifier = .issuerAndSerialNumber, includesCertificate: Bool = true,
        signingTime: Timestamp? = nil, hasIndefiniteLengths: Bool = false, namesKeyAlgorithmOnly: Bool = false,
        contentType: OID = OID(2, 23, 136, 1, 1, 1), deviations: Set<Deviation> = []
    ) {
        self.versions = versions
        self.groupDigest = groupDigest
        self.messageDigest = messageDigest
        self.signerIdentifier = signerIdentifier
        self.includesCertificate = includesCertificate
        self.signingTime = signingTime
        self.hasIndefiniteLengths = hasIndefiniteLengths
        self.namesKeyAlgorithmOnly = namesKeyAlgorithmOnly
        self.contentType = contentType
        self.deviations = deviations
    }
}
