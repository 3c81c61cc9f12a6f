public import ByteCoding
public import Standards

/// DG12: further details of the document. Every field is optional; a field of length zero is present and empty.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.12.
public struct DG12: Hashable, Sendable {
    /// The tags that the tag list names, in stored order.
    public let announcedTags: [Int]
    public let issuingAuthority: String?
    public let dateOfIssue: RecordedDate?
    /// Other people in the document (5F1A).
    public let otherPeople: [RecordedName]
    public let endorsements: String?
    public let taxOrExitRequirements: String?
    /// A picture of the front (5F1D), as stored.
    public let frontImage: [UInt8]?
    /// A picture of the rear (5F1E), as stored.
    public let rearImage: [UInt8]?
    public let personalizedAt: RecordedDate?
    public let personalizationDevice: String?
    /// Fields of other tags, as stored.
    public let otherFields: [Int: [UInt8]]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG12, tag 0x6C included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x6C)
        let template = try DetailTemplate(group, repeatedTags: [0x5F1A], &decoder)
        announcedTags = template.announced
        issuingAuthority = template.text(0x5F19, "the issuing authority", &decoder)
        dateOfIssue = template.date(0x5F26, "the date of issue", &decoder)
        otherPeople = (template.repeated[0x5F1A] ?? []).map { decoder.text($0, of: "another person").recordedName }
        endorsements = template.text(0x5F1B, "the endorsements", &decoder)
        taxOrExitRequirements = template.text(0x5F1C, "the tax or exit requirements", &decoder)
        frontImage = template.fields[0x5F1D].map(Array.init)
        rearImage = template.fields[0x5F1E].map(Array.init)
        personalizedAt = template.date(0x5F55, "the time of personalization", &decoder)
        personalizationDevice = template.text(0x5F56, "the personalization device", &decoder)
        otherFields = template.fields.filter { !Self.knownTags.contains($0.key) }.mapValues(Array.init)
        notes = decoder.notes
    }

    private static let knownTags: Set<Int> = [
        0x5F19, 0x5F26, 0x5F1B, 0x5F1C, 0x5F1D, 0x5F1E, 0x5F55, 0x5F56,
    ]
}
