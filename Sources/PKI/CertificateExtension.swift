import ByteCoding
public import Standards

/// One extension of a certificate or a CRL, as it is stored.
///
/// Spec: RFC 5280 §4.2.
public struct CertificateExtension: Hashable, Sendable {
    public let oid: OID
    public let isCritical: Bool
    /// The octets inside the OCTET STRING.
    public let value: [UInt8]

    /// Reads a SEQUENCE OF extensions, at most 128.
    static func list(_ object: DataObject) throws(DecodingFailure) -> [CertificateExtension] {
        guard object.tag == DERTag.sequence else { throw object.failure("extensions") }
        var list: [CertificateExtension] = []
        for entry in try object.children(limit: 128) {
            guard entry.tag == DERTag.sequence else { throw entry.failure("extensions") }
            var reader = entry.reader
            let oid = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("extensions")
            let isCritical = try reader.dataObject(ifTag: DERTag.boolean)?.boolean("critical") ?? false
            let value = try reader.dataObject(DERTag.octetString).value
            try reader.end()
            list.append(CertificateExtension(oid: oid, isCritical: isCritical, value: Array(value)))
        }
        return list
    }
}

/// What a key may be used for.
///
/// Spec: RFC 5280 §4.2.1.3; the bits in the order of the specification.
public struct KeyUsage: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    public static let contentCommitment = KeyUsage(rawValue: 1 << 1)
    public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    public static let crlSign = KeyUsage(rawValue: 1 << 6)
    public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

/// Whether a certificate may issue others.
///
/// Spec: RFC 5280 §4.2.1.9.
public struct BasicConstraints: Hashable, Sendable {
    public let isAuthority: Bool
    public let pathLength: Int?
}

/// When the private key is used, which is shorter than the certificate is valid.
///
/// Spec: ICAO Doc 9303-12 §7.1.1; RFC 3280 §4.2.1.4.
public struct PrivateKeyUsagePeriod: Hashable, Sendable {
    public let notBefore: Timestamp?
    public let notAfter: Timestamp?
}
