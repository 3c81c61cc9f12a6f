import CardTransport
import ChipSimulator
import Conformance
import Cryptography
import LDS
import TestSupport
import Testing

@Suite("The simulated chip's PACE: Doc 9303-11 Appendices G, H and I")
struct PACEVectorTests {
    static func vectors() throws -> [PACEVector] { try PACEVector.published() }

    @Test(arguments: try vectors())
    func `gives the printed answers to the printed commands`(_ vector: PACEVector) throws {
        try vector.checkSimulatedChip()
    }

    @Test(arguments: try vectors(), 0..<8)
    func `refuses a token with one byte changed, and opens no session`(_ vector: PACEVector, index: Int) throws {
        var chip = try vector.simulatedChip()
        for command in vector.commands.dropLast() { _ = chip.process(command.bytes) }
        var token = try #require(vector.commands.last).bytes
        token[token.count - 9 + index] ^= 0x01

        // A wrong PIN is counted.
        #expect(chip.process(token) == [0x63, vector.pin == nil ? 0x00 : 0xC2])
        // Nor is the run still there for the right token.
        #expect(chip.process(try #require(vector.commands.last).bytes) == [0x69, 0x85])
        #expect(chip.process([0x0C, 0xB0, 0x9C, 0x00, 0x00]) == [0x69, 0x88])
        #expect(chip.process(CommandAPDU.selectApplication.encoded) == [0x69, 0x82])
    }

    @Test(arguments: try vectors(), [2, 3])
    func `refuses a key that was changed on its way`(_ vector: PACEVector, step: Int) throws {
        var chip = try vector.simulatedChip()
        var answers: [[UInt8]] = []
        for (index, command) in vector.commands.enumerated() {
            var bytes = command.bytes
            if index == step { bytes[bytes.count - 2] ^= 0x01 }
            answers.append(chip.process(bytes))
        }

        // A point off the curve or a number out of the group is seen at once, a nonce of the integrated mapping at the end.
        #expect(answers.last != vector.responses.last?.bytes)
        #expect([[0x63, 0x00], [0x69, 0x85]].contains(answers.last))
    }

    @Test(arguments: try vectors())
    func `takes the steps in their order alone`(_ vector: PACEVector) throws {
        for skipped in 0..<4 {
            var chip = try vector.simulatedChip()
            var last: [UInt8] = []
            for (index, command) in vector.commands.enumerated() where index != skipped {
                last = chip.process(command.bytes)
            }
            #expect([[0x69, 0x85], [0x6A, 0x80]].contains(last), "without command \(skipped)")
        }
    }

    @Test(arguments: try vectors())
    func `forgets a run at any other command`(_ vector: PACEVector) throws {
        for interrupted in 1..<5 {
            var chip = try vector.simulatedChip()
            var last: [UInt8] = []
            for (index, command) in vector.commands.enumerated() {
                if index == interrupted { _ = chip.process([0x00, 0xB0, 0x9C, 0x00, 0x08]) }
                last = chip.process(command.bytes)
            }
            #expect(last == [0x69, 0x85], "before command \(interrupted)")
        }
    }
}
