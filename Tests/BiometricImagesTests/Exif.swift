import BiometricImages

/// Exif data with an orientation alone.
enum Exif {
    /// A TIFF header and a directory of one field.
    static func data(_ value: Int, isLittleEndian: Bool) -> [UInt8] {
        let field: (Int, Int) -> [UInt8] = { number, width in
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        var data: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        for (number, width) in [(42, 2), (8, 4), (1, 2), (0x0112, 2), (3, 2), (1, 4), (value, 2), (0, 2), (0, 4)] {
            data += field(number, width)
        }
        return data
    }

    /// A JPEG with that segment behind its first marker.
    static func inserted(_ value: Int, isLittleEndian: Bool, into jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif".utf8) + [0, 0] + data(value, isLittleEndian: isLittleEndian)
        let length = content.count + 2
        let head: [UInt8] = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        return Array(jpeg.prefix(2)) + head + content + Array(jpeg.dropFirst(2))
    }

    /// A picture of one channel as it is shown by an orientation, after the definition: where line 0 and column 0 lie.
    static func shown(_ image: PixelImage, _ value: Int) -> PixelImage? {
        let (width, height) = value < 5 ? (image.width, image.height) : (image.height, image.width)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (right, below) = (width - 1 - x, height - 1 - y)
                let (line, column) =
                    switch value {
                    case 1: (y, x)
                    case 2: (y, right)
                    case 3: (below, right)
                    case 4: (below, x)
                    case 5: (x, y)
                    case 6: (right, y)
                    case 7: (right, below)
                    default: (x, below)
                    }
                pixels.append(image.pixels[line * image.width + column])
            }
        }
        return PixelImage(width: width, height: height, channelCount: 1, pixels: pixels)
    }
}
