import BiometricImages
import ByteCoding
import Testing

/// Each rule of the format broken alone.
@Suite("Damaged and hostile WSQ pictures")
struct WSQFaultTests {
    static let writer = WSQWriter(width: 40, height: 36)
    static let picture = writer.write(WSQTests.noise(40, 36))

    /// Where the first segment of a marker begins.
    static func place(of marker: UInt8, in bytes: [UInt8] = picture) throws -> Int {
        try #require(bytes.indices.dropLast(3).first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
    }

    /// The picture with another segment in place of its first of this marker.
    static func replacing(_ marker: UInt8, _ segment: [UInt8]) throws -> [UInt8] {
        let start = try place(of: marker)
        let length = Int(picture[start + 2]) << 8 | Int(picture[start + 3])
        return picture[..<start] + segment + picture[(start + 2 + length)...]
    }

    static func fault(_ bytes: [UInt8]) -> WSQFault? {
        do throws(ImageError) {
            _ = try ImageDecoder.decode(bytes)
            return nil
        } catch {
            guard case .damagedWSQ(let fault, let offset) = error else { return nil }
            return offset <= bytes.count ? fault : nil
        }
    }

    /// A table that is left out, what is missing then, and by name.
    @Test(
        arguments: [
            (0xA4, .missing(.transform)), (0xA5, .missing(.quantization)), (0xA6, .missing(.code(0))),
        ] as [(UInt8, WSQFault)])
    func `a table that is missing is named`(_ marker: UInt8, fault: WSQFault) throws {
        #expect(Self.fault(try Self.replacing(marker, [])) == fault)
    }

    @Test
    func `a picture without a frame has blocks where none may stand`() throws {
        #expect(Self.fault(try Self.replacing(0xA2, [])) == .unexpectedMarker(0xFFA3))
    }

    @Test
    func `a second frame is refused`() throws {
        let frame = Self.writer.segment(0xA2, Self.writer.frame)
        #expect(Self.fault(try Self.replacing(0xA6, frame)) == .repeatedFrame)
    }

    /// Contents of segments, and what is wrong with them.
    static let contents: [(UInt8, [UInt8], WSQFault)] = [
        (0xA2, Array(writer.frame.dropLast()), .wrongLength(marker: 0xFFA2)),
        (0xA2, writer.frame + [0], .wrongLength(marker: 0xFFA2)),
        (0xA4, Array(writer.transformTable.dropLast()), .wrongLength(marker: 0xFFA4)),
        (0xA4, writer.transformTable + [0], .wrongLength(marker: 0xFFA4)),
        (0xA4, [33, 7], .filterLength(33, limit: 32)),
        (0xA4, [9, 0], .filterLength(0, limit: 32)),
        (0xA4, [9, 8], .mixedFilters),
        (0xA5, Array(writer.quantizationTable.dropLast()), .wrongLength(marker: 0xFFA5)),
        (0xA5, writer.quantizationTable + [0], .wrongLength(marker: 0xFFA5)),
        (0xA6, [], .wrongLength(marker: 0xFFA6)),
        (0xA6, Array(WSQWriter.codeTable(0).dropLast()), .wrongLength(marker: 0xFFA6)),
        (0xA6, WSQWriter.codeTable(0) + [1], .wrongLength(marker: 0xFFA6)),
        (0xA6, WSQWriter.codeTable(8), .unknownCodeTable(8)),
        (0xA6, WSQWriter.codeTable(3), .missing(.code(0))),
        (0xA6, [0, 3] + [UInt8](repeating: 0, count: 15) + [1, 2, 3], .tooManyCodes(length: 1)),
        (0xA6, [0, 0, 2, 5] + [UInt8](repeating: 0, count: 13) + Array(1...7), .tooManyCodes(length: 3)),
        (0xA6, [0, 1] + [UInt8](repeating: 0, count: 15) + [180], .noSuchCode),
        (0xA6, [0, 2] + [UInt8](repeating: 0, count: 15) + [0, 0], .unassignedSymbol(0)),
        (0xA6, [0, 2] + [UInt8](repeating: 0, count: 15) + [255, 255], .unassignedSymbol(255)),
        (0xA3, [], .wrongLength(marker: 0xFFA3)),
        (0xA3, [0, 0], .wrongLength(marker: 0xFFA3)),
        (0xA3, [7], .missing(.code(7))),
    ]

    @Test(arguments: contents)
    func `a segment with a wrong content is refused`(_ marker: UInt8, content: [UInt8], fault: WSQFault) throws {
        #expect(Self.fault(try Self.replacing(marker, Self.writer.segment(marker, content))) == fault)
    }

    @Test
    func `a length below its own two bytes is refused`() throws {
        #expect(Self.fault(try Self.replacing(0xA4, [0xFF, 0xA4, 0, 1])) == .wrongLength(marker: 0xFFA4))
    }

    @Test(
        arguments: [[0x00, 0xA4], [0xFF, 0xA9], [0xFF, 0xFF], [0xFF, 0xB0], [0xFF, 0xA0], [0xFF, 0x00]] as [[UInt8]])
    func `bytes that are no marker are refused`(_ bytes: [UInt8]) throws {
        #expect(
            Self.fault(try Self.replacing(0xA4, bytes + [0, 2]))
                == .unexpectedMarker(Int(bytes[0]) << 8 | Int(bytes[1])))
    }

    @Test(arguments: [(0, 36), (40, 0), (6000, 6000)])
    func `a picture of no pixel or of too many is refused`(_ size: (Int, Int)) throws {
        let writer = WSQWriter(width: size.0, height: size.1)
        let changed = try Self.replacing(0xA2, writer.segment(0xA2, writer.frame))
        #expect(throws: ImageError.tooManyPixels(width: size.0, height: size.1, limit: 24_000_000)) {
            try ImageDecoder.describe(changed)
        }
        #expect(throws: ImageError.tooManyPixels(width: size.0, height: size.1, limit: 24_000_000)) {
            try ImageDecoder.decode(changed)
        }
    }

    /// The codes of the writer: symbol n is the byte n − 1.
    @Test(
        arguments: [
            ([104, 254], .tooManyCoefficients(block: 1)), ([99], .tooManyCoefficients(block: 1)),
            ([105, 0xFF, 0x00, 0xFF, 0x00], .tooManyCoefficients(block: 1)),
        ] as [([UInt8], WSQFault)])
    func `a run beyond the end of its block is refused`(_ data: [UInt8], fault: WSQFault) throws {
        // A picture of one value in each of the first subbands.
        var writer = WSQWriter(width: 16, height: 16)
        for band in 4..<64 { writer.binWidths[band] = 0 }
        let sound = writer.write([UInt8](repeating: 7, count: 256))
        let start = try Self.place(of: 0xA3, in: sound) + 5
        let end = try #require(sound.indices.first { $0 > start && sound[$0...].starts(with: [0xFF, 0xA3]) })
        #expect(Self.fault(sound) == nil)

        #expect(Self.fault(sound[..<start] + data + sound[end...]) == fault)
    }

    @Test
    func `a block that ends before its last coefficient is told from a file that does`() throws {
        let start = try Self.place(of: 0xA3)
        let cut = Self.picture[..<(start + 25)] + [0xFF, 0xA1]
        guard case .tooFewCoefficients(block: 1, let missing) = Self.fault(Array(cut)) else {
            Issue.record("no fault of the block")
            return
        }
        #expect(missing > 0)
        #expect(Self.fault(Array(Self.picture[..<(start + 25)])) == .truncated)
    }

    @Test
    func `blocks must be three, but for those without coefficients`() throws {
        let starts = Self.picture.indices.dropLast(3).filter { Self.picture[$0...].starts(with: [0xFF, 0xA3, 0, 3]) }
        #expect(starts.count == 3)
        #expect(Self.fault(Self.picture[..<starts[2]] + [0xFF, 0xA1]) == .missingBlock(3))
        #expect(Self.fault(Self.picture[..<starts[1]] + [0xFF, 0xA1]) == .missingBlock(2))
        #expect(Self.fault(Self.picture.dropLast(2) + Self.picture[starts[2]...]) == .tooManyBlocks)

        var writer = Self.writer
        for band in 52..<64 { writer.binWidths[band] = 0 }
        let sparse = writer.write(WSQTests.noise(40, 36))
        let last = try #require(sparse.indices.last { sparse[$0...].starts(with: [0xFF, 0xA3]) })
        #expect(try ImageDecoder.decode(sparse[..<last] + [0xFF, 0xA1]).image == ImageDecoder.decode(sparse).image)
    }

    @Test
    func `bytes behind the last coefficient of a block are told`() throws {
        let changed = Self.picture.dropLast(2) + [1, 2, 3, 0xFF, 0xA1]
        #expect(try ImageDecoder.decode(Array(changed)).remarks == ["3 bytes behind the last coefficient of block 3"])
    }

    @Test
    func `values that are no numbers become pixels all the same`() throws {
        // Shift and scale as large as they can be, and bins as wide.
        let frame: [UInt8] = Array(Self.writer.frame.prefix(6)) + [0, 0xFF, 0xFF, 0, 0xFF, 0xFF, 2, 0, 0]
        let taps = [UInt8](repeating: 0xFF, count: 4)
        let filters: [UInt8] = [9, 7] + [[UInt8]](repeating: [0, 0] + taps, count: 9).flatMap { $0 }
        let bins: [UInt8] = [0, 0xFF, 0xFF] + [[UInt8]](repeating: [0, 0xFF, 0xFF], count: 128).flatMap { $0 }
        var changed = try Self.replacing(0xA2, Self.writer.segment(0xA2, frame))
        let rest = try Self.place(of: 0xA2)
        changed =
            [0xFF, 0xA0] + Self.writer.segment(0xA4, filters) + Self.writer.segment(0xA5, bins) + changed[rest...]
        #expect(try ImageDecoder.decode(changed).image.pixels.count == 40 * 36)
    }

    @Test
    func `every cut picture is refused`() {
        for count in 2..<Self.picture.count {
            #expect(Self.fault(Array(Self.picture.prefix(count))) != nil, "\(count)")
        }
    }

    @Test
    func `every flipped bit is decoded or refused`() {
        let limits = ImageLimits(byteCount: 1 << 20, pixelCount: 1 << 17)
        for index in Self.picture.indices.dropFirst(2) {
            for bit in 0..<8 where index < 1400 || bit == index % 8 {
                var changed = Self.picture
                changed[index] ^= 1 << UInt8(bit)
                guard let decoded = try? ImageDecoder.decode(changed, limits: limits) else { continue }
                #expect(decoded.image.pixels.count == decoded.image.width * decoded.image.height)
            }
        }
    }
}
