import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Reading a chip: a card that is lost, altered answers, and going on")
struct RecoveryTests {
    /// How many commands an undisturbed read sends.
    static func commandCount() throws -> Int {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = AccessTests.cardAccess }
        _ = try ModelDocument.read(chip)
        return chip.log.count
    }

    static func commands() throws -> Range<Int> { 0..<(try commandCount()) }

    @Test(arguments: try commands(), [TransportError.cardRemoved, .cardReset])
    func `ends in complete data where the card is lost once`(index: Int, error: TransportError) throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = AccessTests.cardAccess }
        chip.incident = { $0 == index ? error : nil }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip), "\(reading.ending)")
        #expect(reading.access.offersPACE == true)
        #expect(reading.remarks.contains { $0.code == "cardLost" })
    }

    @Test(arguments: try commands())
    func `keeps what there is where the card does not come back, and goes on from there`(index: Int) throws {
        let chip = try ModelDocument.chip { $0.cardFiles[0x011C] = AccessTests.cardAccess }
        chip.incident = { $0 == index ? .readerRemoved : nil }
        let broken = try ModelDocument.read(chip)
        chip.incident = { _ in nil }
        let before = chip.log.count
        let whole = try ModelDocument.read(chip) { $0.resume = broken }

        #expect(AccessTests.failure(broken) == "readerRemoved")
        for file in broken.files {
            let stored = file.file.application == .masterFile ? chip.cardFiles : chip.files
            if case .read(let bytes) = file.outcome { #expect(bytes == stored[file.file.identifier]) }
            if case .partial(let bytes, let total) = file.outcome {
                let real = chip.files[file.file.identifier] ?? []
                #expect(real.starts(with: bytes))
                #expect(total == real.count)
            }
        }
        #expect(ModelDocument.isComplete(whole, chip), "\(whole.ending)")
        #expect(before + chip.log.count - before <= Self.limit(try Self.commandCount(), index))
    }

    @Test(arguments: [TransportError.noCard, .cardRemoved, .unresponsiveCard])
    func `waits once for a card that stays away`(error: TransportError) throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 == 20 ? .cardRemoved : nil }
        chip.stayingAway = error
        let reading = try ModelDocument.read(chip)

        #expect(chip.reconnectCount == 1)
        #expect(AccessTests.failure(reading) == error.code)
    }

    /// A resumed read does not read again what there was, but for proving itself and the overlap.
    static func limit(_ whole: Int, _ index: Int) -> Int { whole + index + 12 }

    @Test func `reads nothing twice but an overlap`() throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 == 60 ? .cardRemoved : nil }
        _ = try ModelDocument.read(chip)

        // select, two commands of BAC, the comparison of EF.SOD (whole, since this one has no signature in it), the
        // file's selection, and the block that was lost
        let undisturbed = try ModelDocument.chip()
        _ = try ModelDocument.read(undisturbed)
        #expect(chip.log.count == undisturbed.log.count + 5 + 6)
    }

    @Test func `does not mix two documents`() throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 == 60 ? .cardRemoved : nil }
        chip.afterReconnect = { $0.files[ElementaryFile.sod.identifier] = ModelDocument.file(.sod, 1400) }
        let reading = try ModelDocument.read(chip)

        #expect(AccessTests.failure(reading) == "otherChip")
        #expect(reading.bytes(of: .dataGroup(.dg1)) == chip.files[0x0101])
        guard case .partial(let bytes, let total)? = reading[.dataGroup(.dg2)]?.outcome else {
            Issue.record("DG2 is not partial")
            return
        }
        #expect(total == 16_065)
        #expect(chip.files[0x0102]?.starts(with: bytes) == true)
    }

    @Test func `compares the overlap of a file that goes on`() throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 == 60 ? .cardRemoved : nil }
        chip.afterReconnect = { chip in
            chip.files[0x0102] = chip.files[0x0102].map {
                $0.enumerated().map { $0.offset > 100 ? ~$0.element : $0.element }
            }
        }
        let reading = try ModelDocument.read(chip)

        #expect(AccessTests.failure(reading) == "otherChip")
    }

    @Test func `refuses to resume another document`() throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 == 60 ? .readerRemoved : nil }
        let broken = try ModelDocument.read(chip)
        chip.incident = { _ in nil }
        chip.files[ElementaryFile.sod.identifier] = ModelDocument.file(.sod, 1400)
        let reading = try ModelDocument.read(chip) { $0.resume = broken }

        #expect(AccessTests.failure(reading) == "otherChip")
        #expect(reading.files == broken.files)
    }

    @Test func `gives up on a card that is lost again and again`() throws {
        let chip = try ModelDocument.chip()
        chip.incident = { $0 > 40 && $0.isMultiple(of: 4) ? .cardRemoved : nil }
        let reading = try ModelDocument.read(chip)

        #expect(AccessTests.failure(reading) == "cardRemoved")
        #expect(reading.bytes(of: .sod) == chip.files[ElementaryFile.sod.identifier])
    }

    @Test func `leaves a file that ends every session, and reads the others`() throws {
        let chip = try ModelDocument.chip()
        chip.tamper = { [unowned chip] _, answer in
            if chip.selectedFile == chip.files[0x010E] { chip.dropSession(&answer) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.dataGroup(.dg14)]?.outcome == .refused(status: 0x6988))
        #expect(reading.bytes(of: .dataGroup(.dg2)) == chip.files[0x0102])
        #expect(reading.remarks.contains { $0.code == "fileEndsSession" })
        #expect(reading.ending == .complete)
    }

    @Test func `goes on where Active Authentication ends every session`() throws {
        let chip = try ModelDocument.chip()
        chip.habits.signature = { _ in ResponseAPDU(status: StatusWord(0x6F42)) }
        chip.tamper = { [unowned chip] _, answer in
            if chip.lastPlainCommand?.ins == 0x88 { chip.dropSession(&answer) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.activeAuthentication?.answer == .refused(status: 0x6988))
        #expect(ModelDocument.isComplete(reading, chip))
    }

    // MARK: Altered answers

    /// A document so small that every byte can be altered in turn.
    static func smallChip() throws -> ModelChip {
        try ModelDocument.chip {
            $0.files[0x0102] = ModelDocument.file(.dataGroup(.dg2), 260)
            $0.files[ElementaryFile.sod.identifier] = ModelDocument.file(.sod, 60)
            $0.files[0x010F] = nil
            $0.files[0x010E] = nil
        }
    }

    static func protectedCommands() throws -> [Int] {
        let chip = try smallChip()
        _ = try ModelDocument.read(chip)
        return chip.log.indices.filter { chip.log[$0].isSecured }
    }

    @Test(arguments: try protectedCommands())
    func `notices each altered byte of a protected answer, and takes none of it`(index: Int) throws {
        var byteCount = 1
        var position = 0
        while position < byteCount {
            let chip = try Self.smallChip()
            chip.tamper = { command, answer in
                guard command == index else { return }
                var bytes = answer.encoded
                byteCount = bytes.count
                bytes[position] ^= 0x01
                answer = ResponseAPDU(encoded: bytes) ?? answer
            }
            let reading = try ModelDocument.read(chip)

            #expect(reading.remarks.contains { $0.code == "answerNotAuthentic" }, "byte \(position) was not noticed")
            #expect(reading.ending == .complete)
            for file in reading.files where !file.outcome.isPlainlyAbsent {
                #expect(reading.bytes(of: file.file) == chip.files[file.file.identifier])
            }
            position += 1
        }
    }
}

extension FileReading.Outcome {
    fileprivate var isPlainlyAbsent: Bool { if case .absent = self { true } else { false } }
}
