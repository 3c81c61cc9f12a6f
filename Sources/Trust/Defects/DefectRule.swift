public import PKI
public import Standards

/// Which documents of a list are meant, and what is wrong with them.
///
/// Everything that is stated must hold, and what is not known of a document does not hold.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §9.
public struct DefectRule: Hashable, Sendable {
    /// The country whose documents the list speaks of, in two upper-case letters; nil for a list of all countries.
    public var country: String?
    /// The document code; a single letter stands for every code that begins with it.
    public var documentType: String?
    public var signer: Signer?
    public var issuingDates: ClosedRange<Timestamp>?
    /// Document numbers, as `DocumentIdentity.normalised` has them; nil where any number is meant.
    public var documentNumbers: Set<String>?
    public var defects: [KnownDefect]

    /// How a document signer certificate is named.
    public enum Signer: Hashable, Sendable {
        case issuerAndSerialNumber(DistinguishedName, serialNumber: [UInt8])
        case subjectKeyIdentifier([UInt8])
        /// A digest of the whole certificate.
        case certificateDigest(algorithm: OID, [UInt8])
    }

    public init(
        country: String?, documentType: String? = nil, signer: Signer? = nil,
        issuingDates: ClosedRange<Timestamp>? = nil, documentNumbers: Set<String>? = nil, defects: [KnownDefect]
    ) {
        self.country = country
        self.documentType = documentType
        self.signer = signer
        self.issuingDates = issuingDates
        self.documentNumbers = documentNumbers
        self.defects = defects
    }

    /// Whether the rule is about a document, named to the letter.
    public func holds(for document: DocumentIdentity) -> Bool {
        concerns(document) && signer?.isSigner(of: document, SignerDigests(of: document)) ?? true
    }

    /// What the rule says of a document.
    ///
    /// What counts against a document holds for its signer's certificate in every form of it: the certificate in a
    /// security object is not signed there, so that whoever holds the document can write it in another way. What
    /// excuses a document wants the certificate to the letter.
    func defects(of document: DocumentIdentity, _ digests: SignerDigests) -> [KnownDefect] {
        guard concerns(document) else { return [] }
        guard let signer, !signer.isSigner(of: document, digests) else { return defects }
        let against = defects.filter { !DefectKind($0).isExcuse }
        return !against.isEmpty && signer.isSignerInOtherForm(digests) ? against : []
    }

    /// Whether everything but the signer holds.
    private func concerns(_ document: DocumentIdentity) -> Bool {
        if let country, country != document.country { return false }
        if let documentType {
            guard let code = document.documentCode else { return false }
            guard documentType == code || documentType.count == 1 && code.hasPrefix(documentType) else { return false }
        }
        if let issuingDates {
            guard let date = document.issuingDate, issuingDates.contains(date) else { return false }
        }
        if let documentNumbers {
            guard let number = document.documentNumber,
                documentNumbers.contains(DocumentIdentity.normalised(documentNumber: number))
            else { return false }
        }
        return true
    }
}

extension DefectRule.Signer {
    /// Whether this names the signer of a document: by its certificate, or as the security object names it.
    func isSigner(of document: DocumentIdentity, _ digests: SignerDigests) -> Bool {
        switch self {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            if let signer = document.signer, SerialNumber.isSame(signer.serialNumber, serialNumber),
                signer.issuer.match(issuer) != nil
            {
                return true
            }
            guard case .issuerAndSerialNumber(let name, let number)? = document.signerIdentifier else { return false }
            return SerialNumber.isSame(number, serialNumber) && name.match(issuer) != nil
        case .subjectKeyIdentifier(let identifier):
            if let signer = document.signer, signer.keyIdentifier == identifier { return true }
            return document.signerIdentifier == .subjectKeyIdentifier(identifier)
        case .certificateDigest(let algorithm, let digest):
            return digests.values(algorithm)?.exact == digest
        }
    }

    /// Whether this is a digest of the signer's certificate as it would be in another form.
    func isSignerInOtherForm(_ digests: SignerDigests) -> Bool {
        guard case .certificateDigest(let algorithm, let digest) = self else { return false }
        return digests.values(algorithm)?.forms.contains(digest) ?? false
    }
}

extension DefectRule {
    /// The rules of a deviation list, which speaks of documents of its publisher alone.
    ///
    /// A list whose publisher is not known has none: a state must not excuse another's documents.
    ///
    /// - Parameter numbers: Whether document numbers are taken over; a store keeps them elsewhere.
    public static func rules(
        of list: DeviationList, from source: TrustDelivery.Source, numbers: Bool = true
    ) -> [DefectRule] {
        guard let country = source.country else { return [] }
        return list.deviations.map { entry in
            let documents = entry.documents
            return DefectRule(
                country: country, documentType: documents.documentType.map(normalised(type:)),
                signer: documents.documentSigner.map { Signer($0, digest: list.digestAlgorithm?.oid ?? .sha1) },
                issuingDates: documents.issuingDates,
                documentNumbers: numbers
                    ? documents.documentNumbers.map { Set($0.map(DocumentIdentity.normalised(documentNumber:))) } : nil,
                defects: entry.descriptions.map {
                    KnownDefect(type: $0.type, parameters: $0.parameters, text: $0.text, source: source)
                })
        }
    }

    /// The rules of a defect list, which speaks of documents of every country.
    ///
    /// Where the list has the hash of a certificate, what excuses documents wants it; what counts against them holds for
    /// the hash and for the name, since the one can be changed by who holds a document. A signer whose certificate is
    /// replaced is named by its name alone, since then the name in the security object is all there is.
    public static func rules(of list: DefectList, from source: TrustDelivery.Source) -> [DefectRule] {
        list.defects.flatMap { entry -> [DefectRule] in
            let defects = entry.known.map { KnownDefect(type: $0.type, parameters: $0.parameters, source: source) }
            let replacing = defects.filter { if case .signerReplaced = DefectKind($0) { true } else { false } }
            let others = defects.filter { !replacing.contains($0) }
            let name: Signer =
                switch entry.signer {
                case .issuerAndSerialNumber(let issuer, let number):
                    .issuerAndSerialNumber(issuer, serialNumber: number)
                case .subjectKeyIdentifier(let identifier): .subjectKeyIdentifier(identifier)
                }
            guard let digest = entry.certificateHash else {
                return [others, replacing].map { DefectRule(country: nil, signer: name, defects: $0) }
                    .filter { !$0.defects.isEmpty }
            }
            let hash = Signer.certificateDigest(algorithm: list.hashAlgorithm, digest)
            let against = others.filter { !DefectKind($0).isExcuse }
            return [
                DefectRule(country: nil, signer: hash, defects: others),
                DefectRule(country: nil, signer: name, defects: against + replacing),
            ].filter { !$0.defects.isEmpty }
        }
    }

    private static func normalised(type: String) -> String { type.uppercased().filter { $0 != "<" && $0 != " " } }
}

extension DefectRule.Signer {
    fileprivate init(_ signer: DeviationList.DocumentSigner, digest: OID) {
        self =
            switch signer {
            case .issuerAndSerialNumber(let issuer, let serialNumber):
                .issuerAndSerialNumber(issuer, serialNumber: serialNumber)
            case .subjectKeyIdentifier(let identifier): .subjectKeyIdentifier(identifier)
            case .certificateDigest(let value): .certificateDigest(algorithm: digest, value)
            }
    }
}
