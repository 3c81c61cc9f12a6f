import BiometricImages
import ByteCoding
import Testing

@Suite("Damaged and hostile pictures")
struct HostilePictureTests {
    static func samples() throws -> [(ImageFormat, [UInt8])] {
        let image = try Pictures.gradient(width: 96, height: 128, channelCount: 3)
        return [
            (.jpeg, try ImageEncoder.jpeg(image)),
            (.png, try ImageEncoder.png(image)),
            (.jp2, try ImageEncoder.jpeg2000(image, as: .jp2)),
            (.jpeg2000Codestream, try ImageEncoder.jpeg2000(image, as: .codestream)),
        ]
    }

    @Test
    func `a picture of no known format is refused`() {
        for bytes: [UInt8] in [[], [0x00], Array("GIF89a".utf8), [UInt8](repeating: 0x20, count: 100)] {
            #expect(throws: ImageError.unrecognized) { try ImageDecoder.decode(bytes) }
        }
    }

    @Test
    func `more bytes than the limit are refused before a codec sees them`() throws {
        for (_, bytes) in try Self.samples() {
            let limits = ImageLimits(byteCount: bytes.count - 1, pixelCount: 1_000_000)
            #expect(throws: ImageError.tooManyBytes(count: bytes.count, limit: bytes.count - 1)) {
                try ImageDecoder.decode(bytes, limits: limits)
            }
            #expect(throws: ImageError.self) { try ImageDecoder.describe(bytes, limits: limits) }
        }
    }

    @Test
    func `more pixels than the limit are refused by the header`() throws {
        for (_, bytes) in try Self.samples() {
            let limits = ImageLimits(byteCount: 1 << 20, pixelCount: 96 * 128 - 1)
            let expected = ImageError.tooManyPixels(width: 96, height: 128, limit: 96 * 128 - 1)
            #expect(throws: expected) { try ImageDecoder.decode(bytes, limits: limits) }
            #expect(throws: expected) { try ImageDecoder.describe(bytes, limits: limits) }
            #expect(
                try ImageDecoder.decode(bytes, limits: .init(byteCount: 1 << 20, pixelCount: 96 * 128)).image.width
                    == 96)
        }
    }

    @Test
    func `a header that claims a giant picture is refused`() throws {
        var png = try ImageEncoder.png(Pictures.gradient(width: 8, height: 8, channelCount: 3))
        png.replaceSubrange(16..<24, with: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0xFF, 0xFF])
        #expect(throws: ImageError.self) { try ImageDecoder.decode(png) }

        var jpeg = try ImageEncoder.jpeg(Pictures.gradient(width: 8, height: 8, channelCount: 3))
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0x00, 0xFF, 0x00])
        #expect(throws: ImageError.tooManyPixels(width: 0xFF00, height: 0xFF00, limit: 24_000_000)) {
            try ImageDecoder.decode(jpeg)
        }

        var codestream = try ImageEncoder.jpeg2000(
            Pictures.gradient(width: 8, height: 8, channelCount: 3), as: .codestream)
        // SIZ: the width and height of the reference grid, and of its tiles.
        for offset in [8, 12, 24, 28] { codestream.replaceSubrange(offset..<offset + 4, with: [0, 0, 0xF0, 0]) }
        #expect(throws: ImageError.tooManyPixels(width: 0xF000, height: 0xF000, limit: 24_000_000)) {
            try ImageDecoder.decode(codestream)
        }
    }

    @Test
    func `a picture that ends early is a picture with a remark, or an error`() throws {
        for (format, bytes) in try Self.samples() {
            for count in stride(from: 12, to: bytes.count - 2, by: bytes.count / 24 + 1) {
                guard let decoded = try? ImageDecoder.decode(Array(bytes.prefix(count))) else { continue }
                #expect(!decoded.remarks.isEmpty, "\(format) cut to \(count) of \(bytes.count)")
                #expect(decoded.image.width == 96)
            }
        }
        // Half of a JPEG or a JPEG 2000 still shows something.
        for (format, bytes) in try Self.samples() where format != .png {
            #expect(throws: Never.self, "\(format)") {
                try ImageDecoder.decode(Array(bytes.prefix(bytes.count * 3 / 4)))
            }
        }
    }

    /// OpenJPEG aborts on some changed files, so JPEG 2000 is changed in the worker's tests.
    @Test(arguments: [ImageFormat.jpeg, .png])
    func `changed pictures are decoded or refused`(_ format: ImageFormat) throws {
        let (_, bytes) = try #require(try Self.samples().first { $0.0 == format })
        var state: UInt64 = 0x9303
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 25)
            }
            if let decoded = try? ImageDecoder.decode(changed, limits: .init(byteCount: 1 << 20, pixelCount: 1 << 20)) {
                #expect(
                    decoded.image.pixels.count == decoded.image.width * decoded.image.height
                        * decoded.image.channelCount)
            }
        }
    }
}
