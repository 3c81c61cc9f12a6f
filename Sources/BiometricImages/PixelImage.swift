/// A picture as pixels of eight bits a channel, row after row from the top, without gaps.
public struct PixelImage: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// 1 for grey, 3 for red, green, blue.
    public let channelCount: Int
    /// `width` × `height` × `channelCount` bytes.
    public let pixels: [UInt8]

    /// Pairs pixels with their size; nil where they do not fit each other or the size is empty.
    public init?(width: Int, height: Int, channelCount: Int, pixels: [UInt8]) {
        guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height), channelCount == 1 || channelCount == 3,
            pixels.count == width * height * channelCount
        else { return nil }
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.pixels = pixels
    }
}

/// How large a picture may be.
public struct ImageLimits: Hashable, Sendable {
    /// The most bytes of a stored picture.
    public let byteCount: Int
    /// The most pixels, width times height.
    public let pixelCount: Int
    /// The most pixels of a JPEG whose codec makes it smaller while it reads, so that the memory stays that of
    /// `pixelCount`.
    public let scalablePixelCount: Int
    /// The most pages of a file.
    public let pageCount: Int

    /// - Parameter scalablePixelCount: `pixelCount` where it is not given.
    public init(byteCount: Int, pixelCount: Int, scalablePixelCount: Int? = nil, pageCount: Int = 1000) {
        self.byteCount = byteCount
        self.pixelCount = pixelCount
        self.scalablePixelCount = scalablePixelCount ?? pixelCount
        self.pageCount = pageCount
    }

    /// Enough for every picture on a chip, and for a page scanned at 600 dpi.
    public static let standard = ImageLimits(byteCount: 16 << 20, pixelCount: 24_000_000)

    /// Enough for a photo of 120 megapixels, and for a page in colours scanned at 600 dpi.
    public static let files = ImageLimits(
        byteCount: 64 << 20, pixelCount: 40_000_000, scalablePixelCount: 120_000_000, pageCount: 1000)

    func check(width: Int, height: Int) throws(ImageError) {
        try check(width: width, height: height, limit: pixelCount)
    }

    func check(width: Int, height: Int, limit: Int) throws(ImageError) {
        guard width > 0, height > 0, width <= 0xFFFF, height <= 0xFFFF, width * height <= limit else {
            throw .tooManyPixels(width: width, height: height, limit: limit)
        }
    }
}
