import BiometricImages
import ByteCoding
import Foundation
import TestSupport
import Testing

/// What a codec would do at length, or would keep silent about.
@Suite("Limits of single codecs")
struct CodecLimitTests {
    /// A small picture of those with which fuzzing begins.
    private static func seed(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Repository.testVectors.appending(path: "fuzz/\(path)")))
    }

    private static func bytes(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    // MARK: JPEG

    @Test
    func `a marker that no JPEG has, or a restart out of turn, breaks a picture off`() throws {
        var foreign = try Self.seed("picture-jpeg/baseline.jpg")
        foreign.replaceSubrange(foreign.count - 100..<foreign.count - 98, with: [0xFF, 0x0F])
        var restarts = try Self.seed("picture-jpeg/restarts.jpg")
        let third = try #require(restarts.indices.dropLast().first { restarts[$0...$0 + 1] == [0xFF, 0xD2] })
        restarts[third + 1] = 0xD6
        for file in [foreign, restarts] {
            let decoded = try GreyDecoder.decode(file)
            #expect(decoded.remarks.count == 1)
            #expect(decoded.breaksOff)
        }
    }

    @Test
    func `a JPEG of very many scans is not decoded to its end`() throws {
        let jpeg = try Self.seed("picture-jpeg/progressive-grey.jpg")
        let last = try #require(jpeg.indices.dropLast().last { jpeg[$0...$0 + 1] == [0xFF, 0xDA] })
        let scan = Array(jpeg[last..<jpeg.count - 2])
        let many = jpeg.dropLast(2) + [[UInt8]](repeating: scan, count: 600).joined() + [0xFF, 0xD9]
        for decode in [{ _ = try GreyDecoder.decode($0) }, { _ = try ImageDecoder.decode($0) }]
            as [([UInt8]) throws -> Void]
        {
            let error = #expect(throws: ImageError.self) { try decode(Array(many)) }
            #expect(error.map { "\($0)" }?.hasSuffix("more than 500 scans") == true)
        }
    }

    @Test
    func `a JPEG whose components come one by one is held whole, and may be no larger than other pictures`() throws {
        let size = Self.bytes(6_000, 2) + Self.bytes(8_000, 2)
        let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let frame = [0xFF, 0xC0] + Self.bytes(17, 2) + [8] + size + components
        let one: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let all: [UInt8] = [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
        #expect(throws: ImageError.tooManyPixels(width: 8_000, height: 6_000, limit: 40_000_000)) {
            try GreyDecoder.decode([0xFF, 0xD8] + frame + one, longestSide: 100)
        }
        // Its tables are missing, which is found later than its size.
        let error = #expect(throws: ImageError.self) {
            try GreyDecoder.decode([0xFF, 0xD8] + frame + all, longestSide: 100)
        }
        guard case .malformed = error else {
            Issue.record("refused for another reason: \(String(describing: error))")
            return
        }
    }

    @Test
    func `of two orientations the first one counts`() throws {
        let jpeg = try ImageEncoder.jpeg(Pictures.gradient(width: 16, height: 8, channelCount: 1))
        let second = Exif.inserted(6, isLittleEndian: true, into: jpeg)
        let both = Exif.inserted(3, isLittleEndian: true, into: second)
        #expect(try GreyDecoder.decode(both).orientation == .bottomRight)
    }

    // MARK: PNG

    @Test(arguments: ["tEXt", "zTXt", "iCCP", "eXIf"])
    func `a chunk before the pixels that is longer than the file gets no room`(_ name: String) throws {
        var png = try Self.seed("picture-png/grey-8.png")
        let chunk = Self.bytes(0x2FFF_FFFF, 4) + Array(name.utf8) + [UInt8](repeating: 65, count: 12)
        png.insert(contentsOf: chunk, at: 33)
        let damaged = ImageError.malformed(.png, "a chunk before the pixels is longer than the file")
        #expect(throws: damaged) { try GreyDecoder.decode(png) }
        #expect(throws: damaged) { try ImageDecoder.describe(png) }
    }

    // MARK: JPEG 2000

    /// Where the segment SIZ of a codestream begins.
    private static func sizePlace(_ bytes: [UInt8]) throws -> Int {
        try #require(bytes.indices.dropLast(3).first { bytes[$0...$0 + 3] == [0xFF, 0x4F, 0xFF, 0x51] }) + 4
    }

    @Test
    func `a JPEG 2000 file may be no larger than on a chip, since its codec takes many times the memory`() throws {
        var bytes = try Self.seed("picture-jp2/rgb.j2k")
        let place = try Self.sizePlace(bytes)
        for (offset, value) in [(4, 6_000), (8, 5_000), (20, 6_000), (24, 5_000)] {
            bytes.replaceSubrange(place + offset..<place + offset + 4, with: Self.bytes(value, 4))
        }
        #expect(throws: ImageError.tooManyPixels(width: 6_000, height: 5_000, limit: 24_000_000)) {
            try GreyDecoder.decode(bytes)
        }
    }

    @Test
    func `more components than colours and transparency are no picture`() throws {
        var bytes = try Self.seed("picture-jp2/rgb.j2k")
        let place = try Self.sizePlace(bytes)
        bytes.replaceSubrange(place..<place + 2, with: Self.bytes(38 + 3 * 5, 2))
        bytes.replaceSubrange(place + 38..<place + 38, with: [7, 1, 1, 7, 1, 1])
        bytes[place + 37] = 5
        let error = #expect(throws: ImageError.self) { try GreyDecoder.decode(bytes) }
        #expect(error.map { "\($0)" }?.contains("5 components do not make a picture") == true)
    }

    // MARK: Bitmaps

    @Test(arguments: ["picture-bmp/rgb-24.bmp", "picture-pnm/rgb.ppm"])
    func `a bitmap that ends before its first line is damaged`(_ name: String) throws {
        let file = try Self.seed(name)
        let error = #expect(throws: ImageError.self) { try GreyDecoder.decode(Array(file.prefix(60))) }
        #expect(error.map { "\($0)" }?.hasSuffix("the data end before the first line") == true)
    }
}
