public import ByteCoding
public import Standards

/// A data group whose content is kept as it is: its tag and length are checked, and stored pictures are pointed out.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.
public struct RawDataGroup: Hashable, Sendable {
    public let group: DataGroup
    /// The contents of the outermost data object.
    public let content: ArraySlice<UInt8>
    /// The displayed pictures of DG5 (portrait) and DG7 (signature), in stored order.
    public let pictures: [ArraySlice<UInt8>]
    /// The biometric templates of DG3 (fingers) and DG4 (irises).
    public let templates: [BiometricTemplate]
    /// What was tolerated.
    public let notes: [Reason]

    /// Checks the tag and the length of the file.
    public init(_ group: DataGroup, encoded file: [UInt8]) throws(DecodingFailure) {
        self.group = group
        var decoder = TolerantDecoder()
        let object = try decoder.outermost(of: file, tag: group.tag)
        content = object.value
        var pictures: [ArraySlice<UInt8>] = []
        var templates: [BiometricTemplate] = []
        switch group {
        case .dg3, .dg4:
            do {
                templates = try decoder.biometricTemplates(in: object)
            } catch {
                decoder.note("malformedTemplate", "the biometric templates cannot be decoded: \(error)")
            }
        case .dg5, .dg7:
            for part in try decoder.children(of: object, limit: 64) where part.tag == 0x5F40 || part.tag == 0x5F43 {
                pictures.append(part.value)
            }
        default: break
        }
        self.pictures = pictures
        self.templates = templates
        notes = decoder.notes
    }
}
