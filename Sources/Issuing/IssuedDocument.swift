public import Cryptography
public import LDS
public import MRZ

/// A personalised chip: its files, its secrets, and the authorities that stand behind it.
public struct IssuedDocument: Sendable {
    /// The lines of the machine readable zone, as printed on the page.
    public var mrzLines: [String]
    /// The whole bytes of each file that the chip has.
    public var files: [ElementaryFile: [UInt8]]
    /// What opens the chip under Basic Access Control.
    public var keyInformation: MRZKeyInformation
    public var accessControl: AccessControl
    /// The private key for Active Authentication; nil where the chip has none.
    public var activeAuthentication: ActiveAuthenticationKey?
    /// The passwords of PACE; nil where the chip does not speak it. What it offers is in its EF.CardAccess.
    public var pace: PACEPasswords?
    /// The private keys for Chip Authentication and for the Chip Authentication Mapping of PACE.
    public var chipAuthentication: [ChipAuthenticationKey] = []
    /// Whom the chip lets read its protected groups; nil where it knows no Terminal Authentication.
    public var terminalAuthentication: TerminalAuthenticationTrust?
    /// The records of the LDS2 applications, the oldest first; an application is there where one of its files is.
    public var records: [RecordFile: [[UInt8]]] = [:]
    /// Groups that a real chip gives out after terminal authentication alone, but this one without.
    public var readableWithoutTerminalAuthentication: Set<DataGroup>
    /// The country signing certificates that a verifier has to know, in DER.
    public var cscaCertificates: [[UInt8]]
    /// Who signed; nil where EF.SOD came from a file.
    public var authorities: IssuingAuthorities?

    /// How the files are protected.
    public enum AccessControl: String, CaseIterable, Hashable, Sendable, Codable {
        /// Basic Access Control, and PACE where there are passwords for it.
        case bac
        /// PACE and nothing else.
        case pace
        /// Files can be read as they are.
        case open
    }

    public init(
        mrzLines: [String], files: [ElementaryFile: [UInt8]], keyInformation: MRZKeyInformation,
        accessControl: AccessControl = .bac, activeAuthentication: ActiveAuthenticationKey? = nil,
        readableWithoutTerminalAuthentication: Set<DataGroup> = [], cscaCertificates: [[UInt8]] = [],
        authorities: IssuingAuthorities? = nil
    ) {
        self.mrzLines = mrzLines
        self.files = files
        self.keyInformation = keyInformation
        self.accessControl = accessControl
        self.activeAuthentication = activeAuthentication
        self.readableWithoutTerminalAuthentication = readableWithoutTerminalAuthentication
        self.cscaCertificates = cscaCertificates
        self.authorities = authorities
    }

    /// The data groups that the chip has.
    public var dataGroups: [DataGroup: [UInt8]] {
        var groups: [DataGroup: [UInt8]] = [:]
        for (file, bytes) in files {
            if let group = file.dataGroup { groups[group] = bytes }
        }
        return groups
    }

    /// Writes EF.COM and EF.SOD anew over the data groups as they are now.
    ///
    /// Without authorities, and so without a key to sign with, only EF.COM changes.
    public mutating func reissue(options: SODOptions? = nil) throws(IssuingError) {
        let groups = dataGroups
        let options = options ?? authorities?.sodOptions ?? SODOptions()
        // A V1 object repeats the versions of EF.COM (Doc 9303-10 §4.6.2.2).
        let versions = options.versions ?? SODOptions.Versions(lds: "0107")
        files[.com] = FileEncoder.com(
            groups: groups.keys.sorted(), ldsVersion: versions.lds, unicodeVersion: versions.unicode)
        guard let authorities else { return }
        files[.sod] = try authorities.documentSigner.issue(groups, options: options)
    }
}

/// A chip's private key for Active Authentication and how it signs.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.
public struct ActiveAuthenticationKey: Sendable {
    public var key: PrivateKey
    public var scheme: Scheme

    /// How the challenge is signed.
    public enum Scheme: Hashable, Sendable {
        /// ISO/IEC 9796-2 scheme 1 with message recovery.
        case rsa(hash: HashAlgorithm, trailer: Trailer, takesSmallerRoot: Bool)
        case ecdsa(HashAlgorithm, encoding: SignatureAlgorithm.ECDSAEncoding)
    }

    /// The end of an ISO/IEC 9796-2 message representative.
    public enum Trailer: String, CaseIterable, Hashable, Sendable {
        /// `BC`: the hash is implied.
        case implicit
        /// A byte for the hash, then `CC`.
        case explicit
    }

    public init(key: PrivateKey, scheme: Scheme) {
        self.key = key
        self.scheme = scheme
    }
}

/// The authorities behind a document, with the private keys of their certificates.
///
/// They exist for specimens and tests; a state's real keys never leave its own hardware.
public struct IssuingAuthorities: Sendable {
    public var csca: CertificateIssuer
    public var documentSigner: SODIssuer
    public var sodOptions: SODOptions
    /// What the document signer certificate says, so that a variant of it can be issued.
    public var documentSignerProfile: CertificateProfile
    /// Who signs the objects of the LDS2 applications.
    public var recordSigners: [CertificateProfile.RecordSigner: RecordIssuer] = [:]

    public init(
        csca: CertificateIssuer, documentSigner: SODIssuer, sodOptions: SODOptions,
        documentSignerProfile: CertificateProfile
    ) {
        self.csca = csca
        self.documentSigner = documentSigner
        self.sodOptions = sodOptions
        self.documentSignerProfile = documentSignerProfile
    }
}
