import BiometricImages
import ByteCoding
import TestSupport
import Testing

@Suite("Picture files to upright grey")
struct GreyDecoderTests {
    @Test(arguments: [
        "rgb.tif", "rgb-lzw.tif", "rgb-deflate.tif", "rgb-tiles.tif", "rgb-planes.tif", "rgb-big.tif",
        "rgb-strips.tif", "rgb-16.tif", "palette.tif", "rgba.tif", "grey.tif", "grey-16.tif",
        "grey-16-white-is-zero.tif", "lossless.webp", "alpha.webp", "rgb.bmp", "grey.bmp", "rgb.ppm",
        "grey.pgm",
    ])
    func `a picture without loss gives the drawn brightness`(_ name: String) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file(name))
        #expect(decoded.picture.channelCount == 1)
        // Brightness is rounded by the writer of grey files, too.
        #expect(try DrawnPicture.difference(decoded.picture) <= 1)
        #expect(decoded.scale == 1)
        #expect(decoded.pageCount == 1)
        #expect(decoded.remarks.isEmpty)
    }

    @Test(arguments: ["bilevel.tif", "bilevel-g3.tif", "bilevel-g4.tif", "bilevel.bmp", "bilevel.pbm"])
    func `a picture of one bit is black on white`(_ name: String) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file(name))
        #expect(decoded.picture == DrawnPicture.bilevel)
    }

    @Test(arguments: [("rgb-jpeg.tif", 2), ("lossy.webp", 4), ("printing.jpg", 4), ("progressive.jpg", 4)])
    func `a picture with loss stays close`(_ name: String, zoom: Int) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file(name))
        #expect(try DrawnPicture.difference(decoded.picture, zoom: zoom) < 40)
    }

    @Test(arguments: 1...8)
    func `each orientation of a TIFF gives the same upright picture`(_ value: Int) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file("orientation-\(value).tif"))
        #expect(decoded.orientation.rawValue == value)
        #expect(decoded.picture == DrawnPicture.grey)
        #expect(decoded.originalWidth == 48)
        #expect(decoded.originalHeight == 32)
    }

    @Test(arguments: ["webp", "png"], [3, 6])
    func `the Exif orientation of a picture without loss is honoured`(_ end: String, value: Int) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file("orientation-\(value).\(end)"))
        #expect(decoded.orientation.rawValue == value)
        #expect(decoded.picture == DrawnPicture.grey)
    }

    /// The segment that carries an orientation, put into a JPEG of ours, which is then the same picture eight ways.
    @Test(arguments: 1...8)
    func `each Exif orientation of a JPEG turns or mirrors the picture`(_ value: Int) throws {
        let stored = try GreyDecoder.decode(DrawnPicture.file("progressive.jpg")).picture
        let jpeg = try ImageEncoder.jpeg(stored, quality: 100)
        let plain = try GreyDecoder.decode(jpeg).picture
        for isLittleEndian in [true, false] {
            let decoded = try GreyDecoder.decode(Exif.inserted(value, isLittleEndian: isLittleEndian, into: jpeg))
            #expect(decoded.orientation.rawValue == value)
            #expect(decoded.picture == Exif.shown(plain, value))
            #expect(decoded.originalWidth == (value < 5 ? 192 : 128))
        }
    }

    @Test(arguments: [3, 6])
    func `a JPEG of another writer comes out upright`(_ value: Int) throws {
        let decoded = try GreyDecoder.decode(DrawnPicture.file("orientation-\(value).jpg"))
        #expect(try DrawnPicture.difference(decoded.picture, zoom: 4) < 40)
    }

    @Test
    func `pages are counted and chosen`() throws {
        let file = try DrawnPicture.file("pages.tif")
        #expect(try GreyDecoder.decode(file).pageCount == 3)
        #expect(try DrawnPicture.difference(GreyDecoder.decode(file, page: 1).picture) <= 1)
        let last = try GreyDecoder.decode(file, page: 2).picture
        #expect(try last.pixels.reversed() == #require(DrawnPicture.bilevel).pixels)
        #expect(throws: ImageError.noSuchPage(3, pageCount: 3)) { try GreyDecoder.decode(file, page: 3) }
        #expect(throws: ImageError.noSuchPage(-1, pageCount: 3)) { try GreyDecoder.decode(file, page: -1) }
        #expect(throws: ImageError.noSuchPage(1, pageCount: 1)) {
            try GreyDecoder.decode(DrawnPicture.file("rgb.ppm"), page: 1)
        }
    }

    @Test(arguments: [(nil, 1), (800, 1), (401, 1), (400, 2), (201, 2), (200, 4), (100, 8), (1, 8)] as [(Int?, Int)])
    func `a JPEG is decoded as small as the longest side allows`(_ side: Int?, denominator: Int) throws {
        let image = try Pictures.gradient(width: 800, height: 533, channelCount: 3)
        let decoded = try GreyDecoder.decode(ImageEncoder.jpeg(image), longestSide: side)
        #expect(decoded.scale == 1 / Double(denominator))
        #expect(decoded.picture.width == 800 / denominator)
        #expect(decoded.picture.height == (533 + denominator - 1) / denominator)
        #expect((decoded.originalWidth, decoded.originalHeight) == (800, 533))
    }

    @Test
    func `colours are kept where they are asked for, upright or as stored`() throws {
        for name in ["orientation-6.tif", "orientation-6.png", "orientation-6.webp", "rgb.bmp", "rgb.ppm"] {
            let decoded = try ImageDecoder.decodeFile(DrawnPicture.file(name))
            #expect(decoded.picture == DrawnPicture.colours, "\(name)")
        }
        let stored = try ImageDecoder.decodeFile(DrawnPicture.file("orientation-6.tif"), isUpright: false)
        #expect((stored.picture.width, stored.picture.height) == (32, 48))
        #expect((stored.originalWidth, stored.originalHeight) == (32, 48))
    }

    @Test(arguments: ["rgb.tif", "lossless.webp", "rgb.bmp", "rgb.ppm"])
    func `a chip's picture is not of these formats`(_ name: String) throws {
        let file = try DrawnPicture.file(name)
        #expect(ImageFormat.detect(file) == nil)
        #expect(throws: ImageError.unrecognized) { try ImageDecoder.decode(file) }
        #expect(throws: ImageError.unrecognized) { try ImageDecoder.describe(file) }
    }
}
