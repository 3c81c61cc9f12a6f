import CLI
import CardTransport
import ChipReader
import ChipSimulator
import Evidence
import Issuing
import LDS
import Standards
import Synchronization
import Testing

@Suite("Ctrl-C")
struct InterruptionTests {
    @Test(arguments: [0, 1, 5, 9, 14]) func `ends a read with what there is`(limit: Int) throws {
        let document = try Specimen.utopia()
        let count = Counter()
        let connection = InterruptibleConnection(SimulatedConnection(SimulatedChip(document))) { count.next() > limit }
        var reader = ChipReader(connection)
        let reading = reader.read(ReadRequest(key: document.keyInformation), at: Timestamp(secondsSince1970: 0))

        guard case .brokenOff(let reason) = reading.ending else {
            Issue.record("the read went on")
            return
        }
        #expect(reason.code == "cancelled")
        for file in reading.files where file.file.application == .lds1 {
            guard case .read(let bytes) = file.outcome else { continue }
            #expect(document.files[file.file] == bytes)
        }
        #expect(try StoredReading(line: StoredReading(reading: reading).line()).reading.files == reading.files)
    }

    private final class Counter: Sendable {
        private let count = Atomic<Int>(0)
        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
