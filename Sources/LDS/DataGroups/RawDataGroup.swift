public import ByteCoding
public import Standards

/// A data group whose content is kept as it is: DG6 is reserved, DG8 to DG10 hold features that each issuer defines, and
/// DG13 is of the issuer's own making.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.6, §4.7.8 to §4.7.10 and §4.7.13.
public struct RawDataGroup: Hashable, Sendable {
    public let group: DataGroup
    /// The contents of the outermost data object.
    public let content: ArraySlice<UInt8>
    /// The data objects inside, in stored order; nil where the contents are no sequence of data objects.
    public let objects: [DataObject]?
    /// The number of templates that DG8, DG9 or DG10 announces (02).
    public let announcedCount: Int?
    /// What was tolerated.
    public let notes: [Reason]

    /// Checks the tag and the length of the file.
    ///
    /// - Parameter file: The whole of the file, its tag included.
    public init(_ group: DataGroup, encoded file: [UInt8]) throws(DecodingFailure) {
        self.group = group
        var decoder = TolerantDecoder()
        let object = try decoder.outermost(of: file, tag: group.tag)
        content = object.value
        objects = try? object.children(limit: 256)
        switch group {
        case .dg8, .dg9, .dg10:
            announcedCount = objects?.first { $0.tag == 0x02 }?.unsignedNumber
            if objects == nil { decoder.note("noDataObjects", "\(group.name) holds no sequence of data objects") }
        default: announcedCount = nil
        }
        notes = decoder.notes
    }
}
