import ByteCoding
import CJPEG

/// JPEG by the TurboJPEG interface, which returns errors; the classic one jumps over Swift frames.
enum JPEGCodec {
    /// A decompressor or compressor that is freed with the value.
    struct Handle: ~Copyable {
        let pointer: tjhandle

        init(_ pointer: tjhandle?) throws(ImageError) {
            guard let pointer else { throw .codecFailure(.jpeg, "no memory") }
            self.pointer = pointer
        }

        deinit { tjDestroy(pointer) }

        var words: String { String(cString: tjGetErrorStr2(pointer)) }
        var failure: ImageError { .malformed(.jpeg, words) }
        var isWarning: Bool { tjGetErrorCode(pointer) == Int32(TJERR_WARNING.rawValue) }
    }

    struct Header {
        var width: Int32 = 0
        var height: Int32 = 0
        var colourSpace: Int32 = 0

        var isGrey: Bool { colourSpace == Int32(TJCS_GRAY.rawValue) }
        var isForPrinting: Bool {
            colourSpace == Int32(TJCS_CMYK.rawValue) || colourSpace == Int32(TJCS_YCCK.rawValue)
        }
    }

    static func header(
        _ bytes: [UInt8], _ handle: borrowing Handle, _ limits: ImageLimits, pixelLimit: Int? = nil
    ) throws(ImageError) -> Header {
        var header = Header()
        var subsampling: Int32 = 0
        guard
            tjDecompressHeader3(
                handle.pointer, bytes, UInt(bytes.count), &header.width, &header.height, &subsampling,
                &header.colourSpace) == 0
        else { throw handle.failure }
        try limits.check(
            width: Int(header.width), height: Int(header.height), limit: pixelLimit ?? limits.pixelCount)
        return header
    }

    static func describe(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> ImageDescription {
        let handle = try Handle(tjInitDecompress())
        let header = try header(bytes, handle, limits)
        return ImageDescription(
            format: .jpeg, width: Int(header.width), height: Int(header.height),
            channelCount: header.isGrey ? 1 : header.isForPrinting ? 4 : 3, bitsPerChannel: 8)
    }

    static func decode(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> DecodedImage {
        let handle = try Handle(tjInitDecompress())
        let header = try header(bytes, handle, limits)
        let (format, stored) =
            header.isGrey ? (TJPF_GRAY, 1) : header.isForPrinting ? (TJPF_CMYK, 4) : (TJPF_RGB, 3)
        let (width, height) = (Int(header.width), Int(header.height))
        var pixels = [UInt8](repeating: 0, count: width * height * stored)
        var remarks: [String] = []
        if tjDecompress2(
            handle.pointer, bytes, UInt(bytes.count), &pixels, header.width, 0, header.height,
            Int32(format.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS) != 0
        {
            // A warning leaves a picture, grey where data are missing.
            guard handle.isWarning else { throw handle.failure }
            remarks.append(handle.words)
        }
        if stored == 4 { pixels = colours(ofPrinting: pixels) }
        guard
            let image = PixelImage(
                width: width, height: height, channelCount: header.isGrey ? 1 : 3, pixels: pixels)
        else { throw .malformed(.jpeg, "the size does not fit the data") }
        return DecodedImage(image: image, remarks: remarks)
    }

    /// Printing colours as JPEG stores them (inverted, as Adobe does) to red, green, blue.
    static func colours(ofPrinting pixels: [UInt8]) -> [UInt8] {
        var colours: [UInt8] = []
        colours.reserveCapacity(pixels.count / 4 * 3)
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let black = Int(pixels[start + 3])
            for index in start..<start + 3 { colours.append(UInt8(Int(pixels[index]) * black / 255)) }
        }
        return colours
    }

    static func encode(_ image: PixelImage, quality: Int) throws(ImageError) -> [UInt8] {
        let handle = try Handle(tjInitCompress())
        let isGrey = image.channelCount == 1
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(buffer) }
        guard
            tjCompress2(
                handle.pointer, image.pixels, Int32(image.width), 0, Int32(image.height),
                Int32((isGrey ? TJPF_GRAY : TJPF_RGB).rawValue), &buffer, &count,
                Int32((isGrey ? TJSAMP_GRAY : TJSAMP_420).rawValue), Int32(min(max(quality, 1), 100)),
                TJFLAG_ACCURATEDCT) == 0
        else { throw .codecFailure(.jpeg, handle.words) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }
}
