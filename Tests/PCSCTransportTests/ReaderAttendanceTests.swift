import CardTransport
import Dispatch
import PCSCTransport
import Synchronization
import TestSupport
import Testing

@Suite(
    "Attending all readers", .serialized, .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct ReaderAttendanceTests {
    private final class Visits: Sendable {
        let names = Mutex<[String]>([])
        /// Signalled by each visit, so that the other one knows of it.
        let meeting = [
            VirtualReader.firstSlot: DispatchSemaphore(value: 0), VirtualReader.secondSlot: DispatchSemaphore(value: 0),
        ]
    }

    private func wait(until condition: () -> Bool) async throws {
        for _ in 0..<200 where !condition() { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test
    func `visits cards on two readers at the same time, and each once`() async throws {
        try await VirtualReader.runAsync { reader in
            let cards = [
                try #require(VirtualCard(port: reader.port) { _ in [0x90, 0x00] }),
                try #require(VirtualCard(port: reader.port + 1) { _ in [0x90, 0x00] }),
            ]
            let visits = Visits()
            let met = Mutex(0)
            let task = Task {
                try await ReaderAttendance().run(report: { _ in }) { connection in
                    let name = connection.readerName
                    visits.names.withLock { $0.append(name) }
                    // Each visit ends only once the other has begun.
                    visits.meeting[name]?.signal()
                    let others = visits.meeting.filter { $0.key != name }.values
                    if others.allSatisfy({ $0.wait(timeout: .now() + 8) == .success }) { met.withLock { $0 += 1 } }
                }
            }
            try await wait { met.withLock { $0 } == 2 }
            try await Task.sleep(for: .milliseconds(700))
            #expect(met.withLock { $0 } == 2)
            #expect(visits.names.withLock { $0.sorted() } == [VirtualReader.firstSlot, VirtualReader.secondSlot])
            task.cancel()
            _ = await task.result
            for card in cards { card.pull() }
        }
    }

    @Test
    func `visits a card that is laid down again, and attends only the readers that are named`() async throws {
        try await VirtualReader.runAsync { reader in
            let first = try #require(VirtualCard(port: reader.port) { _ in [0x90, 0x00] })
            let second = try #require(VirtualCard(port: reader.port + 1) { _ in [0x90, 0x00] })
            let names = Mutex<[String]>([])
            let task = Task {
                try await ReaderAttendance(name: "00 00").run(report: { _ in }) { connection in
                    names.withLock { $0.append(connection.readerName) }
                }
            }
            try await wait { names.withLock { $0.count } == 1 }
            first.pull()
            try await Task.sleep(for: .milliseconds(1500))
            let again = try #require(VirtualCard(port: reader.port) { _ in [0x90, 0x00] })
            try await wait { names.withLock { $0.count } == 2 }
            #expect(names.withLock { $0 } == [VirtualReader.firstSlot, VirtualReader.firstSlot])
            task.cancel()
            _ = await task.result
            again.pull()
            second.pull()
        }
    }

    @Test
    func `ends when the service ends, and at once where there is none`() async throws {
        try await VirtualReader.runAsync { reader in
            let task = Task { try await ReaderAttendance().run(report: { _ in }) { _ in } }
            try await Task.sleep(for: .milliseconds(800))
            reader.kill()
            let result = await task.result
            #expect(throws: TransportError.serviceNotRunning) { try result.get() }
        }
    }
}
