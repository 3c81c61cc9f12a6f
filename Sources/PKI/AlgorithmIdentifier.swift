public import ByteCoding
public import Standards

/// An algorithm and its parameters, as they are stored.
///
/// Spec: RFC 5280 §4.1.1.2.
public struct AlgorithmIdentifier: Hashable, Sendable {
    /// Which algorithm.
    public let oid: OID
    /// The parameters as one encoded data object; nil where they are absent or NULL.
    ///
    /// Tolerated: absent and NULL are one thing, since real issuers write either, with RSA and with ECDSA
    /// (RFC 3279 §2.2.1 and §2.2.3 ask for one).
    public let parameters: [UInt8]?
    /// Whether NULL stands in the place of parameters, which makes no other algorithm of it.
    public let hasNull: Bool

    public init(oid: OID, parameters: [UInt8]? = nil) {
        self.oid = oid
        self.parameters = parameters
        hasNull = false
    }

    /// Reads the SEQUENCE of an identifier and its parameters.
    public init(_ object: DataObject) throws(DecodingFailure) {
        guard object.tag == DERTag.sequence else {
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: DERTag.sequence), at: object.offset)
        }
        var reader = object.reader
        oid = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("algorithm")
        let found = reader.isAtEnd ? nil : try reader.dataObject()
        try reader.end()
        parameters = found.flatMap { $0.tag == DERTag.null ? nil : Array($0.encoded) }
        hasNull = found?.tag == DERTag.null
    }

    public static func == (left: AlgorithmIdentifier, right: AlgorithmIdentifier) -> Bool {
        left.oid == right.oid && left.parameters == right.parameters
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(oid)
        hasher.combine(parameters)
    }
}
