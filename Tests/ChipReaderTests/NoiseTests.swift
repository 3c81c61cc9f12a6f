import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Reading a chip: one that answers at random")
struct NoiseTests {
    /// The same numbers on every run.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }

    static let statuses: [UInt16] = [
        0x9000, 0x9000, 0x9000, 0x9000, 0x6282, 0x6300, 0x63C0, 0x6400, 0x6700, 0x6982, 0x6985, 0x6986, 0x6987, 0x6988,
        0x6A80, 0x6A82, 0x6A86, 0x6A88, 0x6B00, 0x6C00, 0x6C01, 0x6C40, 0x6CFF, 0x6D00, 0x6F00, 0x6100, 0x9100,
    ]

    static func answer(_ generator: inout Generator, _ command: CommandAPDU) -> ResponseAPDU {
        let status = StatusWord(statuses.randomElement(using: &generator) ?? 0x9000)
        let limit = min(command.expectedCount ?? 0, 300)
        var data = (0..<Int.random(in: 0...limit, using: &generator)).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        // Half of the answers begin as some file does, with one length or another.
        if Bool.random(using: &generator) {
            let tag = ElementaryFile.all.compactMap(\.tag).randomElement(using: &generator) ?? 0x60
            let lengths: [[UInt8]] = [
                [0x10], [0x80], [0x81, 0xF0], [0x82, 0x20, 0x00], [0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            ]
            data = Array(([UInt8(tag)] + (lengths.randomElement(using: &generator) ?? []) + data).prefix(limit))
        }
        return ResponseAPDU(data: status.sw1 == 0x90 || status == .endOfFile ? data : [], status: status)
    }

    @Test(arguments: 0..<60)
    func `comes to an end, in a session and without one`(seed: Int) throws {
        for rate in [1.0, 0.3, 0.05] {
            var generator = Generator(state: UInt64(seed))
            let chip = try ModelDocument.chip()
            chip.maximumCommandByteCount = seed.isMultiple(of: 2) ? 261 : 65_544
            let isOpen = seed.isMultiple(of: 3)
            chip.habits.runsAccessControl = !isOpen
            chip.habits.override = { command in
                guard command.ins == 0xB0 || command.ins == 0xB1 || isOpen,
                    Double.random(in: 0..<1, using: &generator) < rate
                else { return nil }
                return Self.answer(&generator, command)
            }
            let reading = try ModelDocument.read(chip) { $0.maximumFileByteCount = 20_000 }

            #expect(chip.log.count < 20_000)
            #expect(Set(reading.files.map(\.file)).count == reading.files.count)
        }
    }
}
