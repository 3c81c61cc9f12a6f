public import ByteCoding
public import Standards

/// The content of a defect list: what is known to be wrong with the documents of some signers.
///
/// Decoded, and nothing verified; its signed form is a `SignedData` with this as content.
///
/// Spec: BSI TR-03129-2 (defect list).
public struct DefectList: Hashable, Sendable {
    public let version: Int
    /// How hashes of document signer certificates were made.
    public let hashAlgorithm: OID
    public let defects: [Entry]

    /// The most signers of one list, and the most defects of one signer.
    public static let limit = 65_536

    /// What is known of the documents of one signer.
    public struct Entry: Hashable, Sendable {
        public let signer: SignerInfo.Identifier
        /// The hash of the signer's certificate, by the list's `hashAlgorithm`; nil where the identifier is enough.
        public let certificateHash: [UInt8]?
        public let known: [Defect]
    }

    /// One thing that is known.
    public struct Defect: Hashable, Sendable {
        /// Which kind of defect: an identifier below 0.4.0.127.0.7.3.1.5.
        public let type: OID
        /// What the type says it is about, as one encoded data object.
        public let parameters: [UInt8]?
    }

    /// Decodes one list and nothing after it.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var file = ByteReader(Array(encoded))
        var reader = try file.open(DERTag.sequence)
        try file.end()
        version = try reader.dataObject(DERTag.integer).smallInteger("version")
        let algorithm = try reader.dataObject()
        // Tolerated: an identifier with parameters, where the module has the bare one.
        hashAlgorithm =
            algorithm.tag == DERTag.objectIdentifier
            ? try algorithm.objectIdentifier("hashAlg") : try AlgorithmIdentifier(algorithm).oid
        var defects: [Entry] = []
        for object in try reader.dataObject(DERTag.set).children(limit: Self.limit) {
            defects.append(try Self.entry(object))
        }
        self.defects = defects
        try reader.end()
    }

    private static func entry(_ object: DataObject) throws(DecodingFailure) -> Entry {
        guard object.tag == DERTag.sequence else { throw object.failure("defect") }
        var reader = object.reader
        let signer = try SignerInfo.identifier(reader.dataObject())
        let hash = try reader.dataObject(ifTag: DERTag.octetString)
        var known: [Defect] = []
        for entry in try reader.dataObject(DERTag.set).children(limit: limit) { known.append(try defect(entry)) }
        try reader.end()
        return Entry(signer: signer, certificateHash: hash.map { Array($0.value) }, known: known)
    }

    private static func defect(_ object: DataObject) throws(DecodingFailure) -> Defect {
        guard object.tag == DERTag.sequence else { throw object.failure("knownDefect") }
        var reader = object.reader
        let type = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("defectType")
        let parameters = reader.isAtEnd ? nil : try reader.dataObject()
        try reader.end()
        return Defect(type: type, parameters: parameters.map { Array($0.encoded) })
    }
}
