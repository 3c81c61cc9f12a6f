public import MRZ

/// One feature of a seal: what the document says, again.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2.3.2.
public struct SealFeature: Hashable, Sendable {
    /// What tells the features of a document type apart.
    public let tag: UInt8
    /// The octets as stored.
    public let value: [UInt8]
    /// What the feature is, such as `passport number`; nil where the tag is not known.
    public let name: String?
    /// The value as its document type defines it.
    public let content: Content
    /// Whether the value is not of the kind that its document type defines; then `content` is the octets.
    public let isMalformed: Bool

    /// What a feature holds.
    public enum Content: Hashable, Sendable {
        case zone(SealedZone)
        case text(String)
        /// How often somebody may enter; 0 stands for as often as they like.
        case entries(Int)
        /// How long somebody may stay.
        case duration(days: Int, months: Int, years: Int)
        case octets
    }

    /// The value for people; nil for a zone and for octets that are only shown as such.
    public var text: String? {
        switch content {
        case .text(let text): text
        case .entries(let count): count == 0 ? "unlimited" : "\(count)"
        case .duration(let days, let months, let years): Self.duration(days, months, years)
        case .zone, .octets: nil
        }
    }

    /// `90 days`, `1 month, 2 years`; three zeros are no day.
    private static func duration(_ days: Int, _ months: Int, _ years: Int) -> String {
        let parts = [(days, "day"), (months, "month"), (years, "year")].filter { $0.0 != 0 }
        guard !parts.isEmpty else { return "0 days" }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    static let passportNumberName = "passport number"

    init(_ tag: UInt8, _ value: ArraySlice<UInt8>, _ type: SealDocumentType?) {
        self.tag = tag
        self.value = Array(value)
        guard let definition = type?.features[tag] else {
            (name, content, isMalformed) = (nil, .octets, false)
            return
        }
        name = definition.name
        let decoded = definition.coding.content(of: value)
        content = decoded ?? .octets
        isMalformed = decoded == nil
    }
}

/// A machine readable zone as a seal holds it: that of a visa without the end of its second line.
public struct SealedZone: Hashable, Sendable {
    public let format: DocumentFormat
    /// The lines as far as they are sealed, with fillers.
    public let lines: [String]

    /// The zone with fillers where nothing is sealed.
    public var padded: MachineReadableZone? {
        let whole = lines.map { $0 + String(repeating: "<", count: max(0, format.lineLength - $0.utf8.count)) }
        return try? MachineReadableZone(concatenated: whole.joined().utf8)
    }

    /// The lengths of the lines that are sealed.
    static func lengths(_ format: DocumentFormat) -> [Int] {
        switch format {
        case .mrvA: [44, 28]
        case .mrvB: [36, 28]
        case .td1, .td2, .td3, .frenchIdentityCard: Array(repeating: format.lineLength, count: format.lineCount)
        }
    }
}

extension SealedZone: CustomStringConvertible {
    /// The format alone, as of every machine readable zone.
    public var description: String { "sealed machine readable zone \(format.rawValue)" }
}
