public import ByteCoding
public import Standards

/// EF.DIR: the applications on the chip.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.2; ISO/IEC 7816-4 §12.2.3.
public struct ApplicationDirectory: Hashable, Sendable {
    /// Application identifiers, in stored order.
    public let applicationIdentifiers: [[UInt8]]
    /// What was tolerated.
    public let notes: [Reason]

    /// Whether the eMRTD application of LDS1 is listed.
    public var listsLDS1: Bool { applicationIdentifiers.contains([0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]) }

    /// Decodes the file: application templates (61), or application identifiers (4F) alone.
    ///
    /// - Throws: `DecodingFailure` where not even the first data object can be read.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        var identifiers: [[UInt8]] = []
        for object in try decoder.sequence(file) {
            switch object.tag {
            case 0x61:
                let parts = try decoder.children(of: object)
                if let identifier = parts.first(where: { $0.tag == 0x4F }) {
                    identifiers.append(Array(identifier.value))
                } else {
                    decoder.note("missingIdentifier", "an application template has no identifier (4F)")
                }
            case 0x4F: identifiers.append(Array(object.value))
            default: decoder.note("unknownTag", "\(Hexadecimal.number(object.tag)) is no application template")
            }
        }
        applicationIdentifiers = identifiers
        notes = decoder.notes
    }
}
