public import ByteCoding
public import Standards

/// DG11: further details of the holder. Every field is optional; a field of length zero is present and empty.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.11.
public struct DG11: Hashable, Sendable {
    /// The tags that the tag list names, in stored order.
    public let announcedTags: [Int]
    /// The full name in national characters (5F0E).
    public let fullName: RecordedName?
    /// Other names (5F0F).
    public let otherNames: [RecordedName]
    public let personalNumber: String?
    public let dateOfBirth: RecordedDate?
    /// The date of birth as stored.
    public let recordedDateOfBirth: [UInt8]?
    /// Place of birth (5F11), in its parts.
    public let placeOfBirth: [String]?
    /// Permanent address (5F42), in its parts.
    public let address: [String]?
    public let telephone: String?
    public let profession: String?
    public let title: String?
    public let personalSummary: String?
    /// A picture of a proof of citizenship (5F16), as stored.
    public let proofOfCitizenship: [UInt8]?
    /// Numbers of other valid travel documents (5F17).
    public let otherDocumentNumbers: [String]?
    public let custody: String?
    /// Fields of other tags, as stored.
    public let otherFields: [Int: [UInt8]]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG11, tag 0x6B included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x6B)
        let template = try DetailTemplate(group, repeatedTags: [0x5F0F], &decoder)
        announcedTags = template.announced
        fullName = template.text(0x5F0E, "the full name", &decoder)?.recordedName
        otherNames = (template.repeated[0x5F0F] ?? []).map { decoder.text($0, of: "another name").recordedName }
        // Tolerated: fillers at the end (field note 64).
        personalNumber = template.text(0x5F10, "the personal number", &decoder)?.withoutTrailingFillers
        dateOfBirth = template.date(0x5F2B, "the date of birth", &decoder)
        recordedDateOfBirth = template.fields[0x5F2B].map(Array.init)
        placeOfBirth = template.parts(0x5F11, "the place of birth", &decoder)
        address = template.parts(0x5F42, "the address", &decoder)
        telephone = template.text(0x5F12, "the telephone number", &decoder)
        profession = template.text(0x5F13, "the profession", &decoder)
        title = template.text(0x5F14, "the title", &decoder)
        personalSummary = template.text(0x5F15, "the personal summary", &decoder)
        proofOfCitizenship = template.fields[0x5F16].map(Array.init)
        otherDocumentNumbers = template.parts(0x5F17, "other document numbers", &decoder)
        custody = template.text(0x5F18, "the custody information", &decoder)
        otherFields = template.fields.filter { !Self.knownTags.contains($0.key) }.mapValues(Array.init)
        notes = decoder.notes
    }

    private static let knownTags: Set<Int> = [
        0x5F0E, 0x5F10, 0x5F2B, 0x5F11, 0x5F42, 0x5F12, 0x5F13, 0x5F14, 0x5F15, 0x5F16, 0x5F17, 0x5F18,
    ]
}
