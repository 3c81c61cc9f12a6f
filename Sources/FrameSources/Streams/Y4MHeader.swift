/// The first line of a YUV4MPEG2 stream: what all its frames have in common.
package struct Y4MHeader: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The time from one frame to the next.
    package let interval: Duration
    /// The bytes of a frame; brightness comes first, a byte for each pixel.
    package let frameByteCount: Int

    static let magic = Array("YUV4MPEG2".utf8)
    /// The most bytes of a line of parameters.
    static let lineLimit = 1024

    /// Reads the line, without its end.
    ///
    /// - Parameter line: Parameters apart by blanks, each of one letter and its value.
    package init(_ line: ArraySlice<UInt8>, _ limits: FrameLimits) throws(FrameError) {
        var (width, height) = (0, 0)
        var interval = Duration.milliseconds(40)
        var chroma = "420"
        for word in line.split(separator: UInt8(ascii: " ")).dropFirst() {
            guard let key = word.first else { continue }
            let value = String(decoding: word.dropFirst(), as: UTF8.self)
            switch key {
            case UInt8(ascii: "W"): width = Self.side(value)
            case UInt8(ascii: "H"): height = Self.side(value)
            case UInt8(ascii: "F"): interval = Self.interval(value) ?? interval
            case UInt8(ascii: "C"): chroma = value
            default: break
            }
        }
        guard width > 0, height > 0 else { throw .malformed("the size of the frames is missing", offset: 0) }
        guard max(width, height) <= 0xFFFF, width * height <= limits.pixelCount else {
            throw .tooLarge(width: width, height: height, limit: limits.pixelCount)
        }
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let colours: Int
        switch chroma {
        case "mono": colours = 0
        case "420", "420jpeg", "420mpeg2", "420paldv": colours = 2 * halfWidth * halfHeight
        case "411": colours = 2 * ((width + 3) / 4) * height
        case "422": colours = 2 * halfWidth * height
        case "444": colours = 2 * width * height
        case "444alpha": colours = 3 * width * height
        default: throw .malformed("the colours are of a kind that is not read here", offset: 0)
        }
        self.width = width
        self.height = height
        self.interval = interval
        frameByteCount = width * height + colours
    }

    /// A side in pixels; 0 where none is told, and the largest number for one that is larger.
    private static func side(_ text: String) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return Int(text) ?? .max
    }

    private static func interval(_ text: String) -> Duration? {
        let parts = text.split(separator: ":").compactMap { Int32($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return .nanoseconds(Int64(parts[1]) * 1_000_000_000 / Int64(parts[0]))
    }
}
