import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import TestSupport
import Testing

@Suite("Opening a chip by PACE")
struct PACEAccessTests {
    // MARK: Case 1

    @Test(arguments: [0x6982, 0x6985] as [UInt16])
    func `opens a chip that has PACE only, and shows its application after it alone`(_ status: UInt16) throws {
        let chip = try PACEDocument.chip { $0.habits.lockedApplication = StatusWord(status) }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.access.used == .pace)
        #expect(reading.access.offersPACE == true)
        #expect(reading.access.pace?.parameterID == 13)
        #expect(reading.access.pace?.password == .mrz)
        #expect(reading.remarks == [])
        #expect(!chip.log.contains { $0.ins == 0x84 || $0.ins == 0x82 })
        #expect(chip.resetCount == 0)
        let names = reading.steps.map(\.name)
        #expect(PACEStep.allCases.allSatisfy { names.contains($0.rawValue) })
        #expect(
            chip.log.filter { $0.ins == 0x22 || $0.ins == 0xA4 }.allSatisfy { $0.isSecured || $0.expectedCount == nil })
    }

    @Test func `says which step it is at`() throws {
        var steps: [String] = []
        var reader = ChipReader(try PACEDocument.chip())
        _ = reader.read(ReadRequest(key: try ModelDocument.key()), at: Timestamp(secondsSince1970: 0)) {
            steps.append($0.step)
        }
        #expect(steps.filter { $0.hasPrefix("pace.") } == PACEStep.allCases.map(\.rawValue))
    }

    // MARK: Case 2

    /// Refuses every SELECT of the master file.
    static func refusing(_ status: UInt16) -> (CommandAPDU) -> ResponseAPDU? {
        { command in
            guard command.ins == 0xA4, command.p1 == 0x00, command.data.count != 2 || command.data == [0x3F, 0x00]
            else {
                return nil
            }
            return ResponseAPDU(status: StatusWord(status))
        }
    }

    @Test(arguments: [0x6982, 0x6A81, 0x6A86, 0x6A87, 0x6D00, 0x6985, 0x6700] as [UInt16])
    func `needs no SELECT of the master file where EF.CardAccess is read without`(_ status: UInt16) throws {
        let chip = try PACEDocument.chip { $0.habits.override = Self.refusing(status) }
        #expect(ModelDocument.isComplete(try ModelDocument.read(chip), chip))
    }

    @Test(arguments: 0..<3, [0x6982, 0x6A86, 0x6D00, 0x6700] as [UInt16])
    func `finds EF.CardAccess by the form of SELECT that the chip takes`(_ form: Int, status: UInt16) throws {
        let chip = try PACEDocument.chip()
        var isSelected = false
        chip.habits.override = { command in
            let forms: [[UInt8]] = [
                [0x00, 0xA4, 0x00, 0x0C, 0x02, 0x3F, 0x00], [0x00, 0xA4, 0x00, 0x00], [0x00, 0xA4, 0x00, 0x0C],
            ]
            if let found = forms.firstIndex(of: command.encoded) {
                isSelected = found == form
                return ResponseAPDU(status: isSelected ? .success : StatusWord(status))
            }
            if !isSelected, command.ins == 0xB0 { return ResponseAPDU(status: .conditionsNotSatisfied) }
            return nil
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.bytes(of: .cardAccess) == PACEDocument.generic)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `finds EF.CardAccess inside of the application, and runs PACE there`() throws {
        let chip = try PACEDocument.chip([]) {
            $0.cardFiles[0x011C] = nil
            $0.files[0x011C] = PACEDocument.generic
            $0.habits.hasPACEInApplication = true
            $0.habits.lockedApplication = nil
            $0.habits.override = Self.refusing(0x6D00)
            $0.habits.freelyReadable = [0x011C]
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.used == .pace)
        #expect(reading.remarks.map(\.code) == ["cardAccessInApplication"])
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `is not taken in by EF.DIR in the place of EF.CardAccess`() throws {
        let directory = Hexadecimal.decode("61094F07A0000002471001") ?? []
        let chip = try PACEDocument.chip { $0.habits.knowsShortIdentifiers = false }
        var isAstray = false
        chip.habits.override = { command in
            if command.ins == 0xA4, command.data == [0x01, 0x1C] {
                isAstray = command.p1 == 0x02 && command.p2 == 0x0C
                return nil
            }
            if command.ins == 0xB0, isAstray, !chip.isOpen { return ResponseAPDU(data: directory, status: .success) }
            return nil
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.bytes(of: .cardAccess) == PACEDocument.generic)
        #expect(reading.access.used == .pace)
        #expect(reading.remarks.map(\.code).contains("cardAccessAstray"))
        #expect(ModelDocument.isComplete(reading, chip))
    }

    // MARK: Case 3

    @Test func `reads past what it does not know in EF.CardAccess`() throws {
        let unknown = DataObjectWriter.encode(
            0x30, containing: [DataObjectWriter.encode(0x06, [0x2A, 0x03, 0x04]), [0x02, 0x01, 0x01]])
        let file =
            PACEDocument.cardAccess([([2, 2], 13), ([2, 4], 16), ([2, 2], nil)], more: [unknown]) + [0x00, 0x00, 0xFF]
        let chip = try PACEDocument.chip(file)
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.pace?.parameterID == 16)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    // MARK: Case 4, and the number of the parameters

    @Test(arguments: [0x6A80, 0x6A87, 0x6A88] as [UInt16])
    func `leaves the parameter number out once where the chip does not take it`(_ status: UInt16) throws {
        let chip = try PACEDocument.chip {
            $0.habits.setPACE = { $0.data.suffix(3).first == 0x84 ? StatusWord(status) : nil }
        }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.remarks.map(\.code) == ["parametersNotNamed"])
        #expect(PACEDocument.runs(chip) == (2, 1))
    }

    @Test(arguments: [0x6A80, 0x6D00, 0x6982] as [UInt16])
    func `gives up where the chip takes it in neither way`(_ status: UInt16) throws {
        let chip = try PACEDocument.chip { $0.habits.setPACE = { _ in StatusWord(status) } }
        let reading = try ModelDocument.read(chip)

        #expect(PACEDocument.failure(reading) == "paceRefused")
        #expect(PACEDocument.runs(chip) == (status == 0x6A80 ? 2 : 1, 0))
    }

    @Test func `leaves out the tries that a chip said are left before it took the password`() throws {
        let chip = try PACEDocument.chip { $0.habits.setPACE = { _ in StatusWord(0x63C2) } }
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.remainingTries == nil)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `shows the tries that a wrong password leaves`() throws {
        let chip = try PACEDocument.chip {
            $0.habits.pace = { _ in PACECard.Habit(status: [.token: StatusWord(0x63C4)]) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(PACEDocument.failure(reading) == "wrongKeyCounted")
        #expect(reading.access.remainingTries == 4)
        #expect(reading.access.attempts.count == 1)
    }
}
