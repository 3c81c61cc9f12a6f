public import Standards

/// Something that a deviation list or a defect list says is wrong with some documents.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §8; BSI TR-03129-2; BSI TR-03135-1 §5.8.2.
public struct KnownDefect: Hashable, Sendable {
    /// Which kind of defect: an identifier below 2.23.136.1.1.7 in a deviation list, below 0.4.0.127.0.7.3.1.5 in a
    /// defect list.
    public let type: OID
    /// What the type says it is about, as one encoded data object: the number of a data group, a field, a certificate.
    public let parameters: [UInt8]?
    /// What the publisher says of it in words.
    public let text: String?
    /// The list that says so.
    public let source: TrustDelivery.Source

    public init(type: OID, parameters: [UInt8]? = nil, text: String? = nil, source: TrustDelivery.Source) {
        self.type = type
        self.parameters = parameters
        self.text = text
        self.source = source
    }

    /// The same in their order, each once: a list may name a signer in two ways.
    static func once(_ defects: [KnownDefect]) -> [KnownDefect] {
        var known: Set<KnownDefect> = []
        return defects.filter { known.insert($0).inserted }
    }
}
