import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Opening a chip: what lies in the place of EF.CardAccess, field notes 7, 12 and 28")
struct CardAccessPlaceTests {
    private static let directory = Hexadecimal.decode("61094F07A0000002471001") ?? []

    /// EF.CardAccess with one byte changed.
    private static func flipped(_ index: Int, to byte: UInt8) -> [UInt8] {
        var file = PACEDocument.generic
        file[index] = byte
        return file
    }

    @Test(
        arguments: [
            [0x31, 0x14, 0x30], flipped(0, to: 0x30), flipped(0, to: 0x61), flipped(0, to: 0x42), flipped(0, to: 0x60),
            flipped(0, to: 0x1F), flipped(1, to: 0x7F), flipped(2, to: 0x31), flipped(4, to: 0x07), [],
            [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [0x61, 0x02, 0x50, 0x00],
            [0x42, 0x00, 0x30],
            [0x31, 0x0F, 0x30, 0x0D, 0x06, 0x0A] + OID.idPACE.contents + [2, 2, 0x02],
        ] as [[UInt8]])
    func `takes what is no file known for a damaged EF.CardAccess, and not for none`(_ file: [UInt8]) throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = file }
        for policy in [AccessPolicy.auto, .paceOnly] {
            let reading = try ModelDocument.read(chip) { $0.accessPolicy = policy }
            #expect(PACEDocument.failure(reading) == "cardAccessDamaged")
            #expect(reading.access.offersPACE == nil)
        }
        #expect(!chip.log.contains { $0.ins == 0x84 })
        #expect(try ModelDocument.read(chip) { $0.accessPolicy = .bacOnly }.access.used == .bac)
    }

    @Test(arguments: [
        directory, Hexadecimal.decode("420E5554435643413030303031303031") ?? [], ModelDocument.com([.dg1, .dg2]),
    ])
    func `opens a chip by BAC that has another file in every form in the place of EF.CardAccess`(_ file: [UInt8])
        throws
    {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = file }
        #expect(try ModelDocument.read(chip).access.used == .bac)

        let reading = try ModelDocument.read(chip) { $0.accessPolicy = .paceOnly }
        #expect(PACEDocument.failure(reading) == "paceNotOffered")
    }

    @Test func `says that a chip offers no PACE where that is known`() throws {
        let reading = try ModelDocument.read(ModelDocument.chip()) { $0.accessPolicy = .paceOnly }
        #expect(reading.access.failure?.text.contains("offers no PACE") == true)
    }

    @Test func `takes a set without PACE for a chip without PACE, whatever unknown protocols it lists`() throws {
        let unknown = Hexadecimal.decode("310C300A06055200010203020101") ?? []
        for file in [[0x31, 0x00], unknown] {
            let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = file }
            let reading = try ModelDocument.read(chip)
            #expect(reading.access.offersPACE == false)
            #expect(reading.access.used == .bac)
        }
    }

    // MARK: What a chip wants that refuses its application

    @Test func `says of a chip that opens by PACE alone that PACE was left out`() throws {
        let chip = try PACEDocument.chip { $0.habits.selectStatus = .securityStatusNotSatisfied }
        let reading = try ModelDocument.read(chip) { $0.accessPolicy = .bacOnly }
        #expect(PACEDocument.failure(reading) == "paceOnly")
        #expect(reading.remarks.map(\.code) == ["selectionRefused"])

        let without = try ModelDocument.read(chip) {
            $0.accessPolicy = .bacOnly
            $0.key = nil
        }
        #expect(PACEDocument.failure(without) == "paceOnly")
    }

    @Test func `says of a chip that lists unknown protocols alone, and refuses all else, that it may want them`() throws
    {
        let chip = try PACEDocument.chip(Hexadecimal.decode("310C300A06055200010203020101") ?? [])
        let reading = try ModelDocument.read(chip)

        #expect(PACEDocument.failure(reading) == "paceNotSupported")
        #expect(reading.remarks.map(\.code) == ["selectionRefused"])
    }
}
