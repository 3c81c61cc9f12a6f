import BiometricImages
import ByteCoding
import Foundation
import TestSupport
import Testing

@Suite("Damaged and hostile picture files")
struct HostileFileTests {
    /// All stored forms but JPEG 2000, which OpenJPEG may abort on.
    static func names() throws -> [String] {
        let folder = Repository.testVectors.appending(path: "biometric-images/files")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    }

    private static func isTooLarge(_ error: ImageError?, limit: Int) -> Bool {
        guard case .tooManyPixels(30_000, 30_000, limit: limit) = error else { return false }
        return true
    }

    @Test
    func `thirty thousand pixels square are refused by the header`() throws {
        var tiff = try DrawnPicture.file("rgb.tif")
        // ImageWidth and ImageLength as SHORT, little-endian: behind tag, type and count.
        for tag in [[0x00, 0x01], [0x01, 0x01]] as [[UInt8]] {
            let entry = try #require(
                tiff.indices.first { tiff[$0...].starts(with: tag + [3, 0, 1, 0, 0, 0]) }
                    ?? tiff.indices.first { tiff[$0...].starts(with: tag + [4, 0, 1, 0, 0, 0]) })
            tiff.replaceSubrange(entry + 8..<entry + 12, with: [0x30, 0x75, 0, 0])
        }
        var webp = try DrawnPicture.file("lossy.webp")
        let frame = try #require(webp.indices.first { webp[$0...].starts(with: [0x9D, 0x01, 0x2A]) })
        webp.replaceSubrange(frame + 3..<frame + 7, with: [0x00, 0x3F, 0x00, 0x3F])
        #expect(throws: ImageError.tooManyPixels(width: 0x3F00, height: 0x3F00, limit: 40_000_000)) {
            try GreyDecoder.decode(webp)
        }
        let pnm = Array("P5 30000 30000 255\n".utf8)
        let bmp = PlainPictureTests.bitmap(width: 30_000, height: 30_000, bits: 1, [0, 0, 0, 0])
        for file in [tiff, pnm, bmp] {
            let error = #expect(throws: ImageError.self) { try GreyDecoder.decode(file) }
            #expect(Self.isTooLarge(error, limit: 40_000_000))
        }
        let jpeg = try resized(
            ImageEncoder.jpeg(Pictures.gradient(width: 8, height: 8, channelCount: 3)), 30_000, 30_000)
        let error = #expect(throws: ImageError.self) { try GreyDecoder.decode(jpeg, longestSide: 100) }
        #expect(Self.isTooLarge(error, limit: 120_000_000))
    }

    /// A JPEG whose frame header says another size.
    private func resized(_ jpeg: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        var jpeg = jpeg
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && [0xC0, 0xC2].contains(jpeg[$0 + 1]) })
        jpeg.replaceSubrange(
            frame + 5..<frame + 9,
            with: [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)])
        return jpeg
    }

    @Test
    func `a large photo is made smaller while it is read, unless its codec holds it whole`() throws {
        let small = try ImageEncoder.jpeg(Pictures.gradient(width: 64, height: 64, channelCount: 3))
        let photo = try GreyDecoder.decode(resized(small, 10_000, 9_000))
        #expect(photo.scale == 0.5)
        #expect((photo.picture.width, photo.picture.height) == (5_000, 4_500))
        #expect((photo.originalWidth, photo.originalHeight) == (10_000, 9_000))
        #expect(!photo.remarks.isEmpty)
        let progressive = try resized(DrawnPicture.file("progressive.jpg"), 10_000, 9_000)
        #expect(throws: ImageError.tooManyPixels(width: 10_000, height: 9_000, limit: 40_000_000)) {
            try GreyDecoder.decode(progressive, longestSide: 100)
        }
    }

    @Test
    func `more bytes than the limit are refused`() throws {
        let file = try DrawnPicture.file("rgb.tif")
        let limits = ImageLimits(byteCount: file.count - 1, pixelCount: 1 << 20)
        #expect(throws: ImageError.tooManyBytes(count: file.count, limit: file.count - 1)) {
            try GreyDecoder.decode(file, limits: limits)
        }
    }

    @Test(arguments: ["rgb.bmp", "rgb.ppm", "grey.pgm", "bilevel.pbm", "rgb-strips.tif"])
    func `the upper part of a picture that ends early is kept, with a remark`(_ name: String) throws {
        let whole = try DrawnPicture.file(name)
        // The directory of a TIFF may stand behind its samples, so that a cut file has none.
        let cut =
            name.hasSuffix("tif")
            ? try GreyDecoder.decode(shortened(whole)) : try GreyDecoder.decode(Array(whole.dropLast(whole.count / 3)))
        #expect(cut.remarks.count == 1)
        #expect(cut.breaksOff)
        let expected = try GreyDecoder.decode(whole).picture.pixels
        let (upper, lower) = (48 * 4..<48 * 8, 48 * 20..<48 * 28)
        if name == "rgb.bmp" {
            // Stored from below.
            #expect(cut.picture.pixels[lower] == expected[lower])
        } else {
            #expect(cut.picture.pixels[upper] == expected[upper])
        }
        #expect(cut.picture.pixels != expected)
    }

    /// The last strip's offset leads out of the file.
    private func shortened(_ tiff: [UInt8]) throws -> [UInt8] {
        let decoded = try GreyDecoder.decode(tiff)
        try #require(decoded.format == .tiff)
        var tiff = tiff
        let entry = try #require(
            tiff.indices.first { tiff[$0...].starts(with: [0x11, 0x01, 4, 0, 7, 0, 0, 0]) })
        let offsets = (0..<4).reduce(0) { $0 | Int(tiff[entry + 8 + $1]) << (8 * $1) }
        tiff.replaceSubrange(offsets + 24..<offsets + 28, with: [0xFF, 0xFF, 0xFF, 0x7F])
        return tiff
    }

    @Test
    func `a TIFF that ends inside its second page says so with the first`() throws {
        let whole = try DrawnPicture.file("pages.tif")
        let pages = try #require(TIFFDirectories(whole[...])).pages(limit: 9)
        #expect(try !GreyDecoder.decode(whole, page: 2).breaksOff)
        let cut = try GreyDecoder.decode(Array(whole.prefix(pages[1])))
        #expect(cut.breaksOff)
        #expect(cut.remarks == ["a page that should follow lies behind the end of the file"])
        #expect(cut.pageCount == 1)
    }

    @Test
    func `bytes that are too many are remarked, and nothing is missing`() throws {
        var jpeg = try ImageEncoder.jpeg(Pictures.gradient(width: 64, height: 64, channelCount: 1))
        jpeg.insert(contentsOf: [UInt8](repeating: 1, count: 300), at: jpeg.count - 2)
        let decoded = try GreyDecoder.decode(jpeg)
        #expect(!decoded.remarks.isEmpty)
        #expect(!decoded.breaksOff)
    }

    @Test
    func `half a PNG, JPEG or WebP shows its upper half`() throws {
        // Noise, so that the PNG is many times the block in which its codec reads.
        var state: UInt32 = 1
        let pixels = (0..<300 * 300).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let image = try #require(PixelImage(width: 300, height: 300, channelCount: 1, pixels: pixels))
        for bytes in [try ImageEncoder.png(image), try ImageEncoder.jpeg(image)] {
            let whole = try GreyDecoder.decode(bytes).picture
            let half = try GreyDecoder.decode(Array(bytes.prefix(bytes.count / 2)))
            #expect(half.remarks.count == 1)
            #expect(half.breaksOff)
            #expect(half.picture.pixels.prefix(300 * 100) == whole.pixels.prefix(300 * 100))
            #expect(half.picture != whole)
        }
        let webp = try DrawnPicture.file("lossy.webp")
        let cut = try? GreyDecoder.decode(Array(webp.dropLast(20)))
        #expect(cut == nil || cut?.remarks.count == 1 && cut?.breaksOff == true)
        #expect(throws: ImageError.self) { try GreyDecoder.decode(Array(DrawnPicture.file("grey.tif").dropLast(600))) }
        // A chip's picture is whole, or none.
        let png = try ImageEncoder.png(image)
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(png.prefix(png.count / 2))) }
    }

    @Test
    func `an animation is refused by name`() throws {
        #expect(throws: ImageError.unsupported(.webp, "it is an animation")) {
            try GreyDecoder.decode(DrawnPicture.file("animation.webp"))
        }
    }

    @Test
    func `pages beyond the limit are not counted, and a chain of pages that comes back ends`() throws {
        var file = try DrawnPicture.file("pages.tif")
        let limits = ImageLimits(byteCount: 1 << 20, pixelCount: 1 << 20, pageCount: 2)
        #expect(try GreyDecoder.decode(file, limits: limits).pageCount == 2)
        #expect(throws: ImageError.noSuchPage(2, pageCount: 2)) {
            try GreyDecoder.decode(file, page: 2, limits: limits)
        }
        // The first directory's link leads to itself.
        let offset = (0..<4).reduce(0) { $0 | Int(file[4 + $1]) << (8 * $1) }
        let count = Int(file[offset]) | Int(file[offset + 1]) << 8
        file.replaceSubrange(offset + 2 + count * 12..<offset + 6 + count * 12, with: file[4..<8])
        #expect(try GreyDecoder.decode(file).pageCount == 1)
    }

    @Test(arguments: [0, 9, 255])
    func `an orientation that does not exist is that of an upright picture`(_ value: Int) throws {
        let jpeg = try ImageEncoder.jpeg(Pictures.gradient(width: 16, height: 8, channelCount: 1))
        let decoded = try GreyDecoder.decode(Exif.inserted(value, isLittleEndian: false, into: jpeg))
        #expect(decoded.orientation == .topLeft)
        #expect(decoded.picture == (try GreyDecoder.decode(jpeg).picture))
    }

    @Test(arguments: try names())
    func `a file cut anywhere or changed anywhere is decoded or refused`(_ name: String) throws {
        let file = try DrawnPicture.file(name)
        let limits = ImageLimits(byteCount: 1 << 20, pixelCount: 1 << 18)
        for count in stride(from: 0, to: file.count, by: max(1, file.count / 150)) {
            _ = try? GreyDecoder.decode(Array(file.prefix(count)), limits: limits)
        }
        var state: UInt64 = 0x9303
        for _ in 0..<200 {
            var changed = file
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // Headers are met more often than their share.
                let reach = state >> 62 == 0 ? file.count : min(file.count, 120)
                changed[Int(state >> 33) % reach] = UInt8(truncatingIfNeeded: state >> 25)
            }
            if let decoded = try? GreyDecoder.decode(changed, limits: limits) {
                #expect(decoded.picture.pixels.count == decoded.picture.width * decoded.picture.height)
            }
        }
    }
}
