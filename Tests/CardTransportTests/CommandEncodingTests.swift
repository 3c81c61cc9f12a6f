import ByteCoding
import CardTransport
import Testing

@Suite("Command APDUs: ISO/IEC 7816-3 §12.1.3")
struct CommandEncodingTests {
    /// A command by its lengths, and the length fields it must have on the wire.
    struct Form: Sendable, CustomTestStringConvertible {
        var name: String
        var nc: Int
        var ne: Int?
        var extended = false
        /// The bytes between header and data.
        var before: String
        /// The bytes after the data.
        var after: String

        var testDescription: String { name }
        var data: [UInt8] { (0..<nc).map { UInt8(truncatingIfNeeded: $0) } }
        var command: CommandAPDU {
            CommandAPDU(
                cla: 0x0C, ins: 0xB0, p1: 0x9E, p2: 0x01, data: data, expectedCount: ne,
                prefersExtendedLength: extended)
        }
        var encoded: [UInt8] {
            [0x0C, 0xB0, 0x9E, 0x01] + (Hexadecimal.decode(before) ?? []) + data + (Hexadecimal.decode(after) ?? [])
        }
    }

    static let forms = [
        Form(name: "1", nc: 0, ne: nil, before: "", after: ""),
        Form(name: "2S, one byte", nc: 0, ne: 1, before: "", after: "01"),
        Form(name: "2S, 255 bytes", nc: 0, ne: 255, before: "", after: "FF"),
        Form(name: "2S, 256 bytes", nc: 0, ne: 256, before: "", after: "00"),
        Form(name: "2E, preferred", nc: 0, ne: 256, extended: true, before: "", after: "000100"),
        Form(name: "2E, 257 bytes", nc: 0, ne: 257, before: "", after: "000101"),
        Form(name: "2E, 65,535 bytes", nc: 0, ne: 65_535, before: "", after: "00FFFF"),
        Form(name: "2E, 65,536 bytes", nc: 0, ne: 65_536, before: "", after: "000000"),
        Form(name: "3S, one byte", nc: 1, ne: nil, before: "01", after: ""),
        Form(name: "3S, 255 bytes", nc: 255, ne: nil, before: "FF", after: ""),
        Form(name: "3E, preferred", nc: 1, ne: nil, extended: true, before: "000001", after: ""),
        Form(name: "3E, 256 bytes", nc: 256, ne: nil, before: "000100", after: ""),
        Form(name: "3E, 65,535 bytes", nc: 65_535, ne: nil, before: "00FFFF", after: ""),
        Form(name: "4S, one byte each", nc: 1, ne: 1, before: "01", after: "01"),
        Form(name: "4S, 255 and 256 bytes", nc: 255, ne: 256, before: "FF", after: "00"),
        Form(name: "4E, preferred", nc: 8, ne: 8, extended: true, before: "000008", after: "0008"),
        Form(name: "4E, data of 256 bytes", nc: 256, ne: 1, before: "000100", after: "0001"),
        Form(name: "4E, answer of 257 bytes", nc: 1, ne: 257, before: "000001", after: "0101"),
        Form(name: "4E, all of it", nc: 65_535, ne: 65_536, before: "00FFFF", after: "0000"),
    ]

    @Test(arguments: forms)
    func `encodes each case with its own length fields`(_ form: Form) {
        #expect(form.command.encoded == form.encoded)
    }

    @Test(arguments: forms)
    func `decodes each case to the same command`(_ form: Form) throws {
        #expect(try CommandAPDU(encoded: form.encoded) == form.command)
    }

    @Test(arguments: forms)
    func `counts the bytes of each case without encoding it`(_ form: Form) {
        #expect(Trace.Command(form.command).byteCount == form.encoded.count)
    }

    @Test(arguments: [
        ("no bytes", ""),
        ("half a header", "00A404"),
        ("data shorter than Lc", "00A4040C02AA"),
        ("a byte after Le", "00A4040C01AA0000"),
        ("a zero byte and one more", "00B000000001"),
        ("extended Lc of zero with half an Le", "00B0000000000000"),
        ("extended Lc of zero with an Le", "00B000000000000100"),
        ("extended data shorter than Lc", "00B00000000003AABB"),
        ("half an extended Le", "00B00000000002AABB01"),
        ("a byte after the extended Le", "00B00000000002AABB010000"),
    ])
    func `refuses what is none of the forms`(_ name: String, _ encoded: String) throws {
        let bytes = try #require(Hexadecimal.decode(encoded))
        #expect(throws: DecodingFailure.self) { try CommandAPDU(encoded: bytes) }
    }

    @Test
    func `splits an answer into data and status word`() {
        #expect(
            ResponseAPDU(encoded: [0x01, 0x02, 0x90, 0x00]) == ResponseAPDU(data: [0x01, 0x02], status: .success))
        #expect(ResponseAPDU(encoded: [0x6A, 0x82])?.status == .fileNotFound)
        #expect(ResponseAPDU(encoded: [0x90]) == nil)
        #expect(ResponseAPDU(data: [0xAA], status: .endOfFile).encoded == [0xAA, 0x62, 0x82])
    }

    @Test(arguments: [
        (UInt8(0x00), false), (0x0C, true), (0x08, true), (0x04, true), (0x8C, true), (0x10, false), (0x03, false),
        (0x40, false), (0x4F, false), (0x60, true), (0x80, false),
    ])
    func `knows a secured command by its class`(_ cla: UInt8, _ isSecured: Bool) {
        #expect(CommandAPDU(cla: cla, ins: 0xB0, p1: 0, p2: 0).isSecured == isSecured)
    }
}
