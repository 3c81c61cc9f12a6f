import ByteCoding
import Testing

@Suite("Indefinite lengths: X.690 §8.1.3.6")
struct BERNormaliserTests {
    static let cases: [(stored: String, definite: String)] = [
        ("3003020101", "3003020101"),
        ("30800201010000", "3003020101"),
        ("30803080020101000002010200 00", "30083003020101020102"),
        // A definite length around an indefinite one is counted again.
        ("3007308002010100 00", "30053003020101"),
        // A length in more octets than needed stays where nothing inside changes, and is minimal where something does.
        ("308200030201 01", "30820003020101"),
        ("30 81 07 3080 020101 0000", "30053003020101"),
        // Zeros inside a primitive value end nothing.
        ("3080040400000000 0000", "3006040400000000"),
        ("24800402AABB0401CC0000", "24070402AABB0401CC"),
        ("30800000", "3000"),
        ("", ""),
    ]

    @Test(arguments: cases)
    func `turns indefinite lengths into definite ones and leaves the rest alone`(stored: String, definite: String)
        throws
    {
        let bytes = try #require(Hexadecimal.decode(stored))
        #expect(try Hexadecimal.encode(BERNormaliser.normalise(bytes)) == definite)
    }

    @Test(arguments: ["30800201010000", "30803080020101000002010200 00", "30073080020101 0000", "24800402AABB0000"])
    func `names a truncation at every byte`(stored: String) throws {
        let bytes = try #require(Hexadecimal.decode(stored))
        for count in 1..<bytes.count {
            #expect(throws: DecodingFailure.self, "cut to \(count)") {
                try BERNormaliser.normalise(Array(bytes.prefix(count)))
            }
        }
    }

    @Test
    func `refuses an indefinite length on a primitive object`() {
        #expect(throws: DecodingFailure(.indefiniteLength, at: 1)) {
            try BERNormaliser.normalise([0x04, 0x80, 0x00, 0x00])
        }
    }

    @Test
    func `refuses an object that passes the end of the one around it`() {
        #expect(throws: DecodingFailure(.truncated(needed: 2, available: 1), at: 4)) {
            try BERNormaliser.normalise([0x30, 0x03, 0x04, 0x02, 0xAA, 0xBB])
        }
    }

    @Test
    func `does not take end-of-contents octets that lie behind a definite end`() {
        // The inner object is indefinite and the outer one ends before its end-of-contents octets do.
        #expect(throws: DecodingFailure.self) {
            try BERNormaliser.normalise([0x30, 0x03, 0x30, 0x80, 0x00, 0x00])
        }
    }

    @Test(arguments: [10_000, 1_000_000])
    func `refuses nesting beyond the limit without using the program's stack`(depth: Int) {
        let bytes = (0..<depth).flatMap { _ in [0x30, 0x80] as [UInt8] }
        #expect(throws: DecodingFailure(.tooComplex(limit: BERNormaliser.depthLimit), at: 128)) {
            try BERNormaliser.normalise(bytes)
        }
    }

    @Test
    func `takes nesting up to the limit`() throws {
        let depth = BERNormaliser.depthLimit
        let bytes = (0..<depth).flatMap { _ in [0x30, 0x80] as [UInt8] } + [UInt8](repeating: 0, count: 2 * depth)
        var definite: [UInt8] = []
        for _ in 0..<depth { definite = DataObjectWriter.encode(0x30, definite) }
        #expect(try BERNormaliser.normalise(bytes) == definite)
    }

    @Test
    func `refuses more objects than the limit`() {
        let bytes = [0x30, 0x80] + [UInt8](repeating: 0x05, count: 2 * BERNormaliser.countLimit + 2)
        #expect(throws: DecodingFailure.self) { try BERNormaliser.normalise(bytes) }
        let many = (0...BERNormaliser.countLimit).flatMap { _ in [0x05, 0x00] as [UInt8] }
        #expect(throws: DecodingFailure(.tooComplex(limit: BERNormaliser.countLimit), at: 400_000)) {
            try BERNormaliser.normalise(many)
        }
    }

    @Test
    func `refuses more bytes than the limit`() {
        let bytes = [UInt8](repeating: 0, count: BERNormaliser.byteLimit + 1)
        #expect(throws: DecodingFailure(.tooComplex(limit: BERNormaliser.byteLimit), at: BERNormaliser.byteLimit)) {
            try BERNormaliser.normalise(bytes)
        }
    }

    @Test
    func `keeps deterministic random trees equal to their definite form`() throws {
        var generator = Generator(state: 7)
        for _ in 0..<300 {
            let (indefinite, definite) = tree(depth: 6, &generator)
            #expect(try BERNormaliser.normalise(indefinite) == definite)
        }
    }

    @Test
    func `never traps on changed bytes`() {
        var generator = Generator(state: 11)
        for _ in 0..<3000 {
            var (bytes, _) = tree(depth: 5, &generator)
            for _ in 0..<2 { bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(generator.next() & 0xFF) }
            _ = try? BERNormaliser.normalise(bytes)
        }
    }

    /// A random tree in mixed lengths and the same tree in definite ones.
    private func tree(depth: Int, _ generator: inout Generator) -> (indefinite: [UInt8], definite: [UInt8]) {
        guard depth > 0, generator.next() % 4 != 0 else {
            let value = (0..<generator.next() % 200).map { _ in UInt8(generator.next() & 0xFF) }
            let object = DataObjectWriter.encode(0x04, value)
            return (object, object)
        }
        var (indefinite, definite): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<generator.next() % 4 {
            let child = tree(depth: depth - 1, &generator)
            indefinite += child.indefinite
            definite += child.definite
        }
        let isIndefinite = generator.next() % 2 == 0
        return (
            isIndefinite ? [0x30, 0x80] + indefinite + [0, 0] : DataObjectWriter.encode(0x30, indefinite),
            DataObjectWriter.encode(0x30, definite)
        )
    }
}

/// A small generator with a fixed course.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
