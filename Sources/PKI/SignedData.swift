public import ByteCoding
public import Standards

/// Signed data of CMS: decoded, and nothing verified.
///
/// Spec: RFC 5652 §5.1.
public struct SignedData: Hashable, Sendable {
    public let version: Int
    public let digestAlgorithms: [AlgorithmIdentifier]
    /// The type of the content.
    public let eContentType: OID
    /// The content octets; nil where the signature is detached.
    public let eContent: [UInt8]?
    /// The certificates that could be decoded, in stored order.
    public let certificates: [Certificate]
    /// Certificates that could not be decoded, and why.
    public let malformedCertificates: [DecodingFailure]
    /// The encoded revocation lists, in stored order.
    public let crls: [[UInt8]]
    public let signerInfos: [SignerInfo]
    /// Whether the file used indefinite lengths and was brought to definite ones before decoding.
    public let wasNormalised: Bool

    /// Decodes a ContentInfo of type signed data.
    ///
    /// Tolerated: indefinite lengths and constructed strings, which Doc 9303-10 §4.6.2 (DER) forbids and New Zealand
    /// uses. Offsets of failures then count in the normalised form.
    public init(contentInfo: some Collection<UInt8>) throws(DecodingFailure) {
        let stored = Array(contentInfo)
        do {
            try self.init(stored, wasNormalised: false)
        } catch {
            guard error.reason == .indefiniteLength else { throw error }
            try self.init(BERNormaliser.normalise(stored), wasNormalised: true)
        }
    }

    private init(_ bytes: [UInt8], wasNormalised: Bool) throws(DecodingFailure) {
        self.wasNormalised = wasNormalised
        var file = ByteReader(bytes)
        var info = try file.open(DERTag.sequence)
        try file.end()
        let type = try info.dataObject(DERTag.objectIdentifier)
        guard try type.objectIdentifier("contentType") == .signedData else { throw type.failure("contentType") }
        var explicit = try info.open(DERTag.context(0))
        try info.end()
        var reader = try explicit.open(DERTag.sequence)
        try explicit.end()

        version = try reader.dataObject(DERTag.integer).smallInteger("version")
        var digestAlgorithms: [AlgorithmIdentifier] = []
        for algorithm in try reader.dataObject(DERTag.set).children(limit: 64) {
            digestAlgorithms.append(try AlgorithmIdentifier(algorithm))
        }
        self.digestAlgorithms = digestAlgorithms
        (eContentType, eContent) = try Self.content(reader.open(DERTag.sequence))
        (certificates, malformedCertificates) = try Self.certificates(reader.dataObject(ifTag: DERTag.context(0)))
        let lists = try reader.dataObject(ifTag: DERTag.context(1))?.children(limit: 1024) ?? []
        crls = lists.map { Array($0.encoded) }
        var signerInfos: [SignerInfo] = []
        for info in try reader.dataObject(DERTag.set).children(limit: 64) { signerInfos.append(try SignerInfo(info)) }
        self.signerInfos = signerInfos
        try reader.end()
    }

    private static func content(_ reader: ByteReader) throws(DecodingFailure) -> (OID, [UInt8]?) {
        var reader = reader
        let type = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("eContentType")
        guard var explicit = try reader.dataObject(ifTag: DERTag.context(0))?.reader else {
            try reader.end()
            return (type, nil)
        }
        let octets = try explicit.dataObject()
        guard octets.tag == DERTag.octetString || octets.tag == DERTag.constructedOctetString else {
            throw DecodingFailure(.unexpectedTag(found: octets.tag, expected: DERTag.octetString), at: octets.offset)
        }
        try explicit.end()
        try reader.end()
        return (type, try octets.octets("eContent"))
    }

    private static func certificates(_ set: DataObject?) throws(DecodingFailure) -> ([Certificate], [DecodingFailure]) {
        var certificates: [Certificate] = []
        var malformed: [DecodingFailure] = []
        for entry in try set?.children(limit: 1024) ?? [] {
            do {
                certificates.append(try Certificate(entry))
            } catch {
                malformed.append(error)
            }
        }
        return (certificates, malformed)
    }
}
