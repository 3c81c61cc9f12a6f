public import ByteCoding
public import Standards

/// A certificate revocation list: decoded, and nothing verified.
///
/// Spec: RFC 5280 §5; ICAO Doc 9303-12 §7.1.4.
public struct CertificateRevocationList: Hashable, Sendable {
    public let encoded: [UInt8]
    /// What the signature covers.
    public let tbs: [UInt8]
    public let signatureAlgorithm: AlgorithmIdentifier
    public let issuer: DistinguishedName
    public let thisUpdate: Timestamp
    public let nextUpdate: Timestamp?
    /// When each serial number was revoked, by its content octets without leading zeros; the earliest date where it is
    /// named more than once.
    public let revoked: [[UInt8]: Timestamp]
    public let extensions: [CertificateExtension]
    public let authorityKeyIdentifier: [UInt8]?
    public let signature: [UInt8]
    /// Whether an entry carries extensions, which Doc 9303-12 does not allow.
    public let hasEntryExtensions: Bool

    /// Decodes one list and nothing after it; at most 1,000,000 entries.
    public init(encoded bytes: some Collection<UInt8>) throws(DecodingFailure) {
        encoded = Array(bytes)
        var file = ByteReader(encoded)
        var outer = try file.open(DERTag.sequence)
        try file.end()
        let signed = try outer.dataObject(DERTag.sequence)
        tbs = Array(signed.encoded)
        signatureAlgorithm = try AlgorithmIdentifier(outer.dataObject())
        signature = Array(try outer.dataObject(DERTag.bitString).wholeOctets("signature"))
        try outer.end()

        var reader = signed.reader
        _ = try reader.dataObject(ifTag: DERTag.integer)  // version
        _ = try AlgorithmIdentifier(reader.dataObject())
        issuer = try DistinguishedName(reader.dataObject())
        thisUpdate = try DERTime.timestamp(reader.dataObject(), "thisUpdate")
        switch reader.next.map(Int.init) {
        case DERTag.utcTime, DERTag.generalizedTime:
            nextUpdate = try DERTime.timestamp(reader.dataObject(), "nextUpdate")
        default: nextUpdate = nil
        }
        (revoked, hasEntryExtensions) = try Self.entries(reader.dataObject(ifTag: DERTag.sequence))
        if var field = try reader.dataObject(ifTag: DERTag.context(0))?.reader {
            extensions = try CertificateExtension.list(field.dataObject())
        } else {
            extensions = []
        }
        try reader.end()
        authorityKeyIdentifier = try extensions.first { $0.oid == .authorityKeyIdentifier }?.authorityKeyIdentifier()
    }

    /// When a certificate with this serial number was revoked; nil where it was not.
    public func revocation(of serialNumber: [UInt8]) -> Timestamp? {
        revoked[SerialNumber.significant(serialNumber)]
    }

    private static func entries(_ list: DataObject?) throws(DecodingFailure) -> ([[UInt8]: Timestamp], Bool) {
        guard let list else { return ([:], false) }
        var revoked: [[UInt8]: Timestamp] = [:]
        var hasExtensions = false
        var reader = list.reader
        while !reader.isAtEnd {
            guard revoked.count < 1_000_000 else {
                throw DecodingFailure(.tooComplex(limit: 1_000_000), at: reader.offset)
            }
            var entry = try reader.open(DERTag.sequence)
            let serialNumber = try entry.dataObject(DERTag.integer).value
            let date = try DERTime.timestamp(entry.dataObject(), "revocationDate")
            let key = SerialNumber.significant(serialNumber)
            // Nothing that was revoked once becomes good again by a second entry.
            revoked[key] = revoked[key].map { min($0, date) } ?? date
            hasExtensions = hasExtensions || !entry.isAtEnd
        }
        return (revoked, hasExtensions)
    }
}
