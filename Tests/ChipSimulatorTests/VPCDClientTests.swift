import ByteCoding
import ChipSimulator
import Foundation
import Glibc
import Issuing
import Synchronization
import Testing

/// A virtual reader of the test's own, which listens on a port that the system chose.
private final class ListeningReader: Sendable {
    let port: UInt16
    private let listener: Int32

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(listener, raw, length) == 0 && getsockname(listener, raw, &length) == 0
            }
        }
        try #require(isBound && listen(listener, 1) == 0)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Serves one card on a thread of its own, and hands its connection to `body`.
    func meet(_ body: @escaping @Sendable (Int32) -> Void) {
        let listener = listener
        Thread.detachNewThread {
            let connection = accept(listener, nil, nil)
            body(connection)
            close(connection)
        }
    }

    static func send(_ connection: Int32, _ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    }

    /// Sends length and payload apart, as vpcd does.
    static func message(_ connection: Int32, _ payload: [UInt8]) {
        send(connection, [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)])
        send(connection, payload)
    }

    static func answer(_ connection: Int32) -> [UInt8] {
        func take(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                var byte: UInt8 = 0
                guard read(connection, &byte, 1) == 1 else { return bytes }
                bytes.append(byte)
            }
            return bytes
        }
        let header = take(2)
        return header.count == 2 ? take(Int(header[0]) << 8 | Int(header[1])) : []
    }
}

@Suite("The vpcd client", .serialized)
struct VPCDClientTests {
    private static func client(_ port: UInt16) throws -> VPCDClient {
        VPCDClient(SimulatedChip(try Specimen.utopia()), at: VPCDAddress(host: "127.0.0.1", port: port))
    }

    @Test
    func `gives its ATR, answers commands, and forgets at power-off`() throws {
        let reader = try ListeningReader()
        let answers = Mutex<[String]>([])
        reader.meet { connection in
            let select = Hexadecimal.decode("00A4040C07A0000002471001") ?? []
            let challenge = Hexadecimal.decode("0084000008") ?? []
            for payload in [[0x01], [0x04], select, challenge, [0x00], [0x01], challenge, [0x02], [0x07]] {
                ListeningReader.message(connection, payload)
                guard payload.count > 1 || payload == [0x04] else { continue }
                let answer = ListeningReader.answer(connection)
                answers.withLock { $0.append(Hexadecimal.encode(answer.count == 10 ? answer.suffix(2) : answer[...])) }
            }
        }
        var client = try Self.client(reader.port)

        #expect(throws: VPCDError.closed) { try client.serve { _ in false } }
        #expect(answers.withLock { $0 } == ["3B80800101", "9000", "9000", "6985"])
        #expect(client.sessionCount == 2)
        #expect(client.commandCount == 3)
        #expect(client.hasEnded(after: 2))
    }

    @Test
    func `answers a command of any size`() throws {
        let reader = try ListeningReader()
        let answer = Mutex<[UInt8]>([])
        reader.meet { connection in
            ListeningReader.message(connection, [0x00, 0xB0, 0, 0] + [UInt8](repeating: 0, count: 60_000))
            answer.withLock { $0 = ListeningReader.answer(connection) }
        }
        var client = try Self.client(reader.port)

        #expect(throws: VPCDError.closed) { try client.serve { _ in false } }
        #expect(answer.withLock { $0 } == [0x67, 0x00])
    }

    @Test
    func `says that a message broke off`() throws {
        let reader = try ListeningReader()
        reader.meet { connection in ListeningReader.send(connection, [0x00, 0x05, 0x00, 0x84]) }
        var client = try Self.client(reader.port)

        #expect(throws: VPCDError.truncated) { try client.serve { _ in false } }
    }

    @Test
    func `stops when it is told to, while nothing comes`() throws {
        let reader = try ListeningReader()
        reader.meet { _ in Thread.sleep(forTimeInterval: 2) }
        var client = try Self.client(reader.port)
        let start = ContinuousClock.now

        try client.serve { _ in ContinuousClock.now - start > .milliseconds(150) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test
    func `says where nothing listens, and what is no address`() throws {
        let port = try ListeningReader().port  // closed again by now
        var client = try Self.client(port)

        #expect(throws: VPCDError.notListening(host: "127.0.0.1", port: port)) { try client.serve { _ in false } }
        for text in ["", "a:b:c", "host:0", "host:99999", "host:x"] {
            #expect(throws: VPCDError.malformedAddress(text)) { try VPCDAddress(text) }
        }
        #expect(try VPCDAddress(":4000") == VPCDAddress(host: "127.0.0.1", port: 4000))
        #expect(try VPCDAddress("reader") == VPCDAddress(host: "reader", port: 35_963))
    }
}
