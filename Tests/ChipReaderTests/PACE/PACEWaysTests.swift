import AccessControl
import CardTransport
import ChipReader
import LDS
import MRZ
import Standards
import TestSupport
import Testing

@Suite("Opening a chip by PACE: several ways, and what is no reason for BAC")
struct PACEWaysTests {
    // MARK: Several ways

    @Test(arguments: [PACEStep.nonce, .map, .agree])
    func `tries the next way after one that breaks off, and resets the chip before`(_ step: PACEStep) throws {
        let chip = try PACEDocument.chip(PACEDocument.several) {
            $0.habits.pace = { choice in
                PACECard.Habit(status: choice.info.variant.mapping == .generic ? [step: .conditionsNotSatisfied] : [:])
            }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.pace?.identifier == OID(contents: OID.idPACE.contents + [4, 2]))
        #expect(reading.access.attempts.map(\.reason.code) == ["paceRefused"])
        #expect(reading.remarks.map(\.code) == ["nextPACE"])
        #expect(chip.resetCount == 1)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `tries the next way after a key that cannot be computed with`() throws {
        let chip = try PACEDocument.chip(PACEDocument.several) {
            $0.habits.pace = { choice in
                PACECard.Habit(change: { step, value, received in
                    choice.info.variant.mapping == .generic && step == .map ? received : value
                })
            }
        }
        let reading = try ModelDocument.read(chip)
        #expect(reading.access.attempts.map(\.reason.code) == ["paceBroken"])
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `never tries another way with a wrong key, nor BAC`() throws {
        let chip = try PACEDocument.chip(PACEDocument.several) { $0.habits.challengeStatus = nil }
        let wrong = try MRZKeyInformation(documentNumber: "X", dateOfBirth: "690806", dateOfExpiry: "940623")
        let reading = try ModelDocument.read(chip) { $0.key = wrong }

        #expect(PACEDocument.failure(reading) == "wrongKey")
        #expect(PACEDocument.runs(chip) == (1, 1))
        #expect(!chip.log.contains { $0.ins == 0x84 })
        #expect(chip.resetCount == 1)
    }

    @Test func `tries no other way where a counter went down`() throws {
        var tries: UInt16 = 0x63C9
        let chip = try PACEDocument.chip(PACEDocument.several) {
            $0.habits.setPACE = { _ in
                tries -= 1
                return StatusWord(tries)
            }
            $0.habits.pace = { _ in PACECard.Habit(status: [.agree: .conditionsNotSatisfied]) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(PACEDocument.runs(chip).begun == 2)  // the second shows that the first one was counted
        #expect(reading.access.remainingTries == 7)
        #expect(PACEDocument.failure(reading) == "paceRefused")
    }

    // MARK: Policies

    @Test(arguments: AccessPolicy.allCases)
    func `does not fall from PACE to BAC by itself`(_ policy: AccessPolicy) throws {
        let chip = try PACEDocument.chip {
            $0.habits.lockedApplication = nil
            $0.habits.challengeStatus = nil
            $0.habits.pace = { _ in PACECard.Habit(status: [.nonce: .conditionsNotSatisfied]) }
        }
        let reading = try ModelDocument.read(chip) { $0.accessPolicy = policy }

        guard policy != .bacOnly else {
            #expect(reading.access.used == .bac)
            #expect(reading.remarks.map(\.code) == ["paceNotUsed"])
            #expect(PACEDocument.runs(chip) == (0, 0))
            return
        }
        #expect(PACEDocument.failure(reading) == "paceRefused")
        #expect(reading.access.used == nil)
        #expect(!chip.log.contains { $0.ins == 0x84 })
    }

    @Test func `does not take unknown ways of PACE for none`() throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = PACEDocument.cardAccess([([2, 2], 25)]) }
        #expect(PACEDocument.failure(try ModelDocument.read(chip)) == "paceNotSupported")
    }

    @Test func `opens a chip without PACE by BAC, and not by a CAN`() throws {
        let chip = try ModelDocument.chip()
        #expect(try ModelDocument.read(chip).access.used == .bac)
        let reading = try ModelDocument.read(chip) {
            $0.key = nil
            $0.password = try? .can("123456")
        }
        #expect(PACEDocument.failure(reading) == "mrzNeeded")
    }
}
