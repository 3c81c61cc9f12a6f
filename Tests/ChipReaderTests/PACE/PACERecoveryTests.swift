import AccessControl
import CardTransport
import ChipReader
import LDS
import Standards
import TestSupport
import Testing

@Suite("Opening a chip by PACE: after a loss")
struct PACERecoveryTests {
    @Test(arguments: [TransportError.cardRemoved, .cardReset, .notAuthentic])
    func `comes back from a loss at every command`(_ error: TransportError) throws {
        let whole = try PACEDocument.chip()
        _ = try ModelDocument.read(whole)
        for lost in whole.log.indices {
            let chip = try PACEDocument.chip { $0.incident = { $0 == lost ? error : nil } }
            let reading = try ModelDocument.read(chip)
            #expect(ModelDocument.isComplete(reading, chip), "lost at \(lost)")
            #expect(reading.access.used == .pace)
        }
    }

    @Test func `opens again in the way that worked, without the number that did not`() throws {
        let chip = try PACEDocument.chip(PACEDocument.several) {
            $0.habits.setPACE = { $0.data.suffix(3).first == 0x84 ? .wrongData : nil }
            $0.habits.pace = { choice in
                PACECard.Habit(
                    status: choice.info.variant.mapping == .generic ? [.nonce: .conditionsNotSatisfied] : [:])
            }
        }
        var isLost = false
        chip.incident = { index in
            guard !isLost, index > 60 else { return nil }
            isLost = true
            return .cardRemoved
        }
        let reading = try ModelDocument.read(chip)
        #expect(ModelDocument.isComplete(reading, chip))
        #expect(PACEDocument.runs(chip).begun == 5)
    }

    @Test func `notices that another chip with the same key came back`() throws {
        let chip = try PACEDocument.chip()
        var isLost = false
        chip.incident = { index in
            guard !isLost, index > 60 else { return nil }
            isLost = true
            return .cardRemoved
        }
        chip.afterReconnect = { $0.files[ElementaryFile.sod.identifier]?[700] ^= 1 }
        #expect(PACEDocument.failure(try ModelDocument.read(chip)) == "otherChip")
    }

    @Test(arguments: [0x6882, 0x6883, 0x6987, 0x6988] as [UInt16])
    func `resets a chip that was left in the middle of something`(_ status: UInt16) throws {
        let chip = try PACEDocument.chip()
        chip.habits.override = { _ in chip.resetCount == 0 ? ResponseAPDU(status: StatusWord(status)) : nil }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.remarks.map(\.code) == ["foreignSession"])
    }
}
