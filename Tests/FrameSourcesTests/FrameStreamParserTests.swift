import FrameSources
import Testing

@Suite("Streams of frames: YUV4MPEG2 and JPEG pictures one after the other")
struct FrameStreamParserTests {
    /// A stream of grey frames, each filled with its number.
    static func y4m(width: Int, height: Int, count: Int, chroma: String = "mono", colours: Int = 0) -> [UInt8] {
        var bytes = Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C\(chroma)\n".utf8)
        for number in 0..<count {
            bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(number), count: width * height)
            bytes += [UInt8](repeating: 128, count: colours)
        }
        return bytes
    }

    /// A picture in the outline of JPEG: a header with a thumbnail in it, a frame header, a scan with a stuffed byte and
    /// a restart.
    static func jpeg(width: UInt8, height: UInt8) -> [UInt8] {
        [
            0xFF, 0xD8, 0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 0xFF, 0xD9, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1,
            0x11, 0,
        ]
            + [0xFF, 0xDA, 0, 2, 1, 0xFF, 0, 2, 0xFF, 0xD0, 3, 0xFF, 0xD9]
    }

    static func frames(_ bytes: [UInt8], piece: Int, _ limits: FrameLimits = FrameLimits()) throws(FrameError)
        -> [Frame]
    {
        var parser = FrameStreamParser(limits)
        var frames: [Frame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let frame = try parser.next() { frames.append(frame) }
        }
        return frames
    }

    @Test(arguments: [1, 7, 64, 100_000])
    func `cuts a stream wherever its bytes were parted`(piece: Int) throws {
        let found = try Self.frames(Self.y4m(width: 6, height: 4, count: 5), piece: piece)
        #expect(found.map(\.sequence) == [0, 1, 2, 3, 4])
        #expect(found.map(\.time) == (0..<5).map { .milliseconds(40) * $0 })
        #expect(found.allSatisfy { $0.width == 6 && $0.height == 4 && $0.format == .grey })
        #expect(found.map(\.bytes) == (0..<5).map { [UInt8](repeating: $0, count: 24) })
    }

    @Test(arguments: [("420jpeg", 2 * 3 * 2), ("422", 2 * 3 * 3), ("444", 2 * 5 * 3), ("411", 2 * 2 * 3), ("mono", 0)])
    func `keeps the brightness of streams with colours`(chroma: String, colours: Int) throws {
        let stream = Self.y4m(width: 5, height: 3, count: 3, chroma: chroma, colours: colours)
        #expect(try Self.frames(stream, piece: 50).map(\.bytes) == (0..<3).map { [UInt8](repeating: $0, count: 15) })
    }

    @Test(arguments: [1, 9, 1000])
    func `parts JPEG pictures, with what stands between them left out`(piece: Int) throws {
        let pictures = [Self.jpeg(width: 3, height: 2), Self.jpeg(width: 9, height: 8), Self.jpeg(width: 5, height: 5)]
        let header = Array("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        let plain = try Self.frames(pictures.flatMap { $0 }, piece: piece)
        let multipart = try Self.frames(pictures.flatMap { header + $0 }, piece: piece)
        #expect(plain.map(\.bytes) == pictures && multipart.map(\.bytes) == pictures)
        #expect(plain.map(\.width) == [3, 9, 5] && plain.map(\.height) == [2, 8, 5])
        #expect(plain.allSatisfy { $0.format == .mjpeg })
    }

    @Test func `keeps what came before a stream that ends within a frame`() throws {
        var parser = FrameStreamParser()
        parser.append(Self.y4m(width: 4, height: 4, count: 3).dropLast(5))
        let sequences = try (0..<3).map { _ in try parser.next()?.sequence }
        #expect(sequences == [0, 1, nil])
        #expect(parser.isWithinFrame)
        var pictures = FrameStreamParser()
        pictures.append((Self.jpeg(width: 2, height: 2) + Self.jpeg(width: 2, height: 2)).dropLast(3))
        let found = try (0..<2).map { _ in try pictures.next() != nil }
        #expect(found == [true, false])
        #expect(pictures.isWithinFrame)
    }

    @Test(arguments: [
        ("no stream", Array("RIFF....AVI ".utf8), FrameError.notAStream),
        ("no size", Array("YUV4MPEG2 F25:1\n".utf8), .malformed("the size of the frames is missing", offset: 0)),
        ("an empty size", Array("YUV4MPEG2 W0 H4\n".utf8), .malformed("the size of the frames is missing", offset: 0)),
        (
            "a size below zero", Array("YUV4MPEG2 W-4 H-4\n".utf8),
            .malformed("the size of the frames is missing", offset: 0)
        ),
        (
            "a huge size", Array("YUV4MPEG2 W30000 H30000\n".utf8),
            .tooLarge(width: 30000, height: 30000, limit: 24_000_000)
        ),
        (
            "deep colours", Array("YUV4MPEG2 W4 H4 C420p10\n".utf8),
            .malformed("the colours are of a kind that is not read here", offset: 0)
        ),
        (
            "a line without end", Array("YUV4MPEG2 W4 H4 X".utf8) + [UInt8](repeating: 65, count: 2000),
            .malformed("a line of parameters does not end", offset: 0)
        ),
        (
            "no frame", Array("YUV4MPEG2 W4 H4\nFRANE\n".utf8), .malformed("a frame does not begin as one", offset: 16)
        ),
        ("a broken picture", [0xFF, 0xD8, 0x12, 0x34], .malformed("a picture breaks off", offset: 2)),
        ("an empty segment", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], .malformed("a picture breaks off", offset: 2)),
        (
            "a picture without a size", [0xFF, 0xD8, 0xFF, 0xD9], .malformed("a picture has no size", offset: 0)
        ),
        (
            "no second picture", jpeg(width: 2, height: 2) + [UInt8](repeating: 0, count: 70_000),
            .malformed("no further picture begins", offset: 38)
        ),
    ])
    func `says what is wrong with a stream`(name: String, bytes: [UInt8], error: FrameError) {
        #expect(throws: error) { try Self.frames(bytes, piece: 1 << 20) }
    }

    @Test func `keeps its limits`() {
        var limits = FrameLimits()
        limits.frameCount = 2
        #expect(throws: FrameError.tooManyFrames(limit: 2)) {
            try Self.frames(Self.y4m(width: 2, height: 2, count: 3), piece: 10, limits)
        }
        limits.byteCount = 30
        #expect(throws: FrameError.tooManyBytes(limit: 30)) {
            try Self.frames(Self.jpeg(width: 2, height: 2), piece: 100, limits)
        }
        #expect(throws: FrameError.tooManyBytes(limit: 30)) {
            try Self.frames(Array(Self.jpeg(width: 2, height: 2).dropLast(2)), piece: 100, limits)
        }
        limits.pixelCount = 3
        #expect(throws: FrameError.tooLarge(width: 2, height: 2, limit: 3)) {
            try Self.frames(Self.y4m(width: 2, height: 2, count: 1), piece: 10, limits)
        }
    }

    @Test func `tells a stream from a single picture`() {
        let picture = Self.jpeg(width: 2, height: 2)
        #expect(FrameStream.isStream(Self.y4m(width: 2, height: 2, count: 1)))
        #expect(FrameStream.isStream(picture + picture))
        #expect(!FrameStream.isStream(picture))
        #expect(!FrameStream.isStream(Array("P5 2 2 255".utf8)))
    }

    @Test func `takes the brightness of each pixel format`() throws {
        let yuyv: [UInt8] = [1, 90, 2, 91, 3, 90, 4, 91]
        let nv12: [UInt8] = [1, 2, 3, 4, 90, 91]
        func frame(_ format: Frame.PixelFormat, _ bytes: [UInt8]) -> Frame? {
            Frame(width: 2, height: 2, format: format, bytes: bytes, time: .zero, sequence: 0)
        }
        #expect(frame(.yuyv, yuyv)?.grey == [1, 2, 3, 4])
        #expect(frame(.nv12, nv12)?.grey == [1, 2, 3, 4])
        #expect(frame(.grey, [1, 2, 3, 4])?.grey == [1, 2, 3, 4])
        #expect(try #require(frame(.mjpeg, Self.jpeg(width: 2, height: 2))).grey == nil)
        for (format, bytes) in [(.yuyv, yuyv), (.nv12, nv12), (.grey, [1, 2, 3, 4])] as [(Frame.PixelFormat, [UInt8])] {
            #expect(frame(format, bytes.dropLast()) == nil)
        }
    }
}
