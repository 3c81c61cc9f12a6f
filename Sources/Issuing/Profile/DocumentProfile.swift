public import Cryptography
public import LDS
public import Standards

/// What a document is to be: the input of personalisation.
///
/// It comes from a JSON file (`init(json:)`, described in `TestVectors/profiles/README.md`) or from code.
public struct DocumentProfile: Sendable {
    /// The lines of the machine readable zone.
    public var mrzLines: [String]
    /// The portraits of DG2, one facial record each; none leaves DG2 out.
    public var portraits: [Portrait]
    /// The standard that DG2, DG3 and DG4 follow.
    public var biometricEncoding = BiometricEncoding.iso19794
    /// How DG11 and DG12 are written.
    public var detailForm = DetailForm()
    /// The fingers of DG3; none leaves DG3 out.
    public var fingerprints: [Fingerprint] = []
    /// The eyes of DG4; none leaves DG4 out.
    public var irises: [IrisPicture] = []
    /// The picture of DG5 that is shown to people.
    public var displayedPortrait: [UInt8]?
    /// The picture of DG7.
    public var signatureImage: [UInt8]?
    public var personalDetails: PersonalDetails?
    public var documentDetails: DocumentDetails?
    public var contactPersons: [ContactPerson]
    /// Whole files that stand in for what would be issued, EF.COM and EF.SOD among them.
    public var files: [ElementaryFile: [UInt8]]
    /// Files that are left out of the chip though they are issued.
    public var omittedFiles: Set<ElementaryFile>
    public var accessControl: IssuedDocument.AccessControl
    /// Whether EF.CardAccess offers PACE though the chip has no password for it.
    public var offersPACE: Bool
    /// PACE; nil where the chip does not speak it.
    public var pace: PACEProfile?
    public var chipAuthentication: ChipAuthenticationProfile?
    public var terminalAuthentication: TerminalAuthenticationProfile?
    /// The LDS2 applications; nil where there are none.
    public var lds2: LDS2Profile?
    /// What EF.ATR/INFO says; nil leaves the file out.
    public var attributes: CardAttributesProfile?
    public var activeAuthentication: ActiveAuthenticationProfile?
    public var readableWithoutTerminalAuthentication: Set<DataGroup>
    /// Who signs; nil where EF.SOD comes from a file or is left out.
    public var issuer: IssuerProfile?

    public init(
        mrzLines: [String], portraits: [Portrait] = [], personalDetails: PersonalDetails? = nil,
        documentDetails: DocumentDetails? = nil, contactPersons: [ContactPerson] = [],
        files: [ElementaryFile: [UInt8]] = [:], omittedFiles: Set<ElementaryFile> = [],
        accessControl: IssuedDocument.AccessControl = .bac, offersPACE: Bool = false,
        pace: PACEProfile? = nil, chipAuthentication: ChipAuthenticationProfile? = nil,
        terminalAuthentication: TerminalAuthenticationProfile? = nil, attributes: CardAttributesProfile? = nil,
        activeAuthentication: ActiveAuthenticationProfile? = nil,
        readableWithoutTerminalAuthentication: Set<DataGroup> = [], issuer: IssuerProfile? = nil
    ) {
        self.mrzLines = mrzLines
        self.portraits = portraits
        self.personalDetails = personalDetails
        self.documentDetails = documentDetails
        self.contactPersons = contactPersons
        self.files = files
        self.omittedFiles = omittedFiles
        self.accessControl = accessControl
        self.offersPACE = offersPACE
        self.pace = pace
        self.chipAuthentication = chipAuthentication
        self.terminalAuthentication = terminalAuthentication
        self.attributes = attributes
        self.activeAuthentication = activeAuthentication
        self.readableWithoutTerminalAuthentication = readableWithoutTerminalAuthentication
        self.issuer = issuer
    }

    /// EF.CardAccess with one PACEInfo: ECDH, generic mapping, AES-128, brainpoolP256r1.
    public static let cardAccessOfferingPACE = SecurityInfoEncoder.cardAccess([
        SecurityInfoEncoder.pace(OID(0, 4, 0, 127, 0, 7, 2, 2, 4, 2, 2), parameterIdentifier: 13)
    ])
}

/// What EF.ATR/INFO says about a chip.
public struct CardAttributesProfile: Hashable, Sendable {
    /// The longest command and answer in bytes; nil where the chip takes no extended length.
    public var maximumCommandByteCount: Int?
    public var maximumResponseByteCount: Int?
    public var chainsCommands: Bool

    public init(
        maximumCommandByteCount: Int? = nil, maximumResponseByteCount: Int? = nil, chainsCommands: Bool = false
    ) {
        self.maximumCommandByteCount = maximumCommandByteCount
        self.maximumResponseByteCount = maximumResponseByteCount
        self.chainsCommands = chainsCommands
    }
}

/// Where a private key comes from.
public enum KeySource: Sendable {
    /// Made when the document is issued.
    case rsa(bits: Int, exponent: UInt32 = 65537)
    /// In a group of its own, which takes seconds to make.
    case dsa(bits: Int)
    case ellipticCurve(EllipticCurve)
    /// For key agreement alone.
    case diffieHellman(DHGroup)
    /// The content of a file, PKCS#8 in DER or PEM, not encrypted.
    case pkcs8([UInt8])

    package func key(path: String) throws(IssuingError) -> PrivateKey {
        do {
            return switch self {
            case .rsa(let bits, let exponent): try PrivateKey.generateRSA(bits: bits, publicExponent: exponent)
            case .dsa(let bits): try PrivateKey.generateDSA(bits: bits)
            case .ellipticCurve(let curve): try PrivateKey.generateEC(curve: curve)
            case .diffieHellman: throw IssuingError.unusableKey(path: path)
            case .pkcs8(let bytes): try PrivateKey(file: bytes)
            }
        } catch {
            throw .unusableKey(path: path)
        }
    }

    /// A key pair for key agreement.
    func agreementPair(path: String) throws(IssuingError) -> ChipAuthenticationKey.Pair {
        do {
            if case .diffieHellman(let group) = self {
                var random = SystemRandomSource()
                return .dh(try DHKeyPair(in: group, random: &random))
            }
            let key = try key(path: path)
            if case .diffieHellman = key.publicKey.kind { return .dh(try DHKeyPair(key)) }
            return .ecdh(try ECDHKeyPair(key))
        } catch {
            throw .unusableKey(path: path)
        }
    }
}

/// The chip's key for Active Authentication and how it signs.
public struct ActiveAuthenticationProfile: Sendable {
    public var key: KeySource
    public var hash: HashAlgorithm
    /// For RSA: the end of the message representative; nil takes `BC` for SHA-1 and the explicit form otherwise.
    public var trailer: ActiveAuthenticationKey.Trailer?
    /// For RSA: whether the smaller of the two roots goes out.
    public var takesSmallerRoot: Bool
    /// For ECDSA: whether signatures are DER in place of r ‖ s.
    public var isDER: Bool

    public init(
        key: KeySource, hash: HashAlgorithm = .sha256, trailer: ActiveAuthenticationKey.Trailer? = nil,
        takesSmallerRoot: Bool = false, isDER: Bool = false
    ) {
        self.key = key
        self.hash = hash
        self.trailer = trailer
        self.takesSmallerRoot = takesSmallerRoot
        self.isDER = isDER
    }
}

/// One signer: its key, its algorithm and its certificate.
public struct SignerProfile: Sendable {
    public var key: KeySource
    public var algorithm: SignatureAlgorithm
    /// Whether an elliptic curve is written out in the certificate, as Doc 9303-12 wants it.
    public var hasExplicitParameters: Bool
    public var name: DirectoryName
    public var serialNumber: [UInt8]
    public var notBefore: Timestamp
    public var notAfter: Timestamp
    public var deviations: Set<CertificateProfile.Deviation>
    /// A certificate in DER that is used as it is; nil issues one.
    public var certificate: [UInt8]?

    public init(
        key: KeySource, algorithm: SignatureAlgorithm, hasExplicitParameters: Bool = true, name: DirectoryName,
        serialNumber: [UInt8], notBefore: Timestamp, notAfter: Timestamp,
        deviations: Set<CertificateProfile.Deviation> = [], certificate: [UInt8]? = nil
    ) {
        self.key = key
        self.algorithm = algorithm
        self.hasExplicitParameters = hasExplicitParameters
        self.name = name
        self.serialNumber = serialNumber
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.deviations = deviations
        self.certificate = certificate
    }
}

/// The state's authority and its document signer.
public struct IssuerProfile: Sendable {
    public var csca: SignerProfile
    public var documentSigner: SignerProfile
    /// The types of document that the signer may sign, such as `P`.
    public var documentTypes: [String]
    public var sod: SODOptions

    public init(
        csca: SignerProfile, documentSigner: SignerProfile, documentTypes: [String] = ["P"],
        sod: SODOptions = SODOptions()
    ) {
        self.csca = csca
        self.documentSigner = documentSigner
        self.documentTypes = documentTypes
        self.sod = sod
    }
}
