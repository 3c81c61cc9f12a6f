import ByteCoding
import CardTransport
import ChipReader
import LDS
import Standards
import TestSupport
import Testing

@Suite("Reading a chip that wants to keep the reader busy, or to feed it")
struct HostileChipTests {
    /// What a hostile chip does to each answer to READ BINARY, inside the secure channel.
    struct Trick: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many commands a whole read may take at most.
        let limit: Int
        let change: @Sendable (inout ResponseAPDU) -> Void

        init(_ name: String, limit: Int, _ change: @escaping @Sendable (inout ResponseAPDU) -> Void) {
            testDescription = name
            self.limit = limit
            self.change = change
        }

        static let all = [
            Trick("one byte an answer", limit: 8000) { $0.data = Array($0.data.prefix(1)) },
            Trick("nine bytes an answer", limit: 8000) { $0.data = Array($0.data.prefix(9)) },
            Trick("no byte an answer", limit: 2000) { $0.data = [] },
            Trick("a warning and no byte", limit: 2000) { $0 = ResponseAPDU(status: .endOfFile) },
            Trick("always a shorter length", limit: 4000) { $0 = ResponseAPDU(status: StatusWord(0x6C01)) },
            Trick("always a longer length", limit: 4000) { $0 = ResponseAPDU(status: StatusWord(0x6CFF)) },
            Trick("always more to come", limit: 4000) { $0 = ResponseAPDU(status: StatusWord(0x61FF)) },
            Trick("more bytes than asked for", limit: 8000) { $0.data += $0.data },
        ]
    }

    @Test(arguments: Trick.all)
    func `ends, and takes nothing for a whole file that is none`(_ trick: Trick) throws {
        let chip = try ModelDocument.chip()
        chip.plainTamper = { command, answer in
            if command.ins == 0xB0 || command.ins == 0xB1 { trick.change(&answer) }
        }
        let reading = try ModelDocument.read(chip)

        #expect(chip.log.count < trick.limit, "\(chip.log.count) commands")
        for file in reading.files {
            if case .read(let bytes) = file.outcome { #expect(bytes == chip.files[file.file.identifier]) }
        }
    }

    @Test(arguments: [[0x61], [0x61, 0x82], [0x5F]] as [[UInt8]])
    func `takes no file for whole that ends in its header`(header: [UInt8]) throws {
        let chip = try ModelDocument.chip { $0.files[0x0101] = header }
        let reading = try ModelDocument.read(chip)

        guard case .damaged(header, _)? = reading[.dataGroup(.dg1)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg1)]?.outcome))")
            return
        }
    }

    @Test func `leaves a file that comes a few bytes at a time, and says so`() throws {
        let chip = try ModelDocument.chip()
        chip.plainTamper = { command, answer in
            if command.ins == 0xB0, chip.selectedFile == chip.files[0x0102] {
                answer.data = Array(answer.data.prefix(4))
            }
        }
        let reading = try ModelDocument.read(chip)

        #expect(reading.remarks.contains { $0.code == "endlessFile" })
        guard case .partial? = reading[.dataGroup(.dg2)]?.outcome else {
            Issue.record("\(String(describing: reading[.dataGroup(.dg2)]?.outcome))")
            return
        }
        #expect(reading.bytes(of: .dataGroup(.dg1)) == chip.files[0x0101])
    }

    @Test(arguments: 0..<300)
    func `ends on a chip that answers anything at all`(seed: UInt64) throws {
        var noise = Noise(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let statuses: [UInt16] = [
            0x9000, 0x9000, 0x9000, 0x9000, 0x6282, 0x6283, 0x6281, 0x6300, 0x63C7, 0x6700, 0x6982, 0x6985, 0x6986,
            0x6987, 0x6988, 0x6A82, 0x6A86, 0x6B00, 0x6C00, 0x6C01, 0x6C20, 0x6100, 0x6101, 0x61FF, 0x6D00, 0x6E00,
            0x6F00, 0x0000, 0xFFFF,
        ]
        let starts: [[UInt8]] = [
            [], [0x60, 0x14], [0x77, 0x82, 0x05, 0x00], [0x61, 0x5B], [0x75, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x75, 0x83, 0x01, 0x00, 0x00], [0x6F, 0x80], [0x31, 0x82, 0x0F, 0x00], [0x53, 0x10],
        ]
        let commandLimit = 60_000
        var commandCount = 0
        let connection = ScriptedConnection { (command, index) throws(TransportError) in
            commandCount = index + 1
            guard index < commandLimit else { throw .readerRemoved }
            switch noise.next(64) {
            case 0: throw .cardRemoved
            case 1: throw .cardReset
            case 2: throw .malformedResponse(byteCount: 1)
            default: break
            }
            let status = StatusWord(statuses[noise.next(statuses.count)])
            let asked = command.expectedCount ?? 0
            let count = [0, 1, 8, min(asked, 256), asked, min(2 * asked, 65_536)][noise.next(6)]
            let start = starts[noise.next(starts.count)]
            let data = Array((start + [UInt8](repeating: UInt8(noise.next(256)), count: count)).prefix(count))
            return ResponseAPDU(data: data, status: status)
        }
        var request = ReadRequest(key: try ModelDocument.key())
        request.groups = Set(DataGroup.allCases)
        request.readsProtectedGroups = true
        request.maximumFileByteCount = 100_000
        var reader = ChipReader(connection)
        let reading = reader.read(request, at: Timestamp(secondsSince1970: 0))

        #expect(commandCount < commandLimit, "\(reading.ending)")
        // Nothing is read that has another tag than its own.
        for file in reading.files where file.file.tag != nil && file.file != .sod {
            if case .read(let bytes) = file.outcome {
                var reader = ByteReader(bytes)
                #expect((try? reader.dataObject())?.tag == file.file.tag)
            }
        }
    }
}

/// A small generator whose numbers are the same in every run.
struct Noise {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
