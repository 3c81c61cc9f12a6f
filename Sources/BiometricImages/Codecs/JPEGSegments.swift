import ByteCoding

/// What stands before the first scan of a JPEG, as far as it matters for decoding it.
///
/// Spec: ITU-T T.81 Annex B, CIPA DC-008 §4.7.2.
struct JPEGSegments {
    private(set) var orientation = PictureOrientation.topLeft
    /// Whether the codec needs memory for the whole picture: it is progressive, or its components come one by one.
    private(set) var isHeldWhole = false

    init(_ bytes: [UInt8]) {
        var (hasExif, componentCount) = (false, 0)
        var reader = ByteReader(bytes)
        guard (try? reader.take(2)) != nil else { return }
        while let (marker, content) = try? Self.segment(&reader) {
            switch marker {
            case 0xE1 where !hasExif && content.starts(with: PictureOrientation.exifMark):
                hasExif = true
                orientation = PictureOrientation(exif: content)
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                componentCount = Int(content.dropFirst(5).first ?? 0)
                isHeldWhole = marker & 0x03 == 0x02
            case 0xDA:
                if Int(content.first ?? 0) != componentCount { isHeldWhole = true }
                return
            default: break
            }
        }
    }

    private static func segment(_ reader: inout ByteReader) throws(DecodingFailure) -> (UInt8, ArraySlice<UInt8>) {
        guard try reader.integer(width: 1) == 0xFF else {
            throw DecodingFailure(.invalidValue("marker"), at: reader.offset)
        }
        var marker = try reader.integer(width: 1)
        while marker == 0xFF { marker = try reader.integer(width: 1) }
        // Markers without a segment: TEM, and restarts.
        if marker == 0x01 || (0xD0...0xD8).contains(marker) { return (UInt8(marker), []) }
        let length = try reader.integer(width: 2)
        guard length >= 2, marker != 0xD9 else { throw DecodingFailure(.invalidValue("length"), at: reader.offset) }
        return (UInt8(marker), try reader.take(length - 2))
    }
}
