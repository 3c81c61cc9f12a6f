import ByteCoding
import Testing

@Suite("BER-TLV: X.690 §8.1")
struct DataObjectTests {
    @Test
    func `reads a two-byte tag and a long length as slices of the file`() throws {
        var reader = ByteReader([0x5F, 0x1F, 0x81, 0x02, 0xAA, 0xBB])
        let object = try reader.dataObject()

        #expect(object.tag == 0x5F1F)
        #expect(Array(object.value) == [0xAA, 0xBB])
        #expect(object.value.startIndex == 4)
        #expect(reader.isAtEnd)
    }

    static let refusals: [(bytes: String, failure: DecodingFailure)] = [
        ("", DecodingFailure(.truncated(needed: 1, available: 0), at: 0)),
        ("04", DecodingFailure(.truncated(needed: 1, available: 0), at: 1)),
        ("0402AA", DecodingFailure(.truncated(needed: 2, available: 1), at: 2)),
        ("5F", DecodingFailure(.truncated(needed: 1, available: 0), at: 1)),
        ("0482AA", DecodingFailure(.truncated(needed: 2, available: 1), at: 2)),
        ("3080", DecodingFailure(.indefiniteLength, at: 1)),
        // Length bombs: what they announce is compared and never reserved.
        ("0484FFFFFFFF", DecodingFailure(.truncated(needed: 0xFFFF_FFFF, available: 0), at: 6)),
        ("04847FFFFFFF00", DecodingFailure(.truncated(needed: 0x7FFF_FFFF, available: 1), at: 6)),
        ("0485 0000000001 00", DecodingFailure(.oversizedLength, at: 1)),
        ("04FF", DecodingFailure(.oversizedLength, at: 1)),
        ("5F8181 01 00", DecodingFailure(.oversizedTag, at: 0)),
        ("1FFFFFFFFFFFFF", DecodingFailure(.oversizedTag, at: 0)),
    ]

    @Test(arguments: refusals)
    func `names what is wrong and where, and stays where it was`(bytes: String, failure: DecodingFailure) throws {
        var reader = ByteReader(try #require(Hexadecimal.decode(bytes)))
        #expect(throws: failure) { try reader.dataObject() }
        #expect(reader.offset == 0)
    }

    @Test
    func `names a truncation at every byte of a nested structure`() throws {
        let inner = DataObjectWriter.encode(0x5F1F, [UInt8](repeating: 0x41, count: 200))
        let bytes = DataObjectWriter.encode(0x61, DataObjectWriter.encode(0x30, inner))
        for count in 0..<bytes.count {
            var reader = ByteReader(Array(bytes.prefix(count)))
            #expect(throws: DecodingFailure.self) { try reader.dataObject() }
        }
        var reader = ByteReader(bytes)
        let children = try reader.dataObject().children()
        #expect(try children.first?.children().first?.value.count == 200)
    }

    @Test
    func `opens ten thousand levels one at a time`() throws {
        let depth = 10_000
        // Built from the inside out: each level adds a header in front, so the whole is written backwards.
        var reversed: [UInt8] = []
        for _ in 0..<depth {
            let header = DataObjectWriter.header(0x30, valueCount: reversed.count)
            reversed.append(contentsOf: header.reversed())
        }
        var reader = ByteReader(Array(reversed.reversed()))
        var levels = 0
        while !reader.isAtEnd {
            reader = try reader.dataObject().reader
            levels += 1
        }
        #expect(levels == depth)
    }

    @Test
    func `reads no more objects than the limit`() throws {
        var reader = ByteReader([0x05, 0x00, 0x05, 0x00, 0x05, 0x00])
        #expect(throws: DecodingFailure(.tooComplex(limit: 2), at: 4)) { try reader.dataObjects(limit: 2) }
        var again = ByteReader([0x05, 0x00, 0x05, 0x00])
        #expect(try again.dataObjects(limit: 2).count == 2)
    }

    @Test
    func `refuses another tag and keeps its place`() throws {
        var reader = ByteReader([0x30, 0x00, 0x31, 0x00])
        #expect(throws: DecodingFailure(.unexpectedTag(found: 0x30, expected: 0x31), at: 0)) {
            try reader.dataObject(0x31)
        }
        #expect(try reader.dataObject(ifTag: 0x31) == nil)
        #expect(try reader.dataObject(ifTag: 0x30) != nil)
        #expect(throws: DecodingFailure(.trailingBytes(count: 2), at: 2)) { try reader.end() }
    }

    @Test
    func `keeps the offsets of the file through every level`() {
        let bytes: [UInt8] = [0x30, 0x06, 0x30, 0x04, 0x04, 0x03, 0xAA, 0xBB]
        #expect(throws: DecodingFailure(.truncated(needed: 3, available: 2), at: 6)) {
            var reader = ByteReader(bytes)
            let outer = try reader.dataObject()
            let inner = try #require(outer.children().first)
            _ = try inner.children()
        }
    }

    @Test(arguments: [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x1_0000])
    func `reads back what the writer encodes`(count: Int) throws {
        let value = [UInt8](repeating: 0xA5, count: count)
        for tag in [0x04, 0x61, 0x5F1F, 0x7F49] {
            var reader = ByteReader(DataObjectWriter.encode(tag, value))
            let object = try reader.dataObject(tag)
            #expect(Array(object.value) == value)
            #expect(reader.isAtEnd)
        }
    }

    @Test
    func `never traps on random bytes`() {
        var generator = Generator(state: 3)
        for _ in 0..<5000 {
            let bytes = (0..<40).map { _ in UInt8(generator.next() & 0xFF) }
            var reader = ByteReader(bytes)
            guard let objects = try? reader.dataObjects() else { continue }
            for object in objects { _ = try? object.children() }
        }
    }
}

@Suite("Hexadecimal")
struct HexadecimalTests {
    @Test(arguments: ["0", "0G", "00 0", "zz"])
    func `refuses what is no pairs of digits`(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }

    @Test
    func `reads either case with blanks and colons, and writes upper case`() {
        #expect(Hexadecimal.decode("de:AD be\nef") == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(Hexadecimal.encode([0xDE, 0xAD, 0x00]) == "DEAD00")
        #expect(Hexadecimal.number(0x9000) == "9000")
        #expect(Hexadecimal.number(0x5) == "05")
    }
}
