import ByteCoding
public import Cryptography
public import Standards

/// What a defect list of the BSI says about the documents of some signers.
///
/// The types are those of the module of the specification: `DefectList` is a version, the identifier of a hash function
/// and a SET OF `Defect`; that is a SignerIdentifier of CMS, perhaps the hash of the certificate, and a SET OF
/// `KnownDefect`, an identifier with a parameter that depends on it. That the parameters of the defects without a type
/// known here (validity, protocols, EF.SOD) are ENUMERATED, as the status of a revocation is, is assumed.
///
/// Spec: BSI TR-03129-2 (defect lists).
public struct DefectListContents: Hashable, Sendable {
    /// The hash function of the hashes of certificates.
    public var digest: HashAlgorithm
    public var defects: [Defect]

    public init(digest: HashAlgorithm = .sha256, defects: [Defect]) {
        self.digest = digest
        self.defects = defects
    }

    /// What is known of the documents of one signer.
    public struct Defect: Hashable, Sendable {
        public var signer: Signer
        /// The hash of the signer's certificate, where the other name leaves doubt.
        public var certificateHash: [UInt8]?
        public var known: [KnownDefect]

        public init(signer: Signer, certificateHash: [UInt8]? = nil, known: [KnownDefect]) {
            self.signer = signer
            self.certificateHash = certificateHash
            self.known = known
        }
    }

    /// A document signer, in the two ways of CMS.
    public enum Signer: Hashable, Sendable {
        /// The name of the issuer in DER and the serial number, big endian.
        case issuerAndSerialNumber(issuer: [UInt8], serialNumber: [UInt8])
        case subjectKeyIdentifier([UInt8])
    }

    /// One thing that is known.
    public struct KnownDefect: Hashable, Sendable {
        public var identifier: OID
        /// One value in DER.
        public var parameters: [UInt8]?

        public init(_ identifier: OID, parameters: [UInt8]? = nil) {
            self.identifier = identifier
            self.parameters = parameters
        }
    }

    /// The type of the content, under which the defects have their identifiers.
    public static let identifier = OID(0, 4, 0, 127, 0, 7, 3, 1, 5)
}

extension DefectListContents.KnownDefect {
    /// The signer is revoked: 0 says nothing more, 1 on hold, 2 a test, 3 by the issuer, 4 by the signer of the list.
    public static func revoked(status: UInt8) -> Self { Self(arc(1, 1), parameters: DER.enumerated(status)) }

    /// Another certificate of the signer is to be used, which cannot be decoded or names the wrong signer otherwise.
    public static func replaced(by certificate: [UInt8]) -> Self { Self(arc(1, 2), parameters: certificate) }

    /// The keys of Chip Authentication are known to others.
    public static let chipAuthenticationKeyRevoked = Self(arc(1, 3))
    /// The keys of Active Authentication are known to others.
    public static let activeAuthenticationKeyRevoked = Self(arc(1, 4))

    /// A protocol is known to fail.
    public static func protocolFailure(_ number: UInt8) -> Self { Self(arc(1, 5), parameters: DER.enumerated(number)) }

    /// The validity of the CSCA (0), of the signer (1) or of both (2) is wrong.
    public static func wrongValidity(_ number: UInt8) -> Self { Self(arc(1, 6), parameters: DER.enumerated(number)) }

    /// Data groups cannot be decoded, by number.
    public static func malformedDataGroups(_ numbers: [Int]) -> Self {
        Self(arc(2, 1), parameters: DER.setOf(numbers.map { DER.integer(max(0, $0)) }))
    }

    /// EF.SOD is wrong in its signature (1), hashes (2), encoding (3) or hashes of data groups (4).
    public static func invalidSOD(_ number: UInt8) -> Self { Self(arc(2, 2), parameters: DER.enumerated(number)) }

    /// EF.COM and EF.SOD do not list the same.
    public static let comDiscrepancy = Self(arc(2, 3))
    /// The chip denies to be opened twice without its power going away between.
    public static let powerDownRequired = Self(arc(4, 3))

    private static func arc(_ kind: UInt8, _ number: UInt8) -> OID {
        DefectListContents.identifier.appending(kind).appending(number)
    }
}

extension DefectListContents.Signer {
    /// The signer of a certificate in DER, by issuer and serial number.
    public static func named(by certificate: [UInt8]) -> Self {
        let fields = CertificateFields(certificate)
        return .issuerAndSerialNumber(issuer: fields.issuer, serialNumber: fields.serialNumberValue)
    }

    /// The signer of a certificate in DER, by the identifier of its key.
    public static func keyIdentifier(of certificate: [UInt8]) -> Self {
        .subjectKeyIdentifier(CertificateFields(certificate).subjectKeyIdentifier)
    }
}

extension ListSigner {
    /// Signs a defect list.
    ///
    /// - Returns: The ContentInfo of CMS around a DefectList, in DER.
    public func defectList(_ contents: DefectListContents, options: ListOptions) throws(IssuingError) -> [UInt8] {
        let defects = options.entries(contents.defects.map(\.encoded))
        return try sign(
            DER.sequence(options.version, DER.oid(contents.digest.oid), defects), as: .defectList, options)
    }
}

extension DefectListContents.Defect {
    fileprivate var encoded: [UInt8] {
        var parts: [[UInt8]]
        switch signer {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            parts = [DER.sequence(issuer, DataObjectWriter.encode(0x02, serialNumber))]
        case .subjectKeyIdentifier(let identifier): parts = [DER.implicit(0, identifier)]
        }
        if let certificateHash { parts.append(DER.octetString(certificateHash)) }
        let known = known.map { DER.sequence(of: [DER.oid($0.identifier)] + ($0.parameters.map { [$0] } ?? [])) }
        return DER.sequence(of: parts + [DER.setOf(known)])
    }
}
