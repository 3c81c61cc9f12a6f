import ByteCoding
import Testing

@Suite("Names of files in any bytes")
struct FileNameTests {
    static let names: [[UInt8]] = [
        Array("plain.png".utf8), Array("Größe ← 写真.jpg".utf8), [0x62, 0xE4, 0x64], [0xFF], [0xC3], [0xC3, 0x28],
        [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x80, 0xFE], Array("\u{10FEE4}".utf8),
        Array("a\u{10FE80}\u{10FEFF}b".utf8) + [0x80], Array("\u{10FE7F}\u{10FF00}".utf8), [],
    ]

    @Test(arguments: names)
    func `leads from bytes to a text and back`(_ bytes: [UInt8]) {
        let text = FileName.text(bytes)
        #expect(FileName.bytes(text) == bytes)
        #expect(FileName.cString(text) == bytes.map(CChar.init(bitPattern:)) + [0])
    }

    @Test func `leaves UTF-8 as it is, and gives each name a text of its own`() {
        #expect(FileName.text(Array("Größe.jpg".utf8)) == "Größe.jpg")
        #expect(Set(Self.names.map(FileName.text)).count == Self.names.count)
        #expect(Set(Self.names.map { FileName.shown(FileName.text($0)) }).count == Self.names.count)
    }

    @Test func `reads every pair of bytes back`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max
            where FileName.bytes(FileName.text([first, second])) != [first, second] {
                Issue.record("\(first) \(second)")
            }
        }
    }

    @Test(arguments: [
        ([0x62, 0xE4, 0x64, 0x2E], "$'b\\xE4d.'", "b%E4d."), (Array("a b".utf8), "a b", "a b"),
        (Array("$'x'".utf8), "$'$\\'x\\''", "$'x'"), ([0x5C, 0x27, 0x0A, 0xFF], "$'\\\\\\'\\x0A\\xFF'", "\\'\n%FF"),
    ])
    func `shows a name as shells take it`(_ bytes: [UInt8], _ shown: String, _ plain: String) {
        let text = FileName.text(bytes)
        #expect(FileName.shown(text) == shown)
        #expect(FileName.plain(text) == plain)
    }

    @Test func `ends a name for the system at a byte 0`() {
        #expect(FileName.cString("a\0b") == [0x61, 0])
    }
}
