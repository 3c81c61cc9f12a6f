public import ByteCoding
public import Standards

/// A card verifiable certificate (DO'7F21'), as stored and not verified.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.2; BSI TR-03110-3 C.1.
public struct CVCertificate: Hashable, Sendable {
    /// The certificate as it is stored, tag 7F21 included.
    public let encoded: [UInt8]
    /// What the signature covers: DO'7F4E' as it is stored.
    public let body: [UInt8]
    /// DO'7F4E' and DO'5F37', as a chip is given them with PSO: VERIFY CERTIFICATE.
    public let contents: [UInt8]
    /// Whose key has signed: the CAR.
    public let authorityReference: CertificateReference
    /// Whose key this is: the CHR.
    public let holderReference: CertificateReference
    public let publicKey: CVPublicKey
    public let authorization: CertificateHolderAuthorization
    public let effectiveDate: CVDate
    /// The last day of its validity.
    public let expirationDate: CVDate
    /// DO'65' entries in stored order.
    public let extensions: [CVCertificateExtension]
    public let signature: [UInt8]

    /// Decodes one certificate, and nothing may follow it.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = ByteReader(Array(encoded))
        self = try CVCertificate(reader.dataObject(CVTag.certificate))
        try reader.end()
    }

    init(_ object: DataObject) throws(DecodingFailure) {
        guard object.encoded.count <= Self.maximumByteCount else {
            throw DecodingFailure(.tooComplex(limit: Self.maximumByteCount), at: object.offset)
        }
        let parts = try CVCertificateParts(object)
        guard let authority = parts.authorityReference else {
            throw DecodingFailure(.missing("certification authority reference"), at: object.offset)
        }
        guard let authorization = parts.authorization else {
            throw DecodingFailure(.missing("certificate holder authorization"), at: object.offset)
        }
        guard let effectiveDate = parts.effectiveDate, let expirationDate = parts.expirationDate else {
            throw DecodingFailure(.missing("validity"), at: object.offset)
        }
        self.encoded = Array(object.encoded)
        body = parts.body
        contents = Array(object.value)
        authorityReference = authority
        holderReference = parts.holderReference
        publicKey = parts.publicKey
        self.authorization = authorization
        self.effectiveDate = effectiveDate
        self.expirationDate = expirationDate
        extensions = parts.extensions
        signature = parts.signature
    }

    /// The longest certificate that is taken; RSA keys of 4096 bits make about 1.2 kB.
    public static let maximumByteCount = 16_384

    /// Whether the key signed its own certificate, by name: a root, as certification authorities hand it out.
    public var isSelfIssued: Bool { authorityReference == holderReference }

    /// Decodes every certificate of a file: one after another in binary, or PEM blocks labelled `CERTIFICATE` or
    /// `CV CERTIFICATE`.
    ///
    /// - Throws: `DecodingFailure` for the first that is none, and for a file without any.
    public static func list(encoded file: [UInt8]) throws(DecodingFailure) -> [CVCertificate] {
        var blocks = [file]
        if file.first != 0x7F {
            blocks = []
            for label in ["CV CERTIFICATE", "CERTIFICATE"] {
                blocks += try CertificateFile.blocks(in: file, label: label)
            }
        }
        var certificates: [CVCertificate] = []
        for block in blocks {
            var reader = ByteReader(block)
            for object in try reader.dataObjects(limit: CertificateFile.limit) {
                guard object.tag == CVTag.certificate else {
                    throw DecodingFailure(
                        .unexpectedTag(found: object.tag, expected: CVTag.certificate), at: object.offset)
                }
                certificates.append(try CVCertificate(object))
            }
        }
        guard !certificates.isEmpty else { throw DecodingFailure(.missing("certificate"), at: 0) }
        return certificates
    }
}

/// One extension of a card verifiable certificate: an identifier and data that it gives meaning to.
///
/// Spec: BSI TR-03110-3 C.3.
public struct CVCertificateExtension: Hashable, Sendable {
    public let identifier: OID
    /// The data objects behind the identifier, as they are stored.
    public let contents: [UInt8]

    init(_ object: DataObject) throws(DecodingFailure) {
        guard object.tag == 0x73 else {
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: 0x73), at: object.offset)
        }
        var reader = object.reader
        identifier = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("extension")
        contents = Array(reader.takeRest())
    }
}
