import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import Cryptography
import LDS
import MRZ
import Standards
import TestSupport
import Testing

@Suite("Opening a chip by PACE")
struct PACEAccessTests {
    /// EF.CardAccess with entries of these last arcs and numbers.
    static func cardAccess(_ ways: [([UInt8], Int?)], more: [[UInt8]] = []) -> [UInt8] {
        DataObjectWriter.encode(
            0x31,
            containing: ways.map { arcs, number in
                DataObjectWriter.encode(
                    0x30,
                    containing: [
                        DataObjectWriter.encode(0x06, OID.idPACE.contents + arcs), [0x02, 0x01, 0x02],
                        number.map { [0x02, 0x01, UInt8($0)] } ?? [],
                    ])
            } + more)
    }

    static let generic = cardAccess([([2, 2], 13)])

    static func chip(_ cardAccess: [UInt8] = generic, _ change: (ModelChip) -> Void = { _ in }) throws -> ModelChip {
        try ModelDocument.chip {
            $0.cardFiles[0x011C] = cardAccess
            $0.habits.lockedApplication = .securityStatusNotSatisfied
            $0.habits.challengeStatus = .conditionsNotSatisfied
            change($0)
        }
    }

    static func failure(_ reading: ChipReading) -> String? { AccessTests.failure(reading) }

    /// How often a run of PACE was begun, and how often its proof was asked for.
    func runs(_ chip: ModelChip) -> (begun: Int, proven: Int) {
        (chip.log.count { $0.ins == 0x22 }, chip.log.count { $0.ins == 0x86 && $0.cla == 0x00 })
    }

    // MARK: Case 1

    @Test(arguments: [0x6982, 0x6985] as [UInt16])
    func `opens a chip that has PACE only, and shows its application after it alone`(_ status: UInt16) throws {
        let chip = try Self.chip { $0.habits.lockedApplication = StatusWord(status) }
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
        var reader = ChipReader(try Self.chip())
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
        let chip = try Self.chip { $0.habits.override = Self.refusing(status) }
        #expect(ModelDocument.isComplete(try ModelDocument.read(chip), chip))
    }

    @Test(arguments: 0..<3, [0x6982, 0x6A86, 0x6D00, 0x6700] as [UInt16])
    func `finds EF.CardAccess by the form of SELECT that the chip takes`(_ form: Int, status: UInt16) throws {
        let chip = try Self.chip()
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

        #expect(reading.bytes(of: .cardAccess) == Self.generic)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `finds EF.CardAccess inside of the application, and runs PACE there`() throws {
        let chip = try Self.chip([]) {
            $0.cardFiles[0x011C] = nil
            $0.files[0x011C] = Self.generic
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
        let chip = try Self.chip { $0.habits.knowsShortIdentifiers = false }
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

        #expect(reading.bytes(of: .cardAccess) == Self.generic)
        #expect(reading.access.used == .pace)
        #expect(reading.remarks.map(\.code).contains("cardAccessAstray"))
        #expect(ModelDocument.isComplete(reading, chip))
    }

    // MARK: Case 3

    @Test func `reads past what it does not know in EF.CardAccess`() throws {
        let unknown = DataObjectWriter.encode(
            0x30, containing: [DataObjectWriter.encode(0x06, [0x2A, 0x03, 0x04]), [0x02, 0x01, 0x01]])
        let file =
            Self.cardAccess([([2, 2], 13), ([2, 4], 16), ([2, 2], nil)], more: [unknown]) + [0x00, 0x00, 0xFF]
        let chip = try Self.chip(file)
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.pace?.parameterID == 16)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    // MARK: Case 4, and the number of the parameters

    @Test(arguments: [0x6A80, 0x6A87, 0x6A88] as [UInt16])
    func `leaves the parameter number out once where the chip does not take it`(_ status: UInt16) throws {
        let chip = try Self.chip {
            $0.habits.setPACE = { $0.data.suffix(3).first == 0x84 ? StatusWord(status) : nil }
        }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.remarks.map(\.code) == ["parametersNotNamed"])
        #expect(runs(chip) == (2, 1))
    }

    @Test(arguments: [0x6A80, 0x6D00, 0x6982] as [UInt16])
    func `gives up where the chip takes it in neither way`(_ status: UInt16) throws {
        let chip = try Self.chip { $0.habits.setPACE = { _ in StatusWord(status) } }
        let reading = try ModelDocument.read(chip)

        #expect(Self.failure(reading) == "paceRefused")
        #expect(runs(chip) == (status == 0x6A80 ? 2 : 1, 0))
    }

    @Test func `shows the tries that are left`() throws {
        let chip = try Self.chip { $0.habits.setPACE = { _ in StatusWord(0x63C2) } }
        let reading = try ModelDocument.read(chip)

        #expect(reading.access.remainingTries == 2)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test func `shows the tries that a wrong password leaves`() throws {
        let chip = try Self.chip { $0.habits.pace = { _ in PACECard.Habit(status: [.token: StatusWord(0x63C4)]) } }
        let reading = try ModelDocument.read(chip)

        #expect(Self.failure(reading) == "wrongKeyCounted")
        #expect(reading.access.remainingTries == 4)
        #expect(reading.access.attempts.count == 1)
    }

    // MARK: Several ways

    static let several = cardAccess([([2, 2], 13), ([4, 2], 13), ([1, 2], 0)])

    @Test(arguments: [PACEStep.nonce, .map, .agree])
    func `tries the next way after one that breaks off, and resets the chip before`(_ step: PACEStep) throws {
        let chip = try Self.chip(Self.several) {
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
        let chip = try Self.chip(Self.several) {
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
        let chip = try Self.chip(Self.several) { $0.habits.challengeStatus = nil }
        let wrong = try MRZKeyInformation(documentNumber: "X", dateOfBirth: "690806", dateOfExpiry: "940623")
        let reading = try ModelDocument.read(chip) { $0.key = wrong }

        #expect(Self.failure(reading) == "wrongKey")
        #expect(runs(chip) == (1, 1))
        #expect(!chip.log.contains { $0.ins == 0x84 })
        #expect(chip.resetCount == 1)
    }

    @Test func `tries no other way where a counter went down`() throws {
        var tries: UInt16 = 0x63C9
        let chip = try Self.chip(Self.several) {
            $0.habits.setPACE = { _ in
                tries -= 1
                return StatusWord(tries)
            }
            $0.habits.pace = { _ in PACECard.Habit(status: [.agree: .conditionsNotSatisfied]) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(runs(chip).begun == 2)  // the second shows that the first one was counted
        #expect(reading.access.remainingTries == 7)
        #expect(Self.failure(reading) == "paceRefused")
    }

    // MARK: Policies

    @Test(arguments: AccessPolicy.allCases)
    func `does not fall from PACE to BAC by itself`(_ policy: AccessPolicy) throws {
        let chip = try Self.chip {
            $0.habits.lockedApplication = nil
            $0.habits.challengeStatus = nil
            $0.habits.pace = { _ in PACECard.Habit(status: [.nonce: .conditionsNotSatisfied]) }
        }
        let reading = try ModelDocument.read(chip) { $0.accessPolicy = policy }

        guard policy != .bacOnly else {
            #expect(reading.access.used == .bac)
            #expect(reading.remarks.map(\.code) == ["paceNotUsed"])
            #expect(runs(chip) == (0, 0))
            return
        }
        #expect(Self.failure(reading) == "paceRefused")
        #expect(reading.access.used == nil)
        #expect(!chip.log.contains { $0.ins == 0x84 })
    }

    @Test(arguments: [AccessPolicy.auto, .paceOnly])
    func `does not take a damaged EF.CardAccess for none`(_ policy: AccessPolicy) throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = [0x31, 0x14, 0x30] }
        #expect(Self.failure(try ModelDocument.read(chip) { $0.accessPolicy = policy }) == "cardAccessDamaged")
        #expect(try ModelDocument.read(chip) { $0.accessPolicy = .bacOnly }.access.used == .bac)
    }

    @Test func `does not take unknown ways of PACE for none`() throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = Self.cardAccess([([2, 2], 25)]) }
        #expect(Self.failure(try ModelDocument.read(chip)) == "paceNotSupported")
    }

    @Test func `opens a chip without PACE by BAC, and not by a CAN`() throws {
        let chip = try ModelDocument.chip()
        #expect(try ModelDocument.read(chip).access.used == .bac)
        let reading = try ModelDocument.read(chip) {
            $0.key = nil
            $0.password = try? .can("123456")
        }
        #expect(Self.failure(reading) == "mrzNeeded")
    }

    // MARK: Passwords

    @Test func `opens by the CAN where that is given`() throws {
        let chip = try Self.chip { $0.passwords = [(try? .can("123456"))].compactMap(\.self) }
        let reading = try ModelDocument.read(chip) {
            $0.key = nil
            $0.password = try? .can("123456")
        }
        #expect(reading.access.pace?.password == .can)
        #expect(ModelDocument.isComplete(reading, chip))
        #expect(Self.failure(try ModelDocument.read(chip)) == "passwordNotFound")
    }

    static func pinChip(_ change: (ModelChip) -> Void = { _ in }) throws -> ModelChip {
        let pin = try PACEPassword.pin("271828")
        return try chip(several) {
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
            #expect(runs(chip).begun == 1)
        }
        let chip = try Self.pinChip()
        #expect(Self.failure(try Self.readByPIN(chip, "314159")) == "wrongPassword")
        #expect(runs(chip) == (1, 1))
    }

    @Test(
        arguments: [(0x63C1, "pinSuspended"), (0x63C0, "passwordBlocked"), (0x6283, "passwordDeactivated")]
            as [(UInt16, String)])
    func `does not touch a PIN that is at rest`(_ status: UInt16, code: String) throws {
        let chip = try Self.pinChip { $0.habits.setPACE = { _ in StatusWord(status) } }
        #expect(Self.failure(try Self.readByPIN(chip)) == code)
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
        #expect(Self.failure(try Self.readByPIN(chip)) == "passwordNotRepeated")
        #expect(runs(chip).begun == 1)
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
            if !completes { #expect(Self.failure(reading) == "passwordNotRepeated") }
        }
    }

    // MARK: Recovery

    @Test(arguments: [TransportError.cardRemoved, .cardReset, .notAuthentic])
    func `comes back from a loss at every command`(_ error: TransportError) throws {
        let whole = try Self.chip()
        _ = try ModelDocument.read(whole)
        for lost in whole.log.indices {
            let chip = try Self.chip { $0.incident = { $0 == lost ? error : nil } }
            let reading = try ModelDocument.read(chip)
            #expect(ModelDocument.isComplete(reading, chip), "lost at \(lost)")
            #expect(reading.access.used == .pace)
        }
    }

    @Test func `opens again in the way that worked, without the number that did not`() throws {
        let chip = try Self.chip(Self.several) {
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
        #expect(runs(chip).begun == 5)
    }

    @Test func `notices that another chip with the same key came back`() throws {
        let chip = try Self.chip()
        var isLost = false
        chip.incident = { index in
            guard !isLost, index > 60 else { return nil }
            isLost = true
            return .cardRemoved
        }
        chip.afterReconnect = { $0.files[ElementaryFile.sod.identifier]?[700] ^= 1 }
        #expect(Self.failure(try ModelDocument.read(chip)) == "otherChip")
    }

    @Test(arguments: [0x6882, 0x6883, 0x6987, 0x6988] as [UInt16])
    func `resets a chip that was left in the middle of something`(_ status: UInt16) throws {
        let chip = try Self.chip()
        chip.habits.override = { _ in chip.resetCount == 0 ? ResponseAPDU(status: StatusWord(status)) : nil }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.remarks.map(\.code) == ["foreignSession"])
    }

    // MARK: Chip Authentication Mapping

    static let cardSecurity = DataObjectWriter.encode(0x30, [UInt8](repeating: 0x05, count: 900))

    static func camChip(_ change: (ModelChip) -> Void = { _ in }) throws -> (ModelChip, ECDHKeyPair) {
        var random = SystemRandomSource()
        let pair = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
        let chip = try chip(cardAccess([([2, 2], 13), ([6, 2], 13)])) {
            $0.cardFiles[0x011D] = cardSecurity
            $0.habits.pace = { choice in
                PACECard.Habit(chipAuthentication: choice.info.variant.mapping == .chipAuthentication ? pair : nil)
            }
            change($0)
        }
        return (chip, pair)
    }

    @Test func `reads EF.CardSecurity and keeps the chip's proof`() throws {
        let (chip, pair) = try Self.camChip()
        let reading = try ModelDocument.read(chip)
        let proof = try #require(reading.access.pace?.chipAuthenticationMapping)

        #expect(reading.bytes(of: .cardSecurity) == Self.cardSecurity)
        #expect(pair.publicPoint.multiplied(byScalar: proof.chipAuthenticationData)?.encoded == proof.mappingPublicKey)
        #expect(ModelDocument.isComplete(reading, chip))
    }

    @Test(arguments: [TransportError.cardRemoved, .notAuthentic])
    func `comes back from a loss while EF.CardSecurity is read`(_ error: TransportError) throws {
        let (whole, _) = try Self.camChip()
        _ = try ModelDocument.read(whole)
        for lost in 0..<20 {
            let (chip, _) = try Self.camChip { $0.incident = { $0 == lost ? error : nil } }
            let reading = try ModelDocument.read(chip)
            #expect(ModelDocument.isComplete(reading, chip), "lost at \(lost)")
            #expect(reading.bytes(of: .cardSecurity) == Self.cardSecurity)
        }
    }

    @Test func `leaves EF.CardSecurity where the chip drops the session over it`() throws {
        let (chip, _) = try Self.camChip { $0.habits.answersBare = true }
        chip.plainTamper = { command, answer in
            if chip.selectedFile == Self.cardSecurity { chip.dropSession(&answer) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.cardSecurity]?.outcome == .refused(status: 0x6988))
        #expect(reading.remarks.map(\.code).contains("fileEndsSession"))
        #expect(ModelDocument.isComplete(reading, chip))
    }
}
