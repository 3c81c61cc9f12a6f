import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import LDS
import MRZ
import Standards
import Testing

@Suite("Reading a chip: how it is opened, and what is on it")
struct AccessTests {
    static func failure(_ reading: ChipReading) -> String? {
        guard case .brokenOff(let reason) = reading.ending else { return nil }
        return reason.code
    }

    // MARK: Case 6: the application, COM and the lists

    @Test func `says so where there is no eMRTD application`() throws {
        let reading = try ModelDocument.read(ModelDocument.chip { $0.habits.selectStatus = .fileNotFound })

        #expect(Self.failure(reading) == "noApplication")
        #expect(reading.access.used == nil)
    }

    @Test func `resets a chip that refuses selection, once`() throws {
        let chip = try ModelDocument.chip {
            $0.habits.selectStatus = StatusWord(0x6988)
            $0.habits.challengeStatus = .conditionsNotSatisfied
        }
        let reading = try ModelDocument.read(chip)

        #expect(Self.failure(reading) == "applicationRefused")
        #expect(reading.remarks.map(\.code) == ["selectionRefused"])  // the reset has mended nothing
        #expect(chip.resetCount == 1)
    }

    @Test func `says that an earlier session was left on a chip that a reset mends`() throws {
        let chip = try ModelDocument.chip()
        chip.habits.override = { command in
            command.ins == 0xA4 && command.p1 == 0x04 && chip.resetCount == 0
                ? ResponseAPDU(status: .conditionsNotSatisfied) : nil
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.remarks.map(\.code) == ["foreignSession"])
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `reads by the list of EF.SOD where EF.COM is absent, and the usual groups where neither lists`() throws {
        let chip = try ModelDocument.chip { $0.files[ElementaryFile.com.identifier] = nil }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.com]?.outcome == .absent(status: 0x6A82))
        #expect(reading.bytes(of: .dataGroup(.dg2)) == chip.files[0x0102])
        #expect(reading[.dataGroup(.dg11)]?.outcome == .absent(status: 0x6A82))
        #expect(reading.remarks.map(\.code).contains("noGroupList"))
        #expect(reading.ending == .complete)
    }

    @Test(arguments: [false, true])
    func `goes on where EF.COM lists a group that is not there`(isBare: Bool) throws {
        let chip = try ModelDocument.chip {
            $0.files[ElementaryFile.com.identifier] = ModelDocument.com([.dg1, .dg11, .dg2, .dg14, .dg15])
            $0.habits.answersBare = isBare
        }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading[.dataGroup(.dg11)]?.outcome == .absent(status: 0x6A82))
        #expect(reading.remarks.contains { $0.code == "bareStatus" } == isBare)
    }

    @Test func `goes on where a listed group is refused`() throws {
        let chip = try ModelDocument.chip { $0.habits.forbidden = [0x010E] }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.dataGroup(.dg14)]?.outcome == .refused(status: 0x6982))
        #expect(reading.bytes(of: .dataGroup(.dg2)) == chip.files[0x0102])
    }

    // MARK: Case 8: EXTERNAL AUTHENTICATE

    @Test(arguments: [
        (ResponseAPDU(status: .authenticationFailed), "wrongKey"),
        (ResponseAPDU(status: StatusWord(0x63C7)), "wrongKeyCounted"),
        (ResponseAPDU(status: .securityStatusNotSatisfied), "accessDenied"),
        (ResponseAPDU(status: .conditionsNotSatisfied), "conditionsNotSatisfied"),
        (ResponseAPDU(data: [UInt8](repeating: 9, count: 40), status: .success), "chipNotAuthenticated"),
        (ResponseAPDU(data: [UInt8](repeating: 9, count: 39), status: .success), "wrongAnswerLength"),
    ])
    func `says why the chip was not opened`(_ proof: ResponseAPDU, code: String) throws {
        let reading = try ModelDocument.read(ModelDocument.chip { $0.habits.proof = proof })

        #expect(Self.failure(reading) == code)
        #expect(reading.access.failure?.code == code)
        #expect(reading.access.used == nil)
    }

    @Test func `says that the key is wrong`() throws {
        let chip = try ModelDocument.chip()
        let wrong = try MRZKeyInformation(documentNumber: "X", dateOfBirth: "690806", dateOfExpiry: "940623")
        let reading = try ModelDocument.read(chip) { $0.key = wrong }

        #expect(Self.failure(reading) == "wrongKey")
        #expect(chip.log.count { $0.ins == 0x82 } == 1)
    }

    // MARK: What the chip offers

    static let cardAccess = Hexadecimal.decode("31143012060A04007F0007020204020202010202010D") ?? []

    @Test func `records that PACE was offered and not used`() throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = Self.cardAccess }
        let reading = try ModelDocument.read(chip) { $0.accessPolicy = .bacOnly }

        #expect(reading.access.offersPACE == true)
        #expect(reading.access.used == .bac)
        #expect(reading.bytes(of: .cardAccess) == Self.cardAccess)
        #expect(reading.remarks.map(\.code).contains("paceNotUsed"))
    }

    @Test func `tells a chip that wants PACE from a wrong key`() throws {
        let chip = try ModelDocument.chip {
            $0.cardFiles[0x011C] = Self.cardAccess
            $0.habits.proof = ResponseAPDU(status: .conditionsNotSatisfied)
        }
        func failure() throws -> String? {
            Self.failure(try ModelDocument.read(chip) { $0.accessPolicy = .bacOnly })
        }
        #expect(try failure() == "conditionsNotSatisfiedPACE")

        chip.habits.challengeStatus = .conditionsNotSatisfied
        #expect(try failure() == "paceOnly")
    }

    @Test func `does not fall to BAC where the policy wants PACE`() throws {
        let chip = try ModelDocument.chip()
        let reading = try ModelDocument.read(chip) { $0.accessPolicy = .paceOnly }

        #expect(Self.failure(reading) == "paceNotOffered")
        #expect(!chip.log.contains { $0.ins == 0x84 })
    }

    @Test func `reads a chip that runs no access control`() throws {
        let chip = try ModelDocument.chip {
            $0.habits.runsAccessControl = false
            $0.habits.challengeStatus = .instructionNotSupported
        }
        let withKey = try ModelDocument.read(chip)
        let without = try ModelDocument.read(chip) { $0.key = nil }

        #expect(ModelDocument.isComplete(withKey, chip))
        #expect(ModelDocument.isComplete(without, chip))
        #expect(without.access.used == .unprotected)
        #expect(withKey.remarks.map(\.code) == ["keyNotNeeded"])
    }

    @Test func `says that a key is needed`() throws {
        let reading = try ModelDocument.read(ModelDocument.chip()) { $0.key = nil }

        #expect(Self.failure(reading) == "keyNeeded")
    }

    // MARK: Probing

    @Test func `finds what a chip offers without a key`() throws {
        let chip = try ModelDocument.chip {
            $0.cardFiles[0x011C] = Self.cardAccess
            $0.cardFiles[0x2F00] = Hexadecimal.decode("61094F07A0000002471001") ?? []
            $0.cardFiles[0x2F01] = Hexadecimal.decode("4703000040" + "7F6608" + "02020400" + "02020400") ?? []
        }
        var reader = ChipReader(chip)
        let probe = reader.probe(at: Timestamp(secondsSince1970: 0))

        #expect(probe.reading.ending == .complete)
        #expect(probe.hasApplication == true)
        #expect(probe.offersBAC == true)
        #expect(probe.isUnprotected == false)
        #expect(probe.pace.count == 1)
        #expect(probe.applicationIdentifiers == [[0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]])
        #expect(probe.announcedAnswerByteCount == 1022)
        #expect(!chip.log.contains { $0.ins == 0x82 })
    }

    @Test func `probes a card that is no passport`() throws {
        var reader = ChipReader(try ModelDocument.chip { $0.habits.selectStatus = .fileNotFound })
        let probe = reader.probe(at: Timestamp(secondsSince1970: 0))

        #expect(probe.hasApplication == false)
        #expect(probe.offersBAC == nil)
        #expect(probe.reading.ending == .complete)
    }

    // MARK: Active Authentication

    @Test func `keeps the challenge and the signature`() throws {
        let chip = try ModelDocument.chip()
        chip.habits.signature = { ResponseAPDU(data: $0.data + [1, 2, 3], status: .success) }
        let reading = try ModelDocument.read(chip)
        let authentication = try #require(reading.activeAuthentication)

        #expect(authentication.answer == .signature(authentication.challenge + [1, 2, 3]))
        #expect(authentication.challenge.count == 8)
    }

    @Test func `goes on where Active Authentication is refused`() throws {
        let chip = try ModelDocument.chip()
        let reading = try ModelDocument.read(chip)

        #expect(reading.activeAuthentication?.answer == .refused(status: 0x6D00))
        #expect(ModelDocument.isComplete(reading, chip))
    }
}
