/// The directories of a TIFF file, or of the Exif data that other formats hold in the same form.
///
/// Only where they lie and what few fields say: enough to count pages and to know which way up a picture is.
///
/// Spec: TIFF revision 6.0 §2, BigTIFF, CIPA DC-008 §4.5.
public struct TIFFDirectories: Sendable {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool
    /// The form with offsets of eight bytes.
    private let isBig: Bool

    /// The most fields of a directory that are looked at.
    private static let fieldLimit = 4096

    /// - Returns: nil where the bytes do not begin as a TIFF file.
    public init?(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        switch Array(bytes.prefix(2)) {
        case [0x49, 0x49]: isLittleEndian = true
        case [0x4D, 0x4D]: isLittleEndian = false
        default: return nil
        }
        let mark = bytes.dropFirst(2).prefix(2)
        isBig = mark.contains(43)
        guard mark.elementsEqual(isLittleEndian ? [isBig ? 43 : 42, 0] : [0, isBig ? 43 : 42]) else { return nil }
    }

    /// Where the directories of the pages begin, in stored order.
    ///
    /// Previews and masks are left out, unless there is nothing else. A chain that comes back to itself or leads out of
    /// the file ends there.
    ///
    /// - Parameter limit: The most directories to follow.
    public func pages(limit: Int) -> [Int] { chain(limit: limit).pages }

    /// Whether the chain of directories leads out of the file, as that of a file does which was cut.
    ///
    /// - Parameter limit: The most directories to follow.
    public func breaksOff(limit: Int) -> Bool { chain(limit: limit).breaksOff }

    private func chain(limit: Int) -> (pages: [Int], breaksOff: Bool) {
        var (pages, others): ([Int], [Int]) = ([], [])
        var seen: Set<Int> = []
        var next = isBig ? integer(at: 8, width: 8) : integer(at: 4, width: 4)
        while let offset = next, offset > 0, seen.count < limit, seen.insert(offset).inserted {
            guard let count = fieldCount(at: offset) else { return (pages.isEmpty ? others : pages, true) }
            // NewSubfileType: bit 0 is a smaller version of another page, bit 2 a mask.
            let kind = field(254, at: offset) ?? 0
            if kind & 0b101 == 0 { pages.append(offset) } else { others.append(offset) }
            next = integer(at: offset + (isBig ? 8 + count * 20 : 2 + count * 12), width: isBig ? 8 : 4)
        }
        return (pages.isEmpty ? others : pages, next == nil)
    }

    /// The field `Orientation` of the first directory, where it has a value from 1 to 8.
    public var orientation: Int? {
        guard let offset = isBig ? integer(at: 8, width: 8) : integer(at: 4, width: 4),
            let value = field(274, at: offset), (1...8).contains(value)
        else { return nil }
        return value
    }

    /// A field of one number.
    private func field(_ tag: Int, at offset: Int) -> Int? {
        guard let count = fieldCount(at: offset) else { return nil }
        for index in 0..<min(count, Self.fieldLimit) {
            let start = offset + (isBig ? 8 + index * 20 : 2 + index * 12)
            guard integer(at: start, width: 2) == tag else { continue }
            let place = start + (isBig ? 12 : 8)
            return switch integer(at: start + 2, width: 2) {
            case 3: integer(at: place, width: 2)
            case 4: integer(at: place, width: 4)
            default: nil
            }
        }
        return nil
    }

    /// The count of fields, where so many fit into the file.
    private func fieldCount(at offset: Int) -> Int? {
        guard let count = integer(at: offset, width: isBig ? 8 : 2), count > 0,
            count <= bytes.count / (isBig ? 20 : 12)
        else { return nil }
        return count
    }

    private func integer(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - width else { return nil }
        let start = bytes.startIndex + offset
        let field = bytes[start..<start + width]
        let value = (isLittleEndian ? Array(field.reversed()) : Array(field)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
