import AccessControl
import CardTransport
import ChipReader
import LDS
import Standards
import TestSupport
import Testing

@Suite("Opening a chip by PACE: CAN and PIN")
struct PACEPasswordReadTests {
    @Test func `opens by the CAN where that is given`() throws {
        let chip = try PACEDocument.chip { $0.passwords = [(try? .can("123456"))].compactMap(\.self) }
        let reading = try ModelDocument.read(chip) {
            $0.key = nil
            $0.password = try? .can("123456")
        }
        #expect(reading.access.pace?.password == .can)
        #expect(ModelDocument.isComplete(reading, chip))
        #expect(PACEDocument.failure(try ModelDocument.read(chip)) == "passwordNotFound")
    }

    static func pinChip(_ change: (ModelChip) -> Void = { _ in }) throws -> ModelChip {
        let pin = try PACEPassword.pin("271828")
        return try PACEDocument.chip(PACEDocument.several) {
            $0.passwords = [pin]
            change($0)
        }
    }

    static func readByPIN(_ chip: ModelChip, _ pin: String = "271828") throws -> ChipReading {
        let pin = try PACEPassword.pin(pin)
        return try ModelDocument.read(chip) { $0.password = pin }
    }

    @Test func `sends a PIN once, whatever comes of it`() throws {
        for step in [PACEStep.nonce, .map, .agree, .token] {
            let chip = try Self.pinChip { $0.habits.pace = { _ in PACECard.Habit(status: [step: StatusWord(0x6985)]) } }
            #expect(try Self.readByPIN(chip).access.used == nil)
            #expect(PACEDocument.runs(chip).begun == 1)
        }
        let chip = try Self.pinChip()
        #expect(PACEDocument.failure(try Self.readByPIN(chip, "314159")) == "wrongPassword")
        #expect(PACEDocument.runs(chip) == (1, 1))
    }

    @Test(
        arguments: [(0x63C1, "pinSuspended"), (0x63C0, "passwordBlocked"), (0x6283, "passwordDeactivated")]
            as [(UInt16, String)])
    func `does not touch a PIN that is at rest`(_ status: UInt16, code: String) throws {
        let chip = try Self.pinChip { $0.habits.setPACE = { _ in StatusWord(status) } }
        #expect(PACEDocument.failure(try Self.readByPIN(chip)) == code)
        #expect(!chip.log.contains { $0.ins == 0x86 })
    }

    @Test func `does not send a PIN again where the card was lost over it`() throws {
        let chip = try Self.pinChip()
        var isLost = false
        chip.incident = { index in
            guard !isLost, chip.log.count(where: { $0.ins == 0x86 }) == 4 else { return nil }
            isLost = true
            return .cardRemoved
        }
        #expect(PACEDocument.failure(try Self.readByPIN(chip)) == "passwordNotRepeated")
        #expect(PACEDocument.runs(chip).begun == 1)
    }

    @Test func `sends a PIN again to the card that took it, but to none that may be another`() throws {
        for (error, completes) in [(TransportError.channelClosed, true), (.cardRemoved, false)] {
            let chip = try Self.pinChip()
            var isLost = false
            chip.incident = { index in
                guard !isLost, index > 60 else { return nil }
                isLost = true
                return error
            }
            let reading = try Self.readByPIN(chip)
            #expect(ModelDocument.isComplete(reading, chip) == completes, "\(error)")
            #expect(chip.log.count { $0.ins == 0x22 && $0.data.contains([0x83, 0x01, 0x03]) } == (completes ? 2 : 1))
            if !completes { #expect(PACEDocument.failure(reading) == "passwordNotRepeated") }
        }
    }
}
