import CardTransport
import Foundation
import PCSCTransport
import Synchronization
import TestSupport
import Testing

@Suite("A reader behind pcscd", .serialized, .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct VirtualReaderTests {
    private static let select = CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: [0xA0, 0, 0, 2, 0x47, 0x10, 1])

    /// Lays down a card that echoes the command's data, or as many bytes as a READ BINARY asks for.
    private static func echo(_ reader: VirtualReader, slot: Int = 0) throws -> VirtualCard {
        let card = VirtualCard(port: reader.port + slot) { bytes in
            guard let command = try? CommandAPDU(encoded: bytes) else { return [0x67, 0x00] }
            guard command.ins == 0xB0 else { return command.data + [0x90, 0x00] }
            return [UInt8](repeating: 0x5A, count: min(command.expectedCount ?? 0, 65_533)) + [0x90, 0x00]
        }
        return try #require(card)
    }

    private static func read(_ count: Int) -> CommandAPDU {
        CommandAPDU(ins: 0xB0, p1: 0, p2: 0, expectedCount: count)
    }

    @Test
    func `is listed with what lies on it`() async throws {
        try await VirtualReader.run { reader in
            let context = try PCSCContext()
            let empty = try context.readers()
            #expect(empty.map(\.name) == [VirtualReader.firstSlot, VirtualReader.secondSlot])
            #expect(empty.allSatisfy { $0.content == .empty && $0.usage == .free })

            let card = try Self.echo(reader)
            let changed = try context.readers(otherThan: empty, within: .seconds(5))
            #expect(changed[0].content == .card(answerToReset: [0x3B, 0x80, 0x80, 0x01, 0x01]))
            #expect(changed[1].content == .empty)
            card.pull()
            #expect(try context.readers(otherThan: changed, within: .seconds(5))[0].content == .empty)
        }
    }

    @Test
    func `is found by a part of its name that no other has`() async throws {
        try await VirtualReader.run { _ in
            let context = try PCSCContext()
            #expect(try context.readerName(matching: VirtualReader.secondSlot) == VirtualReader.secondSlot)
            #expect(try context.readerName(matching: "pcd 00 01") == VirtualReader.secondSlot)
            #expect(throws: TransportError.noReader(named: "virtual")) { try context.readerName(matching: "virtual") }
            #expect(throws: TransportError.noReader(named: "ACS")) {
                _ = try PCSCConnection.open(reader: "ACS")
            }
        }
    }

    @Test
    func `carries short and extended commands and answers`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            #expect(connection.readerName == VirtualReader.firstSlot)
            #expect(connection.answerToReset == [0x3B, 0x80, 0x80, 0x01, 0x01])
            #expect(connection.maximumCommandByteCount == 65_535)

            let answer = try connection.transmit(Self.select)
            #expect(answer == ResponseAPDU(data: Self.select.data, status: .success))
            for count in [1, 256, 257, 32_768, 65_533] {
                #expect(try connection.transmit(Self.read(count)).data.count == count)
            }
            let data = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
            let command = CommandAPDU(ins: 0x86, p1: 0, p2: 0, data: data, expectedCount: 65_536)
            #expect(try connection.transmit(command).data == data)
            #expect(card.commands.first == Self.select.encoded)
        }
    }

    @Test
    func `chooses the slot that has a card`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader, slot: 1)
            let connection = try PCSCConnection.open(waitingFor: .seconds(5))
            #expect(connection.readerName == VirtualReader.secondSlot)
            card.pull()
        }
    }

    @Test
    func `resets the card, and leaves it reset`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            let before = card.resetCount
            try connection.reset()
            #expect(card.resetCount == before + 1)
            #expect(try connection.transmit(Self.select).status == .success)
            Self.letGo(of: connection)
            #expect(card.resetCount == before + 2)
        }
    }

    private static func letGo(of connection: consuming PCSCConnection) {}

    @Test
    func `tells a reset by another program`() async throws {
        try await VirtualReader.run { reader in
            _ = try Self.echo(reader)
            var first = try PCSCConnection.open(waitingFor: .seconds(5))
            var second = try PCSCConnection.open(waitingFor: .seconds(5))
            try second.reset()

            #expect(throws: TransportError.cardReset) { try first.transmit(Self.select) }
            try first.reconnect(within: .seconds(5))
            #expect(try first.transmit(Self.select).status == .success)
        }
    }

    @Test
    func `tells a card that was taken away, and finds it again`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            card.pull()
            #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }
            #expect(throws: TransportError.noCard) { try connection.reconnect(within: .milliseconds(200)) }
            #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }

            let again = try Self.echo(reader)
            try connection.reconnect(within: .seconds(5))
            #expect(try connection.transmit(Self.select).status == .success)
            #expect(!again.commands.isEmpty)
        }
    }

    @Test
    func `tells a card that was taken away in the middle of a command`() async throws {
        try await VirtualReader.run { reader in
            let card = VirtualCard(port: reader.port) { $0.count > 5 ? nil : [0x90, 0x00] }
            #expect(card != nil)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            #expect(try connection.transmit(Self.read(1)).status == .success)
            #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }
            #expect(throws: TransportError.cardRemoved) { try connection.keepAlive() }
        }
    }

    @Test
    func `tells a thing that answers its reset with no sense`() async throws {
        try await VirtualReader.run { reader in
            let card = VirtualCard(port: reader.port, answerToReset: [0xFF, 0xFF]) { _ in [0x90, 0x00] }
            #expect(card != nil)
            #expect(throws: TransportError.unresponsiveCard) {
                _ = try PCSCConnection.open(waitingFor: .seconds(2))
            }
        }
    }

    @Test
    func `tells an empty reader`() async throws {
        try await VirtualReader.run { _ in
            #expect(throws: TransportError.noCard) { _ = try PCSCConnection.open() }
            #expect(throws: TransportError.noCard) {
                _ = try PCSCConnection.open(reader: VirtualReader.firstSlot, waitingFor: .milliseconds(100))
            }
        }
    }

    @Test
    func `tells an answer that is no APDU`() async throws {
        try await VirtualReader.run { reader in
            let card = VirtualCard(port: reader.port) { _ in [0x90] }
            #expect(card != nil)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            #expect(throws: TransportError.malformedResponse(byteCount: 1)) { try connection.transmit(Self.select) }
        }
    }

    /// The driver waits for more where an answer has no byte, until the card is taken away.
    @Test
    func `ends the wait for a card that answers nothing as soon as it is taken away`() async throws {
        try await VirtualReader.run { reader in
            let card = try #require(VirtualCard(port: reader.port) { _ in [] })
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            let start = ContinuousClock.now
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 1)
                card.pull()
            }
            #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }
            #expect(ContinuousClock.now - start < .seconds(8))
        }
    }

    @Test
    func `is kept from others while one program has it for itself`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            let first = try PCSCConnection.open(waitingFor: .seconds(5), isExclusive: true)
            #expect(throws: TransportError.sharingViolation) { _ = try PCSCConnection.open() }
            #expect(try PCSCContext().readers()[0].usage == .exclusive)
            Self.letGo(of: first)
            let second = try PCSCConnection.open()
            #expect(second.answerToReset.count == 5)
            card.pull()
        }
    }

    @Test
    func `makes others wait during a transaction`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            var first = try PCSCConnection.open(waitingFor: .seconds(5))
            let (isOpen, mayGo, isDone) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            Thread.detachNewThread {
                if var second = try? PCSCConnection.open() {
                    isOpen.signal()
                    mayGo.wait()
                    _ = try? second.transmit(Self.read(7))
                }
                isDone.signal()
            }
            #expect(isOpen.wait(timeout: .now() + 5) == .success)
            try first.beginTransaction()
            mayGo.signal()
            #expect(isDone.wait(timeout: .now() + 0.3) == .timedOut)
            _ = try first.transmit(Self.select)
            try first.endTransaction()
            #expect(isDone.wait(timeout: .now() + 5) == .success)
            #expect(card.commands == [Self.select.encoded, Self.read(7).encoded])
        }
    }

    @Test
    func `stops waiting when it is told to`() async throws {
        try await VirtualReader.run { _ in
            let start = ContinuousClock.now
            #expect(throws: TransportError.cancelled) {
                _ = try PCSCConnection.open(waitingFor: .seconds(20)) { $0.cancel() }
            }
            #expect(throws: TransportError.cancelled) {
                _ = try PCSCConnection.open(waitingFor: .seconds(20)) { canceller in
                    // A thread of its own: those that run tasks may all be waiting in other tests.
                    Thread.detachNewThread {
                        Thread.sleep(forTimeInterval: 0.3)
                        canceller.cancel()
                    }
                }
            }
            #expect(ContinuousClock.now - start < .seconds(10))
        }
    }

    @Test
    func `is missed where there is none`() async throws {
        try await VirtualReader.run(hasReader: false) { _ in
            let readers = try PCSCContext().readers()
            #expect(readers == [])
            #expect(throws: TransportError.noReader(named: nil)) { _ = try PCSCConnection.open() }
            #expect(throws: TransportError.noReader(named: nil)) {
                _ = try PCSCConnection.open(waitingFor: .milliseconds(100))
            }
            #expect(throws: TransportError.noReader(named: "ACS")) { _ = try PCSCConnection.open(reader: "ACS") }
            #expect(throws: TransportError.timedOut) {
                try PCSCContext().readers(otherThan: [], within: .milliseconds(100))
            }
        }
    }

    @Test
    func `keeps its card while the host works, and tells what became of it after that`() async throws {
        try await VirtualReader.run { reader in
            let card = try Self.echo(reader)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            let result = connection.keepAlive(every: .milliseconds(20)) {
                usleep(200_000)
                return 7
            }
            #expect(result == 7)
            #expect(try connection.transmit(Self.select).status == .success)
            #expect(throws: TransportError.endlessResponse) {
                try connection.keepAlive { () throws(TransportError) in throw .endlessResponse }
            }
            connection.keepAlive(every: .milliseconds(20)) {
                card.pull()
                usleep(900_000)
            }
            #expect(throws: TransportError.cardRemoved) { try connection.transmit(Self.select) }
        }
    }

    @Test
    func `belongs to one actor`() async throws {
        try await VirtualReader.runAsync { reader in
            _ = try Self.echo(reader)
            let attended = AttendedReader(name: VirtualReader.firstSlot)
            let answer = try await attended.withCard(within: .seconds(5)) { connection in
                var connection = connection
                return try connection.transmit(Self.select)
            }
            #expect(answer.status == .success)

            let empty = AttendedReader(name: VirtualReader.secondSlot)
            let waiting = Task { try await empty.withCard(within: .seconds(20)) { _ in true } }
            try await Task.sleep(for: .milliseconds(200))
            waiting.cancel()
            let outcome = await waiting.result
            #expect(throws: TransportError.cancelled) { try outcome.get() }
        }
    }

    @Test
    func `tells that the service is gone`() async throws {
        try await VirtualReader.runWithoutService { _ in
            #expect(throws: TransportError.serviceNotRunning) { _ = try PCSCContext() }
            #expect(!PCSCService.hasSocket)
        }
        try await VirtualReader.run { reader in
            _ = try Self.echo(reader)
            var connection = try PCSCConnection.open(waitingFor: .seconds(5))
            reader.kill()
            #expect(throws: TransportError.serviceNotRunning) { try connection.transmit(Self.select) }
            #expect(throws: TransportError.serviceNotRunning) { try connection.reconnect(within: .seconds(1)) }
        }
    }
}
