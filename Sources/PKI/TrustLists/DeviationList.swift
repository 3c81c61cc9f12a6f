public import ByteCoding
public import Standards

/// The content of a deviation list: how documents of one issuer depart from the specification.
///
/// Decoded, and nothing verified; its signed form is a `SignedData` with this as content.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) Appendix; Doc 9303-12 §9, whose ASN.1 module has implicit tags.
public struct DeviationList: Hashable, Sendable {
    public let version: Int
    /// How digests of document signer certificates were made, where documents are named by them.
    public let digestAlgorithm: AlgorithmIdentifier?
    public let deviations: [Entry]

    /// The most deviations of one list, and the most descriptions of one deviation.
    public static let limit = 65_536
    /// The most document numbers of one deviation.
    public static let numberLimit = 4_000_000

    /// What is wrong with which documents.
    public struct Entry: Hashable, Sendable {
        public let documents: Documents
        public let descriptions: [Description]
    }

    /// Which documents are meant: those for which everything that is stated holds.
    public struct Documents: Hashable, Sendable {
        /// The document code as printed: `P`, `ID`.
        public let documentType: String?
        public let documentSigner: DocumentSigner?
        public let issuingDates: ClosedRange<Timestamp>?
        /// Document numbers as printed; nil where any number is meant.
        public let documentNumbers: Set<String>?
    }

    /// How a document signer certificate is named.
    public enum DocumentSigner: Hashable, Sendable {
        case issuerAndSerialNumber(DistinguishedName, serialNumber: [UInt8])
        case subjectKeyIdentifier([UInt8])
        /// A digest of the certificate, made by the list's `digestAlgorithm`.
        case certificateDigest([UInt8])
    }

    /// One thing that is wrong.
    public struct Description: Hashable, Sendable {
        public let text: String?
        /// Which kind of deviation: an identifier below 2.23.136.1.1.7.
        public let type: OID
        /// What the type says it is about, as one encoded data object: a number of a data group, a field.
        public let parameters: [UInt8]?
        /// Whether the issuer adds something for its own use.
        public let hasNationalUse: Bool
    }

    /// Decodes one list and nothing after it.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var file = ByteReader(Array(encoded))
        var reader = try file.open(DERTag.sequence)
        try file.end()
        version = try reader.dataObject(DERTag.integer).smallInteger("version")
        digestAlgorithm = try reader.dataObject(ifTag: DERTag.sequence).map { (object) throws(DecodingFailure) in
            try AlgorithmIdentifier(object)
        }
        var deviations: [Entry] = []
        for object in try reader.dataObject(DERTag.set).children(limit: Self.limit) {
            deviations.append(try Self.entry(object))
        }
        self.deviations = deviations
        try reader.end()
    }

    private static func entry(_ object: DataObject) throws(DecodingFailure) -> Entry {
        guard object.tag == DERTag.sequence else { throw object.failure("deviation") }
        var reader = object.reader
        let documents = try documents(reader.dataObject(DERTag.sequence))
        var descriptions: [Description] = []
        for object in try reader.dataObject(DERTag.set).children(limit: limit) {
            descriptions.append(try description(object))
        }
        try reader.end()
        return Entry(documents: documents, descriptions: descriptions)
    }

    private static func documents(_ object: DataObject) throws(DecodingFailure) -> Documents {
        var reader = object.reader
        // Tolerated: a code of one letter, where the module asks for two (Italy).
        let documentType = try reader.dataObject(ifTag: DERTag.primitiveContext(0)).map { text($0.value) }
        let signer = try documentSigner(&reader)
        var dates: ClosedRange<Timestamp>?
        if let field = try reader.dataObject(ifTag: DERTag.context(4)) {
            var period = field.reader
            let first = try DERTime.timestamp(period.dataObject(), "firstIssuingDate")
            let last = try DERTime.timestamp(period.dataObject(), "lastIssuingDate")
            try period.end()
            guard first <= last else { throw field.failure("issuingDate") }
            dates = first...last
        }
        var numbers: Set<String>?
        if let field = try reader.dataObject(ifTag: DERTag.context(5)) {
            var found: Set<String> = []
            for number in try field.children(limit: numberLimit) { found.insert(text(number.value)) }
            numbers = found
        }
        try reader.end()
        return Documents(
            documentType: documentType, documentSigner: signer, issuingDates: dates, documentNumbers: numbers)
    }

    private static func documentSigner(_ reader: inout ByteReader) throws(DecodingFailure) -> DocumentSigner? {
        if let object = try reader.dataObject(ifTag: DERTag.context(1)) {
            var fields = object.reader
            let issuer = try DistinguishedName(fields.dataObject())
            let serialNumber = try fields.dataObject(DERTag.integer).value
            try fields.end()
            return .issuerAndSerialNumber(issuer, serialNumber: Array(serialNumber))
        }
        if let object = try reader.dataObject(ifTag: DERTag.primitiveContext(2)) {
            return .subjectKeyIdentifier(Array(object.value))
        }
        if let object = try reader.dataObject(ifTag: DERTag.primitiveContext(3)) {
            return .certificateDigest(Array(object.value))
        }
        return nil
    }

    private static func description(_ object: DataObject) throws(DecodingFailure) -> Description {
        guard object.tag == DERTag.sequence else { throw object.failure("deviationDescription") }
        var reader = object.reader
        var words: String?
        if let next = reader.next, Int(next) != DERTag.objectIdentifier { words = text(try reader.dataObject().value) }
        let type = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("deviationType")
        // A tag of a type that may be anything is explicit, also where tags are implicit (X.680 §31.2.7).
        let parameters = try reader.dataObject(ifTag: DERTag.context(0)).map { Array($0.value) }
        let nationalUse = try reader.dataObject(ifTag: DERTag.context(1))
        try reader.end()
        return Description(text: words, type: type, parameters: parameters, hasNationalUse: nationalUse != nil)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
