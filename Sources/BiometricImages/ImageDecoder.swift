public import ByteCoding

/// Decodes stored pictures from memory.
///
/// Hostile pictures can make a codec abort the process (Debian's OpenJPEG has live assertions): a process that holds
/// keys asks `emrtd-vision` instead of calling this.
public enum ImageDecoder {
    /// Decodes a picture whose format its first bytes tell.
    public static func decode(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError) -> DecodedImage {
        switch try format(of: bytes, limits) {
        case .jpeg: try JPEGCodec.decode(bytes, limits)
        case .jp2: try JPEG2000Codec.decode(bytes, .jp2, limits)
        case .jpeg2000Codestream: try JPEG2000Codec.decode(bytes, .jpeg2000Codestream, limits)
        case .png: try PNGCodec.decode(bytes, limits)
        case .wsq: try WSQCodec.decode(bytes, limits)
        }
    }

    /// Reads the header of a picture, without its pixels.
    public static func describe(_ bytes: [UInt8], limits: ImageLimits = .standard) throws(ImageError)
        -> ImageDescription
    {
        switch try format(of: bytes, limits) {
        case .jpeg: try JPEGCodec.describe(bytes, limits)
        case .jp2: try JPEG2000Codec.describe(bytes, .jp2, limits)
        case .jpeg2000Codestream: try JPEG2000Codec.describe(bytes, .jpeg2000Codestream, limits)
        case .png: try PNGCodec.describe(bytes, limits)
        case .wsq: try WSQCodec.describe(bytes, limits)
        }
    }

    private static func format(of bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> ImageFormat {
        guard let format = ImageFormat.detect(bytes) else { throw .unrecognized }
        guard bytes.count <= limits.byteCount else {
            throw .tooManyBytes(count: bytes.count, limit: limits.byteCount)
        }
        return format
    }
}

/// A decoded picture, and what the codec tolerated in it.
public struct DecodedImage: Hashable, Sendable {
    public let image: PixelImage
    /// The codec's own words, such as that the data end early; empty for a sound picture.
    public let remarks: [String]
    /// Whether pixels are missing that the picture has by its header.
    public let breaksOff: Bool
    /// Comments stored in the picture, as they stand; read from WSQ alone.
    public let comments: [String]
    /// The resolution that such a comment names.
    public let pixelsPerInch: Int?

    init(
        image: PixelImage, remarks: [String], breaksOff: Bool = false, comments: [String] = [],
        pixelsPerInch: Int? = nil
    ) {
        self.image = image
        self.remarks = remarks
        self.breaksOff = breaksOff
        self.comments = comments
        self.pixelsPerInch = pixelsPerInch
    }
}

/// The header of a stored picture.
public struct ImageDescription: Hashable, Sendable {
    public let format: ImageFormat
    public let width: Int
    public let height: Int
    /// As stored: 1 grey, 3 colours, 4 with transparency or printing colours.
    public let channelCount: Int
    public let bitsPerChannel: Int
    /// The resolution, where a comment in a WSQ picture names it.
    public let pixelsPerInch: Int?

    init(
        format: ImageFormat, width: Int, height: Int, channelCount: Int, bitsPerChannel: Int, pixelsPerInch: Int? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.bitsPerChannel = bitsPerChannel
        self.pixelsPerInch = pixelsPerInch
    }
}

/// Encodes pixels.
public enum ImageEncoder {
    /// PNG, lossless.
    public static func png(_ image: PixelImage) throws(ImageError) -> [UInt8] { try PNGCodec.encode(image) }

    /// JPEG of a quality from 1 to 100.
    public static func jpeg(_ image: PixelImage, quality: Int = 90) throws(ImageError) -> [UInt8] {
        try JPEGCodec.encode(image, quality: quality)
    }

    /// JPEG 2000, for test data: a JP2 file or a raw codestream.
    ///
    /// - Parameter compression: How many times smaller than the pixels; nil is lossless.
    public static func jpeg2000(_ image: PixelImage, as format: JPEG2000Format, compression: Float? = nil)
        throws(ImageError) -> [UInt8]
    {
        try JPEG2000Codec.encode(image, format, compression: compression)
    }

    /// What JPEG 2000 data are wrapped in.
    public enum JPEG2000Format: Hashable, Sendable { case jp2, codestream }
}
