import ByteCoding
public import Cryptography
public import Standards

/// What a deviation list says about documents that do not follow Doc 9303.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) Appendix on deviations; `DeviationList`, a module with implicit tags.
public struct DeviationListContents: Hashable, Sendable {
    /// The digest by which document signers are named, where they are named by a digest.
    public var digest: HashAlgorithm?
    public var deviations: [Deviation]

    public init(digest: HashAlgorithm? = nil, deviations: [Deviation]) {
        self.digest = digest
        self.deviations = deviations
    }

    /// What is wrong with some documents.
    public struct Deviation: Hashable, Sendable {
        public var documents: Documents
        public var descriptions: [Description]

        public init(documents: Documents, descriptions: [Description]) {
            self.documents = documents
            self.descriptions = descriptions
        }
    }

    /// Which documents are meant: those to which all that is given applies.
    public struct Documents: Hashable, Sendable {
        /// As in the MRZ.
        public var documentType: String?
        public var signer: Signer?
        public var issued: ClosedRange<Timestamp>?
        /// The numbers; empty leaves them out.
        public var documentNumbers: [String]

        public init(
            documentType: String? = nil, signer: Signer? = nil, issued: ClosedRange<Timestamp>? = nil,
            documentNumbers: [String] = []
        ) {
            self.documentType = documentType
            self.signer = signer
            self.issued = issued
            self.documentNumbers = documentNumbers
        }
    }

    /// A document signer.
    public enum Signer: Hashable, Sendable {
        /// The name of the issuer in DER and the serial number, big endian.
        case issuerAndSerialNumber(issuer: [UInt8], serialNumber: [UInt8])
        case subjectKeyIdentifier([UInt8])
        /// The digest of the certificate.
        case digest([UInt8])
    }

    /// What is wrong.
    public struct Description: Hashable, Sendable {
        public var text: String?
        public var identifier: OID
        public var parameter: Parameter?
        /// What a state adds for itself, one value in DER.
        public var nationalUse: [UInt8]?

        public init(_ identifier: OID, text: String? = nil, parameter: Parameter? = nil, nationalUse: [UInt8]? = nil) {
            self.identifier = identifier
            self.text = text
            self.parameter = parameter
            self.nationalUse = nationalUse
        }
    }

    /// Where it is wrong.
    public enum Parameter: Hashable, Sendable {
        /// A field of a certificate, a data group (20 is EF.SOD, 21 EF.COM), or a field of the MRZ.
        case number(Int)
        /// An extension of a certificate.
        case identifier(OID)
    }
}

extension DeviationListContents.Signer {
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
    /// Signs a deviation list.
    ///
    /// - Returns: The ContentInfo of CMS around a DeviationList, in DER.
    public func deviationList(
        _ contents: DeviationListContents, options: ListOptions
    ) throws(IssuingError) -> [UInt8] {
        var parts = [options.version]
        if let digest = contents.digest { parts.append(digest.identifier()) }
        parts.append(options.entries(contents.deviations.map(\.encoded)))
        return try sign(DER.sequence(of: parts), as: .deviationList, options)
    }
}

extension DeviationListContents.Deviation {
    fileprivate var encoded: [UInt8] {
        DER.sequence(documents.encoded, DER.setOf(descriptions.map(\.encoded)))
    }
}

extension DeviationListContents.Documents {
    fileprivate var encoded: [UInt8] {
        var parts: [[UInt8]] = []
        if let documentType { parts.append(DER.implicit(0, Array(documentType.utf8))) }
        if let signer { parts.append(signer.encoded) }
        if let issued {
            parts.append(
                DER.implicit(
                    4, containing: [DER.generalizedTime(issued.lowerBound), DER.generalizedTime(issued.upperBound)]))
        }
        if !documentNumbers.isEmpty { parts.append(DER.setOf(documentNumbers.map(DER.printable), tag: 0xA5)) }
        return DER.sequence(of: parts)
    }
}

extension DeviationListContents.Signer {
    fileprivate var encoded: [UInt8] {
        switch self {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            DER.implicit(1, containing: [issuer, DataObjectWriter.encode(0x02, serialNumber)])
        case .subjectKeyIdentifier(let identifier): DER.implicit(2, identifier)
        case .digest(let digest): DER.implicit(3, digest)
        }
    }
}

extension DeviationListContents.Description {
    fileprivate var encoded: [UInt8] {
        var parts: [[UInt8]] = []
        if let text { parts.append(DER.printable(text)) }
        parts.append(DER.oid(identifier))
        // A value of any type keeps its own tag, also in a module with implicit tags (X.680 §31.2.7).
        switch parameter {
        case .number(let number): parts.append(DER.explicit(0, DER.integer(max(0, number))))
        case .identifier(let identifier): parts.append(DER.explicit(0, DER.oid(identifier)))
        case nil: break
        }
        if let nationalUse { parts.append(DER.explicit(1, nationalUse)) }
        return DER.sequence(of: parts)
    }
}
