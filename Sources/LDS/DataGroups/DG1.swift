public import ByteCoding
public import MRZ
public import Standards

/// DG1: the machine readable zone, without line ends.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.1.
public struct DG1: Hashable, Sendable {
    /// The lines, by the length of the zone; a zone of another length is one line.
    public let lines: [String]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// Characters and check digits are judged where the zone is parsed, not here.
    ///
    /// - Parameter file: The whole of EF.DG1, tag 0x61 included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x61)
        guard let zone = try decoder.children(of: group).first(where: { $0.tag == 0x5F1F }) else {
            throw DecodingFailure(.missing("the machine readable zone (5F1F)"), at: group.value.startIndex)
        }
        // Tolerated: line ends inside the zone, which §4.7.1 does not know.
        let characters = zone.value.filter { $0 != 0x0A && $0 != 0x0D }
        if characters.count != zone.value.count { decoder.note("lineEnds", "the zone holds line ends") }
        let text = Array(decoder.text(characters, of: "the machine readable zone"))
        let lineLength: Int
        switch text.count {
        case 90: lineLength = 30
        case 72: lineLength = 36
        case 88: lineLength = 44
        default:
            decoder.note("unusualLength", "the zone has \(text.count) characters instead of 90, 72 or 88")
            lineLength = max(text.count, 1)
        }
        lines = stride(from: 0, to: text.count, by: lineLength).map { start in
            String(text[start..<min(start + lineLength, text.count)])
        }
        notes = decoder.notes
    }

    /// The zone, whose rules are not checked.
    ///
    /// - Throws: `MRZError.notAZone` where no format has this many characters.
    public func machineReadableZone() throws(MRZError) -> MachineReadableZone {
        try MachineReadableZone(concatenated: lines.joined().utf8)
    }
}
