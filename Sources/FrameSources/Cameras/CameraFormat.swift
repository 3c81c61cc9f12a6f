internal import CVideo4Linux

/// One way in which a camera gives its pictures.
public struct CameraFormat: Hashable, Sendable {
    public let pixelFormat: Frame.PixelFormat
    public let width: Int
    public let height: Int

    package init(_ pixelFormat: Frame.PixelFormat, width: Int, height: Int) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
    }

    /// The format that serves reading best: of the size nearest to 1920 × 1080, above it only
    /// where what is below is far less.
    ///
    /// Of formats in the same size brightness alone is taken first, then what needs no decoding, JPEG last; but a
    /// camera's raw formats are often too slow beyond 1280 × 720 over USB 2, and JPEG is taken there.
    package static func best(of formats: [CameraFormat]) -> CameraFormat? {
        formats.max { $0.rank < $1.rank }
    }

    private var rank: (Int, Int) {
        let pixels = width * height
        let wanted = 1920 * 1080
        let size = pixels <= wanted ? pixels : wanted - (pixels - wanted) / 2
        let isLarge = pixels > 1280 * 720
        let liking =
            switch pixelFormat {
            case .grey: 3
            case .nv12: isLarge ? 0 : 2
            case .yuyv: isLarge ? 0 : 1
            case .mjpeg: isLarge ? 2 : 0
            }
        return (size, liking)
    }

    /// The kernel's code of a format.
    static func code(of format: Frame.PixelFormat) -> UInt32 {
        switch format {
        case .grey: fourCharacters("GREY")
        case .yuyv: fourCharacters("YUYV")
        case .nv12: fourCharacters("NV12")
        case .mjpeg: fourCharacters("MJPG")
        }
    }

    static func fourCharacters(_ text: String) -> UInt32 {
        text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The name of a code, for messages.
    static func name(of code: UInt32) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
        return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
