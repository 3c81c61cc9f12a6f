import ByteCoding
import CPNG

/// PNG by the simplified interface, which returns errors; the classic one jumps over Swift frames.
enum PNGCodec {
    static func describe(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> ImageDescription {
        try withHeader(bytes, limits) { (image) throws(ImageError) in
            let isColour = image.format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0
            let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
            return ImageDescription(
                format: .png, width: Int(image.width), height: Int(image.height),
                channelCount: (isColour ? 3 : 1) + (hasAlpha ? 1 : 0),
                bitsPerChannel: image.format & UInt32(PNG_FORMAT_FLAG_LINEAR) != 0 ? 16 : 8)
        }
    }

    /// - Parameter keepsUpperPart: Whether the lines before the first damage make a picture, with a remark.
    static func decode(_ bytes: [UInt8], _ limits: ImageLimits, keepsUpperPart: Bool = false) throws(ImageError)
        -> DecodedImage
    {
        try withHeader(bytes, limits) { (header) throws(ImageError) in
            let isColour = header.format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0
            header.format = isColour ? UInt32(PNG_FORMAT_RGB) : UInt32(PNG_FORMAT_GRAY)
            let (width, height) = (Int(header.width), Int(header.height))
            let filling: UInt8 = 0x80
            var pixels = [UInt8](repeating: filling, count: width * height * (isColour ? 3 : 1))
            var remarks: [String] = []
            var breaksOff = false
            // Transparent parts are shown on white.
            var white = png_color(red: 0xFF, green: 0xFF, blue: 0xFF)
            if png_image_finish_read(&header, &white, &pixels, 0, nil) == 0 {
                guard keepsUpperPart, pixels.contains(where: { $0 != filling }) else {
                    throw .malformed(.png, header.words)
                }
                remarks.append(header.words)
                breaksOff = true
            } else if header.warning_or_error == 1 {
                remarks.append(header.words)
            }
            guard
                let image = PixelImage(width: width, height: height, channelCount: isColour ? 3 : 1, pixels: pixels)
            else { throw .malformed(.png, "the size does not fit the data") }
            return DecodedImage(image: image, remarks: remarks, breaksOff: breaksOff)
        }
    }

    /// libpng keeps the input from `begin` to `finish`: one buffer around both.
    private static func withHeader<Value>(
        _ bytes: [UInt8], _ limits: ImageLimits, _ body: (inout png_image) throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        guard !PNGChunks.leadOut(of: bytes) else {
            throw .malformed(.png, "a chunk before the pixels is longer than the file")
        }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
            guard png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count) != 0 else {
                throw .malformed(.png, image.words)
            }
            try limits.check(width: Int(image.width), height: Int(image.height))
            return try body(&image)
        }
    }

    static func encode(_ image: PixelImage) throws(ImageError) -> [UInt8] {
        var header = png_image()
        header.version = UInt32(PNG_IMAGE_VERSION)
        header.width = UInt32(image.width)
        header.height = UInt32(image.height)
        header.format = image.channelCount == 1 ? UInt32(PNG_FORMAT_GRAY) : UInt32(PNG_FORMAT_RGB)
        defer { png_image_free(&header) }
        // Room for pixels that do not compress, and for the chunks around them.
        var output = [UInt8](
            repeating: 0, count: image.pixels.count + image.pixels.count / 256 + image.height * 8 + 4096)
        var count = output.count
        guard png_image_write_to_memory(&header, &output, &count, 0, image.pixels, 0, nil) != 0 else {
            throw .codecFailure(.png, header.words)
        }
        return Array(output.prefix(count))
    }
}

extension png_image {
    /// What libpng says about the last fault.
    fileprivate var words: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
