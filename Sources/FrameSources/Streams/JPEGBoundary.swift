/// Finds where a JPEG picture ends in a stream of them.
///
/// Follows the markers, so that a picture within a picture (a thumbnail in a header) does not end it.
struct JPEGBoundary {
    /// The next byte to look at.
    private var index: Int
    private var isInScan = false

    init(start: Int) { index = start + 2 }

    /// What is known of the picture's end.
    enum Outcome: Hashable {
        /// The index behind the last byte.
        case end(Int)
        case needsMore
        case damaged(at: Int)
    }

    /// Goes on with what has come since.
    mutating func advance(through bytes: [UInt8]) -> Outcome {
        while true {
            if isInScan {
                guard let marker = nextMarker(in: bytes) else { return .needsMore }
                index = marker
                isInScan = false
            }
            guard index + 1 < bytes.count else { return .needsMore }
            guard bytes[index] == 0xFF else { return .damaged(at: index) }
            switch bytes[index + 1] {
            case 0xFF: index += 1  // fill bytes may stand before a marker
            case 0xD9: return .end(index + 2)
            case 0x01, 0xD0...0xD7: index += 2
            case 0x00, 0xD8: return .damaged(at: index)
            case let kind:
                guard index + 3 < bytes.count else { return .needsMore }
                let length = Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
                guard length >= 2 else { return .damaged(at: index) }
                index += 2 + length
                isInScan = kind == 0xDA
            }
        }
    }

    /// The first marker that is none of a scan's own: neither a stuffed byte nor a restart.
    private mutating func nextMarker(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            while index + 1 < bytes.count {
                if bytes[index] == 0xFF, bytes[index + 1] != 0, !(0xD0...0xD7).contains(bytes[index + 1]) {
                    return index
                }
                index += 1
            }
            return nil
        }
    }

    /// The size of a picture, out of its frame header; nil where it has none.
    static func size(of picture: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
        var index = picture.startIndex + 2
        while index + 8 < picture.endIndex, picture[index] == 0xFF {
            let kind = picture[index + 1]
            if kind == 0xFF {
                index += 1
                continue
            }
            if (0xC0...0xCF).contains(kind), kind != 0xC4, kind != 0xC8, kind != 0xCC {
                return (
                    Int(picture[index + 7]) << 8 | Int(picture[index + 8]),
                    Int(picture[index + 5]) << 8 | Int(picture[index + 6])
                )
            }
            index += kind == 0x01 ? 2 : 2 + (Int(picture[index + 2]) << 8 | Int(picture[index + 3]))
        }
        return nil
    }
}
