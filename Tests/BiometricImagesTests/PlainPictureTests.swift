import BiometricImages
import ByteCoding
import Testing

/// Bitmaps and Netpbm files, written here.
@Suite("Bitmaps and Netpbm files")
struct PlainPictureTests {
    /// The headers of a bitmap of Windows.
    static func bitmap(
        width: Int, height: Int, bits: Int, compression: Int = 0, palette: [UInt8] = [], masks: [UInt32] = [],
        headerSize: Int = 40, _ pixels: [UInt8]
    ) -> [UInt8] {
        func field(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var header = field(headerSize, 4)
        if headerSize == 12 {
            header += field(width, 2) + field(height, 2) + field(1, 2) + field(bits, 2)
        } else {
            header += field(width, 4) + field(height, 4) + field(1, 2) + field(bits, 2) + field(compression, 4)
            header += [UInt8](repeating: 0, count: 20)
        }
        for mask in masks { header += field(Int(mask), 4) }
        header += [UInt8](repeating: 0, count: max(0, headerSize - header.count)) + palette
        let offset = 14 + header.count
        return Array("BM".utf8) + field(offset + pixels.count, 4) + field(0, 4) + field(offset, 4) + header + pixels
    }

    private func colours(_ bytes: [UInt8]) throws -> [UInt8] { try ImageDecoder.decodeFile(bytes).picture.pixels }

    @Test
    func `lines come from below, or from above where the height is negative`() throws {
        // One column; each line has four bytes.
        let lines: [UInt8] = [1, 2, 3, 0, 4, 5, 6, 0]
        #expect(try colours(Self.bitmap(width: 1, height: 2, bits: 24, lines)) == [6, 5, 4, 3, 2, 1])
        #expect(try colours(Self.bitmap(width: 1, height: -2, bits: 24, lines)) == [3, 2, 1, 6, 5, 4])
    }

    @Test(arguments: [40, 12])
    func `indices of one, four and eight bits look into the palette`(_ headerSize: Int) throws {
        let entries: [[UInt8]] = [[0, 0, 0], [9, 8, 7], [3, 2, 1]]
        let palette: [UInt8] = entries.flatMap { (entry: [UInt8]) -> [UInt8] in
            headerSize == 12 ? entry : entry + [0]
        }
        for (bits, pixels, expected) in [
            (1, [0b0100_0000, 0, 0, 0], [0, 0, 0, 7, 8, 9, 0, 0, 0]),
            (4, [0x21, 0xF0, 0, 0], [1, 2, 3, 7, 8, 9, 0, 0, 0]),
            (8, [2, 1, 77, 0], [1, 2, 3, 7, 8, 9, 0, 0, 0]),
        ] as [(Int, [UInt8], [UInt8])] {
            let file = Self.bitmap(
                width: 3, height: 1, bits: bits, palette: palette, headerSize: headerSize, pixels)
            #expect(try colours(file) == expected, "\(bits) bits")
        }
    }

    @Test
    func `masks say where the colours are, and a mask of alpha lays them on white`() throws {
        let plain = Self.bitmap(width: 1, height: 1, bits: 16, [0x00, 0x7C, 0, 0])
        #expect(try colours(plain) == [255, 0, 0])
        let green = Self.bitmap(
            width: 1, height: 1, bits: 16, compression: 3, masks: [0xF800, 0x07E0, 0x001F], [0xE0, 0x07, 0, 0])
        #expect(try colours(green) == [0, 255, 0])
        let masks: [UInt32] = [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000]
        for (alpha, expected) in [(0, [255, 255, 255]), (255, [10, 20, 30]), (51, [206, 208, 210])]
            as [(UInt8, [UInt8])]
        {
            let file = Self.bitmap(
                width: 1, height: 1, bits: 32, compression: 3, masks: masks, headerSize: 108, [10, 20, 30, alpha])
            #expect(try colours(file) == expected)
        }
        // Without masks the fourth byte says nothing.
        #expect(try colours(Self.bitmap(width: 1, height: 1, bits: 32, [1, 2, 3, 0])) == [3, 2, 1])
    }

    @Test
    func `compressed bitmaps and odd depths are refused by name`() {
        for (bits, compression, words) in [
            (8, 1, "it is compressed by method 1"), (24, 4, "it is compressed by method 4"), (2, 0, "2 bits a pixel"),
            (24, 3, "24 bits a pixel"),
        ] {
            let file = Self.bitmap(width: 1, height: 1, bits: bits, compression: compression, [0, 0, 0, 0])
            #expect(throws: ImageError.unsupported(.bmp, words)) { try GreyDecoder.decode(file) }
        }
    }

    @Test(
        arguments: [
            ("P1\n# a comment\n3 2\n101\n0 1 0\n", [0, 255, 0, 255, 0, 255]),
            ("P2 3 2 # here too\n9\n0 3 6\n9 10 1", [0, 85, 170, 255, 255, 28]),
            ("P3\n1 1\n255\n255 255 255", [255]),
            (
                "P7\nWIDTH 2\n# note\nHEIGHT 1\nDEPTH 2\nMAXVAL 100\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n2d2\0",
                [128, 255]
            ),
        ] as [(String, [UInt8])])
    func `text and bytes of Netpbm become brightness`(_ text: String, expected: [UInt8]) throws {
        #expect(try GreyDecoder.decode(Array(text.utf8)).picture.pixels == expected)
    }

    @Test
    func `sixteen bits, packed bits and four channels are read`() throws {
        let grey = Array("P5 2 1 65535\n".utf8) + [0x80, 0x00, 0xFF, 0xFF]
        #expect(try GreyDecoder.decode(grey).picture.pixels == [128, 255])
        let bits = Array("P4 9 1\n".utf8) + [0b0101_0101, 0x80]
        #expect(try GreyDecoder.decode(bits).picture.pixels == [255, 0, 255, 0, 255, 0, 255, 0, 0])
        let header = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
        #expect(try colours(Array(header.utf8) + [10, 20, 30, 255]) == [10, 20, 30])
    }

    @Test(arguments: [
        "P5\n", "P5 1", "P5 1 1", "P5 1 1 0\n0", "P5 1 1 65536\n00", "P5 0 1 255\n", "P5 1 1 255\n", "P2 1 1 255\nx",
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nENDHDR\n0", "P7\nWIDTH 1\n",
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 1\nENDHDR\n00000",
        "P5 99999999999999999999 1 255\n",
    ])
    func `a Netpbm header that says nothing sensible is refused`(_ text: String) {
        #expect(throws: ImageError.self) { try GreyDecoder.decode(Array(text.utf8)) }
    }
}
