import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Reading a chip: READ BINARY as real chips answer it")
struct HabitTests {
    struct Habit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let remarks: Set<String>
        let change: @Sendable (inout ModelChip.Habits) -> Void

        init(
            _ description: String, remarks: Set<String> = [],
            _ change: @escaping @Sendable (inout ModelChip.Habits) -> Void
        ) {
            testDescription = description
            self.remarks = remarks
            self.change = change
        }
    }

    static let habits: [Habit] = [
        Habit("6282 at the end of a file") { $0.endStatus = .endOfFile },
        Habit("6700 beyond the end of a file", remarks: ["noOverReading"]) { $0.overEnd = .wrongLength },
        Habit("6B00 beyond the end of a file", remarks: ["noOverReading"]) { $0.overEnd = .offsetOutsideFile },
        Habit("6Cxx beyond the end of a file") { $0.correctsLength = true },
        Habit("6700 above 192 bytes", remarks: ["smallerBlocks"]) {
            $0.largestBlock = 192
            $0.tooLarge = .wrongLength
        },
        Habit("6F00 above 96 bytes", remarks: ["smallerBlocks"]) {
            $0.largestBlock = 96
            $0.tooLarge = StatusWord(0x6F00)
        },
        Habit("6Cxx above 200 bytes", remarks: ["smallerBlocks"]) {
            $0.largestBlock = 200
            $0.correctsLength = true
        },
        Habit("an empty answer above 128 bytes", remarks: ["smallerBlocks"]) {
            $0.largestBlock = 128
            $0.tooLarge = .success
        },
        Habit("fewer bytes than asked for, in mid-file", remarks: ["shortAnswers"]) { $0.largestBlock = 100 },
        Habit("bare 6700 above 160 bytes, the session living on", remarks: ["bareStatus", "smallerBlocks"]) {
            $0.largestBlock = 160
            $0.tooLarge = .wrongLength
            $0.answersBare = true
        },
        Habit("bare 6700 above 160 bytes, the session being lost", remarks: ["bareStatus", "sessionReopened"]) {
            $0.largestBlock = 160
            $0.tooLarge = .wrongLength
            $0.answersBare = true
            $0.dropsSession = true
        },
        Habit("bare 6700 beyond the end of a file, the session being lost", remarks: ["noOverReading"]) {
            $0.overEnd = .wrongLength
            $0.answersBare = true
            $0.dropsSession = true
        },
        Habit("no short identifiers", remarks: ["noShortIdentifiers"]) { $0.knowsShortIdentifiers = false },
        Habit("a short identifier that selects EF.DIR", remarks: ["shortIdentifierAstray"]) {
            $0.straySelection = [0x1E: 0x2F00]
        },
    ]

    @Test(arguments: habits, [CommandAPDU.maximumShortByteCount, CommandAPDU.maximumExtendedByteCount])
    func `reads everything in spite of`(_ habit: Habit, maximumCommand: Int) throws {
        let chip = try ModelDocument.chip {
            habit.change(&$0.habits)
            $0.maximumCommandByteCount = maximumCommand
            $0.cardFiles[0x2F00] = Hexadecimal.decode("61094F07A0000002471001") ?? []
        }
        let reading = try ModelDocument.read(chip)

        #expect(
            ModelDocument.isComplete(reading, chip),
            "\(reading.ending) \(reading.remarks) \(reading.files.map { "\($0.file) \("\($0.outcome)".prefix(60))" })")
        let codes = Set(reading.remarks.map(\.code))
        if maximumCommand == CommandAPDU.maximumShortByteCount {
            #expect(habit.remarks.isSubset(of: codes), "\(codes)")
        }
    }

    @Test func `asks for no more in a session than has worked`() throws {
        let chip = try ModelDocument.chip {
            $0.habits.largestBlock = 192
            $0.habits.tooLarge = .wrongLength
        }
        _ = try ModelDocument.read(chip)
        let floor = 3 + 1 + 8 + 1 + 84 + 3 + 1  // blocks of 192 bytes

        #expect(chip.log.count <= floor + 5 + 1 + 5, "\(chip.log.count)")
    }

    @Test(arguments: [32_767, 32_768, 33_000, 70_000, 300_000])
    func `reads a large file, beyond 32,767 bytes by the odd instruction`(count: Int) throws {
        for maximum in [CommandAPDU.maximumShortByteCount, CommandAPDU.maximumExtendedByteCount] {
            let chip = try ModelDocument.chip {
                $0.files[0x0102] = ModelDocument.file(.dataGroup(.dg2), count)
                $0.maximumCommandByteCount = maximum
            }
            let reading = try ModelDocument.read(chip)

            #expect(reading.bytes(of: .dataGroup(.dg2)) == chip.files[0x0102])
            #expect(reading.remarks.isEmpty, "\(reading.remarks)")
            #expect(!chip.log.contains { $0.ins == 0xB0 && $0.p1 & 0x80 != 0 && $0.p2 != 0 })
        }
    }

    @Test func `finds extended length by a probe on a large file`() throws {
        let chip = try ModelDocument.chip { $0.maximumCommandByteCount = CommandAPDU.maximumExtendedByteCount }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.steps.last?.name == "DG2")
        #expect(reading.steps.last?.apduCount == 2)
    }

    @Test func `takes an answer of 4,000 bytes as no end of the file`() throws {
        let chip = try ModelDocument.chip {
            $0.maximumCommandByteCount = CommandAPDU.maximumExtendedByteCount
            $0.habits.largestBlock = 4000
        }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.steps.last?.apduCount == 5)
    }

    @Test func `falls to short commands where the reader does not carry extended ones`() throws {
        let chip = try ModelDocument.chip { $0.maximumCommandByteCount = CommandAPDU.maximumExtendedByteCount }
        chip.incident = { [unowned chip] _ in chip.log.last?.isExtended == true ? .notTransacted : nil }
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(chip.log.filter(\.isExtended).count == 1)
    }

    // MARK: Files that are not what they say

    @Test func `keeps what came of a file that claims 4 GiB`() throws {
        let head: [UInt8] = [0x75, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]
        let chip = try ModelDocument.chip { $0.files[0x0102] = head + [UInt8](repeating: 7, count: 1000) }
        let reading = try ModelDocument.read(chip)

        guard case .damaged(let bytes, let reason)? = reading[.dataGroup(.dg2)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg2)]))")
            return
        }
        #expect(reason.code == "tooLarge")
        #expect(bytes.starts(with: head))
        #expect(reading.ending == .complete)
    }

    @Test func `keeps a file that ends before its length`() throws {
        let whole = ModelDocument.file(.dataGroup(.dg2), 5000)
        let chip = try ModelDocument.chip { $0.files[0x0102] = Array(whole.prefix(4000)) }
        let reading = try ModelDocument.read(chip)

        guard case .damaged(let bytes, let reason)? = reading[.dataGroup(.dg2)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg2)]))")
            return
        }
        #expect(reason.code == "truncated")
        #expect(bytes == Array(whole.prefix(4000)))
    }

    @Test func `keeps a file with another tag`() throws {
        let chip = try ModelDocument.chip { $0.files[0x0101] = ModelDocument.file(.dataGroup(.dg11), 300) }
        let reading = try ModelDocument.read(chip)

        guard case .damaged(let bytes, let reason)? = reading[.dataGroup(.dg1)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg1)]))")
            return
        }
        #expect(reason.code == "wrongTag")
        #expect(bytes == chip.files[0x0101])
        #expect(reading.bytes(of: .dataGroup(.dg2)) != nil)
    }

    @Test func `reads a file whose length cannot be told to the end of the chip's bytes`() throws {
        let chip = try ModelDocument.chip { $0.files[0x0101] = [0x61, 0x80] + [UInt8](repeating: 1, count: 500) }
        let reading = try ModelDocument.read(chip)

        guard case .damaged(let bytes, let reason)? = reading[.dataGroup(.dg1)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg1)]))")
            return
        }
        #expect(reason.code == "badLength")
        #expect(bytes == chip.files[0x0101])
    }
}
