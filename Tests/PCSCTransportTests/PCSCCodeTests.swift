import ByteCoding
import CardTransport
import PCSCTransport
import Testing

@Suite("PC/SC return codes: Part 5 §3.1")
struct PCSCCodeTests {
    @Test(arguments: [
        (0x8010_001D, TransportError.serviceNotRunning), (0x8010_001E, .serviceNotRunning),
        (0x8010_0013, .serviceNotRunning), (0x8010_006A, .notPermitted), (0x8010_002E, .noReader(named: nil)),
        (0x8010_0009, .noReader(named: nil)), (0x8010_0017, .readerRemoved), (0x8010_000C, .noCard),
        (0x8010_0069, .cardRemoved), (0x8010_0068, .cardReset), (0x8010_000B, .sharingViolation),
        (0x8010_0065, .unresponsiveCard), (0x8010_0066, .unresponsiveCard), (0x8010_0067, .unresponsiveCard),
        (0x8010_000F, .unresponsiveCard), (0x8010_001C, .unresponsiveCard), (0x8010_000A, .timedOut),
        (0x8010_0002, .cancelled), (0x8010_0016, .notTransacted), (0x8010_002F, .notTransacted),
        (0x8010_0004, .pcsc(code: 0x8010_0004)), (0x8010_0008, .pcsc(code: 0x8010_0008)),
    ])
    func `mean one cause each`(_ code: Int, _ error: TransportError) {
        #expect(PCSCCode.error(for: code) == error)
    }

    @Test(arguments: [
        (0x8010_0016, true), (0x8010_0004, true), (0x8010_0011, true), (0x8010_0008, true), (0x8010_001F, true),
        (0x8010_0069, false), (0x8010_0068, false), (0x8010_000B, false),
    ])
    func `may mean that a reader cannot carry extended length`(_ code: Int, _ isRefusal: Bool) {
        #expect(PCSCCode.refusesCommand(code) == isRefusal)
    }
}

@Suite("Reader features: PC/SC Part 10 §2.2, §2.6.14")
struct ReaderFeaturesTests {
    @Test(arguments: [
        ("nothing", [UInt8]([]), 261),
        ("short commands", [0x0A, 4, 0x00, 0x01, 0x00, 0x00], 261),
        ("zero", [0x0A, 4, 0, 0, 0, 0], 261),
        ("extended commands", [0x0A, 4, 0x00, 0x00, 0x01, 0x00], 65_544),
        ("a kilobyte, after other properties", [0x01, 2, 0x07, 0x00, 0x0A, 4, 0x00, 0x04, 0x00, 0x00], 1033),
        ("a value of no width", [0x0A, 0], 261),
        ("a value too wide", [0x0A, 5, 0, 0, 1, 0, 0], 261),
        ("a list that is cut off", [0x0A, 4, 0x00, 0x00], 261),
    ])
    func `give the largest command`(_ name: String, _ properties: [UInt8], _ expected: Int) {
        #expect(ReaderFeatures(properties: properties).maximumCommandByteCount == expected)
    }

    @Test
    func `are found in the list by their tag`() {
        let list: [UInt8] = [0x06, 4, 0x42, 0x33, 0x00, 0x06, 0x12, 4, 0x42, 0x33, 0x00, 0x12]
        #expect(ReaderFeatures.controlCode(of: 0x12, in: list) == 0x4233_0012)
        #expect(ReaderFeatures.controlCode(of: 0x13, in: list) == nil)
        #expect(ReaderFeatures.controlCode(of: 0x12, in: Array(list.dropLast())) == nil)
        #expect(ReaderFeatures.controlCode(of: 0x12, in: [0x12, 2, 0x00, 0x01]) == nil)
    }
}

@Suite("PACE of the reader: PC/SC Part 10 Amendment 1 §2.5")
struct ReaderPACETests {
    @Test(arguments: [
        ("00000000" + "0100" + "40", true), ("00000000" + "0100" + "E0", true), ("00000000" + "0100" + "20", false),
        ("010000D0" + "0000", false), ("00000000" + "0000", false), ("00000000" + "0200" + "4000", false), ("", false),
    ])
    func `is offered by bit 7 of the capabilities`(_ answer: String, isOffered: Bool) throws {
        let bytes = try #require(Hexadecimal.decode(answer))
        #expect(ReaderFeatures.runsPACE(capabilities: bytes) == isOffered)
    }
}
