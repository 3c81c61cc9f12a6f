import CardTransport
import ChipReader
import LDS
import Standards
import Testing

@Suite("Reading a chip: the order and its cost")
struct ReadingTests {
    @Test func `reads every listed file byte for byte, the portrait last`() throws {
        let chip = try ModelDocument.chip()
        let reading = try ModelDocument.read(chip)

        #expect(ModelDocument.isComplete(reading, chip))
        #expect(reading.access.used == .bac)
        #expect(reading.access.offersPACE == false)
        #expect(
            reading.files.map(\.file.name) == [
                "ATR/INFO", "DIR", "CardAccess", "COM", "SOD", "DG14", "DG15", "DG1", "DG2",
            ])
        #expect(
            reading.steps.map(\.name) == [
                "ATR/INFO", "DIR", "cardAccess", "select", "bac", "COM", "SOD", "DG14", "DG15", "activeAuthentication",
                "DG1", "DG2",
            ])
    }

    @Test(arguments: [(CommandAPDU.maximumShortByteCount, 84), (CommandAPDU.maximumExtendedByteCount, 9)])
    func `needs no APDU above the floor for selection, BAC and files`(maximum: Int, floor: Int) throws {
        let chip = try ModelDocument.chip { $0.maximumCommandByteCount = maximum }
        chip.answerToReset = [0x3B, 0x86, 0x80, 0x01, 0x80, 0x73, 0xC0, 0x21, 0xC0, 0x57, 0x00]
        let reading = try ModelDocument.read(chip)

        let counted = reading.steps.filter {
            !["ATR/INFO", "DIR", "cardAccess", "activeAuthentication"].contains($0.name)
        }
        #expect(ModelDocument.isComplete(reading, chip))
        #expect(counted.reduce(0) { $0 + $1.apduCount } == floor)
    }

    @Test func `counts every APDU and byte in some step`() throws {
        let chip = try ModelDocument.chip()
        let reading = try ModelDocument.read(chip)

        #expect(reading.steps.reduce(0) { $0 + $1.apduCount } == chip.log.count)
        #expect(reading.steps.reduce(0) { $0 + $1.sentByteCount } == chip.log.reduce(0) { $0 + $1.encoded.count })
    }

    @Test func `leaves out what the request leaves out`() throws {
        let chip = try ModelDocument.chip()
        let reading = try ModelDocument.read(chip) {
            $0.skipsPortrait = true
            $0.performsActiveAuthentication = false
            $0.groups = [.dg1, .dg2, .dg11]
        }

        #expect(reading[.dataGroup(.dg2)]?.outcome == .skipped)
        #expect(reading[.dataGroup(.dg15)]?.outcome == .skipped)
        #expect(reading.bytes(of: .dataGroup(.dg1)) != nil)
        // Not listed, but asked for by number.
        #expect(reading[.dataGroup(.dg11)]?.outcome == .absent(status: 0x6A82))
        #expect(reading.activeAuthentication == nil)
    }

    @Test func `never touches DG3 and DG4`() throws {
        let chip = try ModelDocument.chip {
            $0.files[ElementaryFile.com.identifier] = ModelDocument.com([.dg1, .dg2, .dg3, .dg4])
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading[.dataGroup(.dg3)]?.outcome == .protected)
        #expect(reading[.dataGroup(.dg4)]?.outcome == .protected)
        #expect(reading.ending == .complete)
    }

    @Test func `reads DG3 last where the request says so`() throws {
        let chip = try ModelDocument.chip {
            $0.files[ElementaryFile.com.identifier] = ModelDocument.com([.dg1, .dg3])
            $0.files[0x0103] = ModelDocument.file(.dataGroup(.dg3), 40_000)
        }
        let reading = try ModelDocument.read(chip) { $0.readsProtectedGroups = true }

        #expect(reading.bytes(of: .dataGroup(.dg3)) == chip.files[0x0103])
        #expect(reading.files.last?.file == .dataGroup(.dg3))
    }

    @Test func `tells of each step, and of the part of a file that is there`() throws {
        let chip = try ModelDocument.chip()
        var told: [ReadProgress] = []
        var reader = ChipReader(chip)
        _ = reader.read(ReadRequest(key: try ModelDocument.key()), at: Timestamp(secondsSince1970: 0)) {
            told.append($0)
        }

        let portrait = told.filter { $0.file == .dataGroup(.dg2) }.map(\.fraction)
        #expect(portrait.count > 50)
        #expect(portrait == portrait.sorted())
        #expect(portrait.allSatisfy { (0...1).contains($0) })
        #expect(told.contains { $0.step == "bac" && $0.file == nil })
    }
}
