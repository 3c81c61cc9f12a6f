public import ByteCoding
public import Standards

/// DG5, the displayed portrait, or DG7, the displayed signature or usual mark.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.5 and §4.7.7.
public struct DisplayedPictures: Hashable, Sendable {
    public let group: DataGroup
    /// The pictures, in stored order; also those whose format is not known.
    public let pictures: [Picture]
    /// What was tolerated.
    public let notes: [Reason]

    /// One stored picture.
    public struct Picture: Hashable, Sendable {
        /// The picture alone, from its signature on, without filling behind it.
        public let picture: ArraySlice<UInt8>
        /// The format, by the first bytes; nil where no picture was found and `picture` is what is stored.
        public let format: ImageFormat?
    }

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of the file, tag 0x65 or 0x67 included.
    /// - Throws: `DecodingFailure` where the file holds no picture at all.
    public init(_ group: DataGroup, encoded file: [UInt8]) throws(DecodingFailure) {
        guard group == .dg5 || group == .dg7 else { throw DecodingFailure(.invalidValue("group"), at: 0) }
        self.group = group
        var decoder = TolerantDecoder()
        let object = try decoder.outermost(of: file, tag: group.tag)
        let (expected, other) = group == .dg5 ? (0x5F40, 0x5F43) : (0x5F43, 0x5F40)
        var pictures: [Picture] = []
        var count: Int?
        for part in try decoder.children(of: object, limit: TolerantDecoder.instanceLimit + 1) {
            switch part.tag {
            case 0x02: count = part.unsignedNumber
            case expected, other:
                if part.tag == other {
                    decoder.note("otherTag", "a picture has the tag \(Hexadecimal.number(other))")
                }
                let (picture, format) = decoder.picture(in: part.value)
                pictures.append(Picture(picture: picture, format: format))
            default: decoder.note("unknownTag", "\(Hexadecimal.number(part.tag)) is no displayed picture")
            }
        }
        guard !pictures.isEmpty || count == 0 else {
            throw DecodingFailure(.missing("a picture (\(Hexadecimal.number(expected)))"), at: object.value.startIndex)
        }
        if count == nil { decoder.note("missingCount", "the number of pictures (02) is missing") }
        if let count, count != pictures.count {
            decoder.note("wrongCount", "\(count) pictures are announced and \(pictures.count) are there")
        }
        self.pictures = pictures
        notes = decoder.notes
    }
}
