import ByteCoding

/// The way from a file's bytes to the codec of its format.
struct FileDecoder {
    let bytes: [UInt8]
    let page: Int
    let longestSide: Int?
    let isGrey: Bool
    let limits: ImageLimits

    init(_ bytes: [UInt8], page: Int, longestSide: Int?, isGrey: Bool, limits: ImageLimits) {
        self.bytes = bytes
        self.page = page
        self.longestSide = longestSide
        self.isGrey = isGrey
        self.limits = limits
    }

    func decode() throws(ImageError) -> (picture: StoredPicture, format: PictureFormat) {
        guard let format = PictureFormat.detect(bytes) else { throw .unrecognized }
        guard bytes.count <= limits.byteCount else {
            throw .tooManyBytes(count: bytes.count, limit: limits.byteCount)
        }
        guard page == 0 || format == .tiff else { throw .noSuchPage(page, pageCount: 1) }
        switch format {
        case .jpeg:
            return (try JPEGCodec.decodeFile(bytes, isGrey: isGrey, longestSide: longestSide, limits), format)
        case .tiff: return (try TIFFCodec.decode(bytes, page: page, isGrey: isGrey, limits), format)
        case .png:
            let decoded = try PNGCodec.decode(bytes, limits, keepsUpperPart: true)
            return (stored(decoded, PNGChunks.orientation(in: bytes)), format)
        case .webp:
            return (stored(try WebPCodec.decode(bytes, limits), WebPCodec.orientation(in: bytes)), format)
        case .bmp: return (stored(try BMPDecoder.decode(bytes, limits)), format)
        case .pnm: return (stored(try PNMDecoder.decode(bytes, limits)), format)
        case .jp2: return (stored(try JPEG2000Codec.decode(bytes, .jp2, limits.asStandard)), format)
        case .jpeg2000Codestream:
            return (stored(try JPEG2000Codec.decode(bytes, .jpeg2000Codestream, limits.asStandard)), format)
        case .wsq: return (stored(try WSQCodec.decode(bytes, limits.asStandard)), format)
        }
    }

    private func stored(_ decoded: DecodedImage, _ orientation: PictureOrientation = .topLeft) -> StoredPicture {
        StoredPicture(
            isGrey ? decoded.image.grey : decoded.image, orientation: orientation, remarks: decoded.remarks,
            breaksOff: decoded.breaksOff)
    }
}

extension ImageLimits {
    /// These codecs need many times the memory of their pixels: no more than on a chip.
    fileprivate var asStandard: ImageLimits {
        ImageLimits(byteCount: byteCount, pixelCount: min(pixelCount, ImageLimits.standard.pixelCount))
    }
}

extension PixelImage {
    /// Brightness alone.
    var grey: PixelImage {
        guard channelCount == 3 else { return self }
        let count = width * height
        let grey = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            pixels.withUnsafeBufferPointer { source in
                for index in 0..<count {
                    target[index] = Brightness.of(source[3 * index], source[3 * index + 1], source[3 * index + 2])
                }
            }
            filled = count
        }
        return PixelImage(width: width, height: height, channelCount: 1, pixels: grey) ?? self
    }
}

/// The brightness of a colour, as JPEG computes it.
///
/// Spec: ITU-R BT.601, in 65,536ths.
enum Brightness {
    @inline(__always)
    static func of(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (19_595 * UInt32(red) + 38_470 * UInt32(green) + 7_471 * UInt32(blue) + 32_768) >> 16)
    }

    /// A channel laid on white; `value` is not multiplied by the alpha.
    @inline(__always)
    static func onWhite(_ value: UInt8, alpha: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(value) * UInt32(alpha) + 255 * (255 - UInt32(alpha)) + 127) / 255)
    }
}
