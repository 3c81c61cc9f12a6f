import ByteCoding

/// Bitmap files of Windows: 1, 4, 8, 16, 24 and 32 bits a pixel, without compression, from either end.
///
/// Spec: the structures BITMAPFILEHEADER, BITMAPCOREHEADER, BITMAPINFOHEADER and BITMAPV5HEADER of the Windows API.
struct BMPDecoder {
    private let bytes: [UInt8]
    private let header: Header

    /// Tolerated: data that end early; the lines that are there make a picture on white.
    static func decode(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> DecodedImage {
        let header = try Header(bytes)
        try limits.check(width: header.width, height: header.height)
        return try BMPDecoder(bytes: bytes, header: header).decode()
    }

    private func decode() throws(ImageError) -> DecodedImage {
        let (width, height) = (header.width, header.height)
        let lineLength = (width * header.bitsPerPixel + 31) / 32 * 4
        let lineCount = min(height, max(0, bytes.count - header.pixelOffset) / lineLength)
        guard lineCount > 0 else { throw .malformed(.bmp, "the data end before the first line") }
        var pixels = [UInt8](repeating: 0xFF, count: width * height * 3)
        for line in 0..<lineCount {
            let start = header.pixelOffset + line * lineLength
            let place = (header.isTopDown ? line : height - 1 - line) * width * 3
            bytes.withUnsafeBufferPointer { source in
                pixels.withUnsafeMutableBufferPointer { target in
                    decode(
                        UnsafeBufferPointer(rebasing: source[start..<start + lineLength]),
                        to: UnsafeMutableBufferPointer(rebasing: target[place..<place + width * 3]))
                }
            }
        }
        guard let image = PixelImage(width: width, height: height, channelCount: 3, pixels: pixels) else {
            throw .malformed(.bmp, "the size does not fit the data")
        }
        return DecodedImage(
            image: image,
            remarks: lineCount == height ? [] : ["the data end after \(lineCount) of \(height) lines"],
            breaksOff: lineCount != height)
    }

    private func decode(_ line: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>) {
        switch header.bitsPerPixel {
        case 24:
            for x in 0..<header.width {
                (target[3 * x], target[3 * x + 1], target[3 * x + 2]) = (line[3 * x + 2], line[3 * x + 1], line[3 * x])
            }
        case 16:
            for x in 0..<header.width {
                put(UInt32(line[2 * x]) | UInt32(line[2 * x + 1]) << 8, at: 3 * x, in: target)
            }
        case 32:
            for x in 0..<header.width {
                let low = UInt32(line[4 * x]) | UInt32(line[4 * x + 1]) << 8
                put(low | UInt32(line[4 * x + 2]) << 16 | UInt32(line[4 * x + 3]) << 24, at: 3 * x, in: target)
            }
        default:
            let bits = header.bitsPerPixel
            for x in 0..<header.width {
                let shift = 8 - bits - x * bits % 8
                let index = Int(line[x * bits / 8] >> shift) & (1 << bits - 1)
                // An index without a colour is black.
                let colour = index < header.palette.count ? header.palette[index] : (0, 0, 0)
                (target[3 * x], target[3 * x + 1], target[3 * x + 2]) = colour
            }
        }
    }

    private func put(_ value: UInt32, at place: Int, in target: UnsafeMutableBufferPointer<UInt8>) {
        let alpha = header.alpha.isEmpty ? 255 : header.alpha.sample(of: value)
        for (channel, mask) in header.colours.enumerated() {
            target[place + channel] = Brightness.onWhite(mask.sample(of: value), alpha: alpha)
        }
    }
}

extension BMPDecoder {
    /// A channel's bits within a pixel.
    struct Mask {
        let bits: UInt32

        var isEmpty: Bool { bits == 0 }

        /// The bits as a number from 0 to 255.
        func sample(of value: UInt32) -> UInt8 {
            guard bits != 0 else { return 0 }
            let shift = UInt32(bits.trailingZeroBitCount)
            let largest = UInt64(bits >> shift)
            return UInt8(truncatingIfNeeded: (UInt64((value & bits) >> shift) * 255 + largest / 2) / largest)
        }
    }

    /// What the two headers and the palette say.
    struct Header {
        let width: Int
        let height: Int
        let isTopDown: Bool
        let bitsPerPixel: Int
        let pixelOffset: Int
        private(set) var colours = [Mask(bits: 0xFF_0000), Mask(bits: 0xFF00), Mask(bits: 0xFF)]
        private(set) var alpha = Mask(bits: 0)
        private(set) var palette: [(UInt8, UInt8, UInt8)] = []

        init(_ bytes: [UInt8]) throws(ImageError) {
            do {
                var reader = ByteReader(bytes)
                _ = try reader.take(10)
                pixelOffset = try reader.littleEndian(4)
                let start = reader.offset
                let size = try reader.littleEndian(4)
                let isOld = size < 16
                width = try reader.littleEndian(isOld ? 2 : 4)
                let storedHeight = try reader.littleEndian(isOld ? 2 : 4)
                // A height below zero: the first line is the upper one.
                isTopDown = !isOld && storedHeight > Int(Int32.max)
                height = isTopDown ? (1 << 32) - storedHeight : storedHeight
                _ = try reader.take(2)
                bitsPerPixel = try reader.littleEndian(2)
                let compression = size >= 20 ? try reader.littleEndian(4) : 0
                try Self.check(bitsPerPixel, compression)
                let endOfHeader = start + size
                if bitsPerPixel == 16 { colours = [0x7C00, 0x03E0, 0x001F].map(Mask.init) }
                if compression != 0 {
                    // The masks follow the header of 40 bytes, and are a part of the longer ones.
                    _ = try reader.take(start + 40 - reader.offset)
                    colours = [try reader.mask(), try reader.mask(), try reader.mask()]
                    if compression == 6 || size >= 56 { alpha = try reader.mask() }
                }
                guard bitsPerPixel <= 8 else { return }
                reader = ByteReader(bytes)
                _ = try reader.take(endOfHeader)
                let entry = isOld ? 3 : 4
                let room = max(0, min(pixelOffset, bytes.count) - endOfHeader) / entry
                for _ in 0..<min(room, 1 << bitsPerPixel) {
                    let colour = Array(try reader.take(entry))
                    palette.append((colour[2], colour[1], colour[0]))
                }
            } catch let error as ImageError {
                throw error
            } catch {
                throw .malformed(.bmp, "the data end within the header")
            }
        }

        private static func check(_ bits: Int, _ compression: Int) throws(ImageError) {
            guard [0, 3, 6].contains(compression) else {
                throw .unsupported(.bmp, "it is compressed by method \(compression)")
            }
            guard compression == 0 ? [1, 4, 8, 16, 24, 32].contains(bits) : bits == 16 || bits == 32 else {
                throw .unsupported(.bmp, "\(bits) bits a pixel")
            }
        }
    }
}

extension ByteReader {
    fileprivate mutating func littleEndian(_ width: Int) throws(DecodingFailure) -> Int {
        try take(width).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    fileprivate mutating func mask() throws(DecodingFailure) -> BMPDecoder.Mask {
        BMPDecoder.Mask(bits: UInt32(truncatingIfNeeded: try littleEndian(4)))
    }
}
