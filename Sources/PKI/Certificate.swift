public import ByteCoding
public import Standards

/// An X.509 certificate: decoded, and nothing verified.
///
/// Accepts what real country signing authorities issue: definite lengths in any form, serial numbers of any sign,
/// times of either type. Extensions that cannot be decoded are named in `malformedExtensions` and count as neither
/// present nor absent.
///
/// Spec: RFC 5280 §4; ICAO Doc 9303-12 §7.1.
public struct Certificate: Hashable, Sendable {
    /// The whole certificate.
    public let encoded: [UInt8]
    /// What the signature covers.
    public let tbs: [UInt8]
    /// 1 to 3, as the version is spoken of; any other number is kept.
    public let version: Int
    /// The content octets of the serial number; real ones are negative, zero or padded.
    public let serialNumber: [UInt8]
    /// The algorithm named beside the signature.
    public let signatureAlgorithm: AlgorithmIdentifier
    /// The algorithm named inside the signed part.
    public let signedAlgorithm: AlgorithmIdentifier
    public let issuer: DistinguishedName
    public let subject: DistinguishedName
    public let notBefore: Timestamp
    public let notAfter: Timestamp
    /// The encoded SubjectPublicKeyInfo.
    public let subjectPublicKeyInfo: [UInt8]
    /// The algorithm of the key.
    public let publicKeyAlgorithm: AlgorithmIdentifier
    /// The octets of the key's BIT STRING: what RFC 5280 §4.2.1.2 hashes for a key identifier.
    public let publicKeyBits: [UInt8]
    /// All extensions in stored order.
    public let extensions: [CertificateExtension]
    public let signature: [UInt8]

    public let subjectKeyIdentifier: [UInt8]?
    public let authorityKeyIdentifier: [UInt8]?
    public let keyUsage: KeyUsage?
    public let basicConstraints: BasicConstraints?
    public let privateKeyUsagePeriod: PrivateKeyUsagePeriod?
    public let documentTypeList: [String]?
    public let extendedKeyUsage: [OID]?
    /// Extensions that are there and could not be decoded, and those that are there twice.
    public let malformedExtensions: [OID]

    /// Decodes one certificate and nothing after it.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var reader = ByteReader(Array(encoded))
        try self.init(reader.dataObject())
        try reader.end()
    }

    /// Decodes a certificate that lies in a larger file.
    public init(_ object: DataObject) throws(DecodingFailure) {
        guard object.tag == DERTag.sequence else {
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: DERTag.sequence), at: object.offset)
        }
        encoded = Array(object.encoded)
        var outer = object.reader
        let signed = try outer.dataObject(DERTag.sequence)
        tbs = Array(signed.encoded)
        signatureAlgorithm = try AlgorithmIdentifier(outer.dataObject())
        signature = Array(try outer.dataObject(DERTag.bitString).wholeOctets("signature"))
        try outer.end()

        var reader = signed.reader
        if var field = try reader.dataObject(ifTag: DERTag.context(0))?.reader {
            version = try field.dataObject(DERTag.integer).smallInteger("version") + 1
        } else {
            version = 1
        }
        serialNumber = Array(try reader.dataObject(DERTag.integer).value)
        signedAlgorithm = try AlgorithmIdentifier(reader.dataObject())
        issuer = try DistinguishedName(reader.dataObject())
        var validity = try reader.open(DERTag.sequence)
        notBefore = try DERTime.timestamp(validity.dataObject(), "notBefore")
        notAfter = try DERTime.timestamp(validity.dataObject(), "notAfter")
        subject = try DistinguishedName(reader.dataObject())

        let keyInfo = try reader.dataObject(DERTag.sequence)
        subjectPublicKeyInfo = Array(keyInfo.encoded)
        var key = keyInfo.reader
        publicKeyAlgorithm = try AlgorithmIdentifier(key.dataObject())
        publicKeyBits = Array(try key.dataObject(DERTag.bitString).wholeOctets("subjectPublicKey"))

        _ = try reader.dataObject(ifTag: DERTag.primitiveContext(1))  // issuerUniqueID
        _ = try reader.dataObject(ifTag: DERTag.primitiveContext(2))  // subjectUniqueID
        if var field = try reader.dataObject(ifTag: DERTag.context(3))?.reader {
            extensions = try CertificateExtension.list(field.dataObject())
        } else {
            extensions = []
        }
        try reader.end()

        var values = ExtensionValues(extensions)
        subjectKeyIdentifier = values.decode(.subjectKeyIdentifier) { (found) throws(DecodingFailure) in
            try found.subjectKeyIdentifier()
        }
        authorityKeyIdentifier =
            values.decode(.authorityKeyIdentifier) { (found) throws(DecodingFailure) in
                try found.authorityKeyIdentifier()
            } ?? nil
        keyUsage = values.decode(.keyUsage) { (found) throws(DecodingFailure) in try found.keyUsage() }
        basicConstraints = values.decode(.basicConstraints) { (found) throws(DecodingFailure) in
            try found.basicConstraints()
        }
        privateKeyUsagePeriod = values.decode(.privateKeyUsagePeriod) { (found) throws(DecodingFailure) in
            try found.privateKeyUsagePeriod()
        }
        extendedKeyUsage = values.decode(.extendedKeyUsage) { (found) throws(DecodingFailure) in
            try found.extendedKeyUsage()
        }
        let list = values.holds(.documentTypeList) ? OID.documentTypeList : .earlyDocumentTypeList
        documentTypeList = values.decode(list) { (found) throws(DecodingFailure) in try found.documentTypeList() }
        malformedExtensions = values.malformed
    }

    /// The extension with an identifier, as it is stored.
    public subscript(oid: OID) -> CertificateExtension? {
        extensions.first { $0.oid == oid }
    }

    /// The directory names in the subject's or the issuer's alternative name; empty where there are none.
    public func alternativeNames(_ oid: OID) -> [DistinguishedName] {
        (try? self[oid]?.alternativeNames()) ?? []
    }

    /// Whether issuer and subject carry the same name; a link certificate may, so this does not say who signed.
    public var isSelfIssued: Bool { issuer.match(subject) != nil }

    /// The serial number as upper-case hexadecimal.
    public var serialNumberText: String { Hexadecimal.encode(serialNumber) }
}

/// Decodes extensions by identifier and remembers those that fail.
private struct ExtensionValues {
    private let byOID: [OID: CertificateExtension]
    private(set) var malformed: [OID] = []

    init(_ extensions: [CertificateExtension]) {
        var found: [OID: CertificateExtension] = [:]
        for entry in extensions {
            if found.updateValue(entry, forKey: entry.oid) != nil { malformed.append(entry.oid) }
        }
        byOID = found
    }

    func holds(_ oid: OID) -> Bool { byOID[oid] != nil }

    mutating func decode<Value>(
        _ oid: OID, _ decoding: (CertificateExtension) throws(DecodingFailure) -> Value
    ) -> Value? {
        guard let entry = byOID[oid], !malformed.contains(oid) else { return nil }
        do {
            return try decoding(entry)
        } catch {
            malformed.append(oid)
            return nil
        }
    }
}

extension Certificate: CustomStringConvertible {
    /// Subject, serial number and validity, for a log.
    public var description: String { "\(subject), serial number \(serialNumberText), \(notBefore) to \(notAfter)" }
}
