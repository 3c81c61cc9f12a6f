import ByteCoding

/// Where the first line and the first column of a stored picture belong in the upright one: `rightTop` has its first line
/// at the right and its first column at the top, so that it must be turned by 90° clockwise.
///
/// Spec: TIFF revision 6.0 §8 (Orientation), CIPA DC-008 §4.6.5.
public enum PictureOrientation: Int, CaseIterable, Hashable, Sendable {
    case topLeft = 1
    case topRight, bottomRight, bottomLeft
    case leftTop, rightTop, rightBottom, leftBottom

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// What Exif data say, with or without the six bytes that stand before them in a JPEG; upright where they are silent
    /// or damaged.
    init(exif: ArraySlice<UInt8>) {
        let data = exif.starts(with: Self.exifMark) ? exif.dropFirst(Self.exifMark.count) : exif
        self = TIFFDirectories(data)?.orientation.flatMap(Self.init) ?? .topLeft
    }

    static let exifMark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0x00, 0x00]
}

extension PixelImage {
    /// The picture as it is meant to be seen.
    func upright(from orientation: PictureOrientation) -> PixelImage {
        guard orientation != .topLeft else { return self }
        let (right, down) = (channelCount, width * channelCount)
        let (lastColumn, lastLine) = ((width - 1) * right, (height - 1) * down)
        // Where the upright picture begins in the stored one, and the step for its next column and its next line.
        let (start, column, line) =
            switch orientation {
            case .topLeft: (0, right, down)
            case .topRight: (lastColumn, -right, down)
            case .bottomRight: (lastColumn + lastLine, -right, -down)
            case .bottomLeft: (lastLine, right, -down)
            case .leftTop: (0, down, right)
            case .rightTop: (lastLine, -down, right)
            case .rightBottom: (lastColumn + lastLine, -down, -right)
            case .leftBottom: (lastColumn, down, -right)
            }
        let (newWidth, newHeight) = orientation.swapsSides ? (height, width) : (width, height)
        let moved = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBufferPointer { source in
                Self.move(
                    source, start: start, column: column, line: line, to: target, width: newWidth, height: newHeight,
                    channelCount: channelCount)
            }
            count = pixels.count
        }
        return PixelImage(width: newWidth, height: newHeight, channelCount: channelCount, pixels: moved) ?? self
    }

    /// In squares, since lines become columns: each line of the cache is then used whole.
    private static func move(
        _ source: UnsafeBufferPointer<UInt8>, start: Int, column: Int, line: Int,
        to target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, channelCount: Int
    ) {
        let side = 64
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                for y in top..<min(top + side, height) {
                    var from = start + y * line + left * column
                    var to = (y * width + left) * channelCount
                    for _ in left..<min(left + side, width) {
                        for channel in 0..<channelCount { target[to + channel] = source[from + channel] }
                        from += column
                        to += channelCount
                    }
                }
            }
        }
    }
}
