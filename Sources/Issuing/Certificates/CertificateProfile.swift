import ByteCoding
public import Standards

/// What a certificate of the eMRTD PKI is to say.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.
public struct CertificateProfile: Hashable, Sendable {
    public var role: Role
    /// Big endian, at most 20 octets.
    public var serialNumber: [UInt8]
    public var subject: DirectoryName
    public var notBefore: Timestamp
    public var notAfter: Timestamp
    /// The time in which the private key signs; nil leaves the extension out.
    public var privateKeyUsage: ClosedRange<Timestamp>?
    /// The issuing state as in the MRZ, for the alternative names.
    public var stateCode: String
    /// Where the state can be asked, for the alternative names.
    public var contact: String
    /// Where the revocation list lies.
    public var revocationListLocation: String
    /// The key that the certificate names as its issuer's; nil names the one that signs it.
    public var authorityKeyIdentifier: [UInt8]?
    /// The name the certificate gives its own key, in whatever length; nil takes SHA-1 over the key.
    public var subjectKeyIdentifier: [UInt8]?
    /// How many authorities may stand below an authority; nil leaves that open.
    public var pathLength: Int? = 0
    /// Whether an authority says that it took a new name, as the self-signed and the link certificate of such a one do.
    public var hasNameChange = false
    /// Extensions beyond those of the profile, in the order in which they are written.
    public var otherExtensions: [Extension] = []
    /// What is to be wrong with the certificate.
    public var deviations: Set<Deviation>

    /// The place of a certificate in the hierarchy.
    public enum Role: Hashable, Sendable {
        /// A self-signed country signing certificate.
        case csca
        /// A country signing certificate of a new key, signed by the old one.
        case link(hasNewName: Bool)
        /// A document signer for the given document types, such as `P` and `ID`.
        case documentSigner(documentTypes: [String])
        /// A signer of the objects of LDS2, whose subject is a country and a name of at most nine characters.
        case recordSigner(RecordSigner)
        /// A signer of lists.
        case listSigner(ListKind)
        /// A signer of visible digital seals, whose subject is a country and a name of two characters; the types of
        /// documents may be empty.
        case sealSigner(SealKind, documentTypes: [String])
    }

    /// What a signer of seals signs.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; ICAO Technical Report VDS-NC.
    public enum SealKind: String, CaseIterable, Hashable, Sendable {
        /// Seals of bytes.
        case constrained
        /// Seals in JSON.
        case nonConstrained

        /// The purpose of the keys.
        var keyPurpose: OID {
            switch self {
            case .constrained: .barcodeSigningKey
            case .nonConstrained: .nonConstrainedSealSigningKey
            }
        }
    }

    /// What a signer of LDS2 signs.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.1.4 and §7.1.1.
    public enum RecordSigner: UInt8, CaseIterable, Hashable, Sendable {
        case travelRecords = 1
        case visas, biometrics
    }

    /// What a signer of lists signs.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.1.3 and §4.1.5; BSI TR-03129-2 for the defect list.
    public enum ListKind: String, CaseIterable, Hashable, Sendable {
        case masterList = "master-list"
        case deviationList = "deviation-list"
        case defectList = "defect-list"
    }

    /// An extension as it is to be written.
    public struct Extension: Hashable, Sendable {
        public var identifier: OID
        public var isCritical: Bool
        /// The value in DER, without the OCTET STRING around it.
        public var value: [UInt8]

        public init(_ identifier: OID, isCritical: Bool = false, value: [UInt8]) {
            self.identifier = identifier
            self.isCritical = isCritical
            self.value = value
        }
    }

    public init(
        role: Role, serialNumber: [UInt8], subject: DirectoryName, notBefore: Timestamp, notAfter: Timestamp,
        privateKeyUsage: ClosedRange<Timestamp>? = nil, stateCode: String, contact: String = "specimen@example.invalid",
        revocationListLocation: String = "http://crl.example.invalid/UTO.crl", deviations: Set<Deviation> = []
    ) {
        self.role = role
        self.serialNumber = serialNumber
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.privateKeyUsage = privateKeyUsage
        self.stateCode = stateCode
        self.contact = contact
        self.revocationListLocation = revocationListLocation
        self.deviations = deviations
    }

    var isAuthority: Bool {
        switch role {
        case .csca, .link: true
        case .documentSigner, .recordSigner, .listSigner, .sealSigner: false
        }
    }
}

extension CertificateProfile.ListKind {
    /// The type of the content of such a list.
    public var contentType: OID {
        switch self {
        case .masterList: .cscaMasterList
        case .deviationList: .deviationList
        case .defectList: DefectListContents.identifier
        }
    }

    /// The purpose of the keys that sign such lists.
    public var keyPurpose: OID {
        switch self {
        case .masterList: .cscaMasterListSigningKey
        case .deviationList: .deviationListSigningKey
        case .defectList: OID(0, 4, 0, 127, 0, 7, 3, 11, 2, 1, 2)
        }
    }
}

extension CertificateProfile {
    /// Whether the key of a certificate writes out the numbers of its curve.
    package static func hasExplicitParameters(_ certificate: [UInt8]) -> Bool {
        var key = ByteReader(CertificateFields(certificate).subjectPublicKeyInfo)
        guard let parts = try? key.dataObject(0x30).children(), let algorithm = parts.first else { return false }
        return (try? algorithm.children())?.last?.tag == 0x30
    }
}
