import BiometricImages
import ByteCoding
import Testing

@Suite("WSQ: FBI IAFIS-IC-0110")
struct WSQTests {
    static let sizes = [
        (1, 1), (1, 7), (7, 1), (2, 2), (3, 5), (8, 8), (16, 17), (31, 33), (48, 47), (64, 64), (77, 50), (90, 131),
    ]

    /// Noise holds every frequency, so that each of the 64 subbands is in use.
    static func noise(_ width: Int, _ height: Int) -> [UInt8] {
        var state: UInt64 = 0x9303
        return (0..<width * height).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: 8 + (state >> 40) % 240)
        }
    }

    enum FilterPair: CaseIterable {
        case standard, haar, even

        var filters: WSQWriter.Filters {
            switch self {
            case .standard: .standard
            case .haar: .haar
            case .even: .even
            }
        }
    }

    @Test(arguments: sizes, FilterPair.allCases)
    func `finely quantised noise comes back, whatever the size and the filters`(
        _ size: (Int, Int), pair: FilterPair
    ) throws {
        let pixels = Self.noise(size.0, size.1)
        let picture = WSQWriter(width: size.0, height: size.1, filters: pair.filters).write(pixels)
        let decoded = try ImageDecoder.decode(picture)

        #expect(decoded.remarks.isEmpty)
        #expect((decoded.image.width, decoded.image.height) == size)
        #expect(zip(decoded.image.pixels, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }

    @Test(arguments: [1, 5, 64])
    func `restart markers stand between symbols`(_ interval: Int) throws {
        let pixels = Self.noise(50, 41)
        var writer = WSQWriter(width: 50, height: 41)
        let plain = try ImageDecoder.decode(writer.write(pixels))
        writer.restartInterval = interval
        let picture = writer.write(pixels)

        #expect(try ImageDecoder.decode(picture) == plain)
        // Another number than the next one.
        let first = try #require(picture.indices.last { picture[$0...].starts(with: [0xFF, 0xB0]) })
        var changed = picture
        changed[first + 1] = 0xB3
        #expect(throws: ImageError.damagedWSQ(.restartOutOfOrder(expected: 0, found: 3), offset: first + 2)) {
            try ImageDecoder.decode(changed)
        }
    }

    @Test
    func `subbands that were left out are zero`() throws {
        let pixels = [UInt8](repeating: 90, count: 60 * 60)
        var writer = WSQWriter(width: 60, height: 60)
        for band in 1..<64 { writer.binWidths[band] = 0 }
        let decoded = try ImageDecoder.decode(writer.write(pixels))

        #expect(decoded.image.pixels.allSatisfy { abs(Int($0) - 90) <= 1 })
    }

    @Test
    func `a comment of NIST names the resolution, and every comment is kept`() throws {
        let pixels = Self.noise(20, 20)
        var writer = WSQWriter(width: 20, height: 20)
        #expect(try ImageDecoder.describe(writer.write(pixels)).pixelsPerInch == nil)
        for (text, resolution) in [
            ("NIST_COM 9\nPIX_WIDTH 20\nPPI 500\nLOSSY 1", 500), ("NIST_COM 1\nPPI -1", nil), ("PPI 500", nil),
        ] as [(String, Int?)] {
            writer.comment = text
            let decoded = try ImageDecoder.decode(writer.write(pixels))
            #expect(decoded.comments == [text])
            #expect(decoded.pixelsPerInch == resolution)
            #expect(try ImageDecoder.describe(writer.write(pixels)).pixelsPerInch == resolution)
        }
    }

    @Test
    func `a description says what the frame says`() throws {
        let header = try ImageDecoder.describe(WSQWriter(width: 30, height: 40).write(Self.noise(30, 40)))

        #expect(header.format == .wsq)
        #expect((header.width, header.height) == (30, 40))
        #expect(header.channelCount == 1)
        #expect(header.bitsPerChannel == 8)
    }
}
