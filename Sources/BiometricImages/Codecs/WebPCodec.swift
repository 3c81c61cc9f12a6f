import ByteCoding
import CWebP

/// WebP by libwebp.
enum WebPCodec {
    /// Tolerated: data that end early; the lines that are there make a picture.
    static func decode(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> DecodedImage {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .codecFailure(.webp, "the library is too old") }
        let header = WebPGetFeatures(bytes, bytes.count, &config.input)
        guard header == VP8_STATUS_OK else { throw .malformed(.webp, words(header)) }
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        try limits.check(width: width, height: height)
        guard config.input.has_animation == 0 else { throw .unsupported(.webp, "it is an animation") }

        let hasAlpha = config.input.has_alpha != 0
        let stored = hasAlpha ? 4 : 3
        var pixels = [UInt8](repeating: 0x80, count: width * height * stored)
        config.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
        let (status, lineCount) = read(bytes, into: &pixels, stride: width * stored, &config)
        guard status == VP8_STATUS_OK || status == VP8_STATUS_SUSPENDED && lineCount > 0 else {
            throw .malformed(.webp, words(status))
        }
        guard
            let image = PixelImage(
                width: width, height: height, channelCount: 3, pixels: hasAlpha ? onWhite(pixels) : pixels)
        else { throw .malformed(.webp, "the size does not fit the data") }
        return DecodedImage(
            image: image,
            remarks: status == VP8_STATUS_OK ? [] : ["the data end after \(lineCount) of \(height) lines"],
            breaksOff: status != VP8_STATUS_OK)
    }

    /// The incremental decoder alone keeps what stands before the end of cut data.
    private static func read(
        _ bytes: [UInt8], into pixels: inout [UInt8], stride: Int, _ config: inout WebPDecoderConfig
    ) -> (VP8StatusCode, lineCount: Int) {
        pixels.withUnsafeMutableBufferPointer { target in
            withUnsafeMutablePointer(to: &config) { config in
                config.pointee.output.is_external_memory = 1
                config.pointee.output.u.RGBA = WebPRGBABuffer(
                    rgba: target.baseAddress, stride: Int32(stride), size: target.count)
                guard let decoder = WebPIDecode(nil, 0, config) else { return (VP8_STATUS_OUT_OF_MEMORY, 0) }
                defer { WebPIDelete(decoder) }
                let status = bytes.withUnsafeBufferPointer { WebPIUpdate(decoder, $0.baseAddress, $0.count) }
                var lastLine: Int32 = 0
                let isBegun = WebPIDecGetRGB(decoder, &lastLine, nil, nil, nil) != nil
                return (status, isBegun ? Int(lastLine) : 0)
            }
        }
    }

    /// Three channels of four, laid on white.
    private static func onWhite(_ pixels: [UInt8]) -> [UInt8] {
        let count = pixels.count / 4
        return [UInt8](unsafeUninitializedCapacity: count * 3) { target, filled in
            pixels.withUnsafeBufferPointer { source in
                for index in 0..<count {
                    let alpha = source[4 * index + 3]
                    for channel in 0..<3 {
                        target[3 * index + channel] = Brightness.onWhite(source[4 * index + channel], alpha: alpha)
                    }
                }
            }
            filled = count * 3
        }
    }

    /// The chunk `EXIF` of the container.
    ///
    /// Spec: RFC 9649 §2.7.1.5.
    static func orientation(in bytes: [UInt8]) -> PictureOrientation {
        var reader = ByteReader(bytes)
        guard (try? reader.take(12)) != nil else { return .topLeft }
        while let name = try? reader.take(4), let size = try? reader.take(4) {
            let count = size.reversed().reduce(0) { $0 << 8 | Int($1) }
            guard let content = try? reader.take(count) else { break }
            if name.elementsEqual("EXIF".utf8) { return PictureOrientation(exif: content) }
            if !count.isMultiple(of: 2) { _ = try? reader.take(1) }
        }
        return .topLeft
    }

    private static func words(_ status: VP8StatusCode) -> String {
        switch status {
        case VP8_STATUS_OUT_OF_MEMORY: "no memory"
        case VP8_STATUS_UNSUPPORTED_FEATURE: "a feature that the library does not know"
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: "the data end before the picture begins"
        default: "the data break the format"
        }
    }
}
