import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards

/// How a document of the suite is made: a passport that every inspection system accepts, unless something is changed.
///
/// Changes are made each at its time, so that what is signed later is signed over them: a fault of the content is hashed
/// and signed as it is, and a fault of the signature comes last.
package struct SuiteDocument: Sendable {
    /// Whoever signs: with which key and which algorithm.
    struct Party: Sendable {
        var key: KeyRing.Kind
        var algorithm: SignatureAlgorithm
    }

    /// The zone of DG1.
    var zone = SuiteZone()
    /// The zone on the page, where it is another one.
    var printed: SuiteZone?
    /// Files of the chip beside DG1 and DG2, or in place of them; they are signed as they are.
    var groups: Change<[DataGroup: [UInt8]]>?
    /// The country signing authority.
    var authority = Party(key: .curve(.brainpoolP256r1), algorithm: .ecdsa(.sha256, encoding: .der))
    var authorityName = Self.names.authority
    /// The document signer.
    var signer = Party(key: .curve(.brainpoolP256r1), algorithm: .ecdsa(.sha256, encoding: .der))
    /// The issuer that the document signer names, where it is another than the authority.
    var issuerName: DirectoryName?
    /// The types of documents that the signer's certificate names; none leaves the list out.
    var documentTypes = ["P"]
    var signerDeviations: Set<CertificateProfile.Deviation> = []
    var signerValidity = Self.moment(2025, 8, 1)...Self.moment(2036, 1, 31)
    /// Whether the inspection system has the document signer's certificate from elsewhere.
    var knowsSigner = false
    /// Whether a revocation list names the document signer.
    var isRevoked = false
    /// How EF.SOD is written.
    var options = SODOptions(versions: nil, signingTime: Self.moment(2025, 9, 1))
    var sod = SecurityObjectChanges()
    /// The fields of the document signer's certificate, before they are signed.
    var certificateFields: Change<Parts<SignedCertificateField>>?
    /// The certificate, after its fields are signed.
    var certificate: Change<Parts<CertificateField>>?
    /// The groups that EF.COM lists; nil lists those that are there.
    var listedInCOM: [DataGroup]?
    /// The files of the chip, after all is signed.
    var files: Change<[ElementaryFile: [UInt8]]>?
    /// The PACE and Chip Authentication of the chip; nil where it has neither.
    var protocols: ProtocolChip?
    /// Whether the chip has DG15 and its private key.
    var hasActiveAuthentication = false
    /// What the chip does otherwise than it should, or than others do.
    var chip: Change<SimulatedDocument>?
    /// The time of reading and judging.
    var time = Self.moment(2026, 5, 28)

    static let names = (
        authority: DirectoryName(country: "UT", organization: "Utopia", commonName: "Suite CSCA"),
        signer: DirectoryName(country: "UT", organization: "Utopia", commonName: "Suite Document Signer")
    )

    static func moment(_ year: Int, _ month: Int, _ day: Int) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }

    /// Lets the chip misbehave in the way of this name (`emrtd simulate --fault`).
    mutating func misbehave(_ name: String) {
        chip = { document in
            guard let profile = FaultProfile(named: name) else {
                throw Mismatch("fault", expected: name, found: "no such profile")
            }
            try profile.apply(&document)
        }
    }

    /// Forges the document in the way of this name (`emrtd simulate --forge`).
    ///
    /// - Parameter isSigned: Whether the issuer signs what came of it, so that it is a fault and no forgery.
    mutating func forge(_ name: String, isSigned: Bool = false) {
        chip = { document in
            guard let profile = ForgeryProfile(named: name) else {
                throw Mismatch("forgery", expected: name, found: "no such profile")
            }
            try profile.apply(&document)
            if isSigned { try document.document.reissue() }
        }
    }

    /// Signs with one algorithm throughout, the group hashes by its digest.
    mutating func sign(_ algorithm: SignatureAlgorithm, by key: KeyRing.Kind) {
        authority = Party(key: key, algorithm: algorithm)
        signer = authority
        options.groupDigest = algorithm.hash
        // Decision: SHA-1 of signers that were issued after 2015 is refused, so these documents are of 2015.
        guard algorithm.hash == .sha1 else { return }
        signerValidity = Self.moment(2015, 6, 1)...Self.moment(2025, 8, 31)
        options.signingTime = Self.moment(2015, 7, 1)
        zone.dateOfExpiry = "250630"
        time = Self.moment(2020, 6, 1)
    }
}

/// Changes to the parts of EF.SOD, or of another signed object.
struct SecurityObjectChanges: Sendable {
    /// The list of hashes, before it is hashed.
    var content: Change<Parts<SecurityObjectField>>?
    /// The signed attributes, before they are signed.
    var attributes: Change<[[UInt8]]>?
    /// The signer information, with its signature.
    var signerInfo: Change<Parts<SignerInfoField>>?
    /// The content and its type, after they are signed.
    var encapsulated: Change<Parts<ContentField>>?
    /// The whole.
    var signedData: Change<Parts<SignedDataField>>?

    var isEmpty: Bool {
        content == nil && attributes == nil && signerInfo == nil && encapsulated == nil && signedData == nil
    }
}

/// A chip with Chip Authentication that PACE with Chip Authentication Mapping opens.
struct ProtocolChip: Sendable {
    /// Whether it has PACE, and with it EF.CardAccess and EF.CardSecurity.
    var offersPACE = true
    /// The entries of EF.CardAccess, and those that EF.CardSecurity and DG14 repeat.
    var cardAccess: [[UInt8]] = Self.pace
    var repeatedInCardSecurity: [[UInt8]] = Self.pace
    var repeatedInDG14: [[UInt8]] = Self.pace
    /// Whether EF.CardSecurity holds the public half of another key than the chip's.
    var hasOtherKey = false
    /// Whether EF.CardSecurity and DG14 hold a key at all.
    var hasKeyInCardSecurity = true
    var hasKeyInDG14 = true
    /// The number that ChipAuthenticationInfo gives the chip's key.
    var namedKeyID = 13
    /// The group of the chip's key, where it is not on a curve.
    var group: DHGroup?
    /// Whether one bit of the signature of EF.CardSecurity is flipped.
    var hasBrokenSignature = false
    /// Further entries of EF.CardSecurity.
    var otherInfos: [[UInt8]] = []

    /// ECDH with Chip Authentication Mapping, AES-128, brainpoolP256r1.
    static let pace = [SecurityInfoEncoder.pace(OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 6, 2), parameterIdentifier: 13)]
}
