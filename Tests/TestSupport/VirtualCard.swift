import Glibc
import Synchronization

/// A card of a test on a slot of the virtual reader: the least that the vpcd protocol asks for.
public final class VirtualCard: Sendable {
    private struct State {
        var descriptor: Int32
        var commands: [[UInt8]] = []
        var resetCount = 0
    }

    private let state: Mutex<State>
    private let answerToReset: [UInt8]
    private let answer: @Sendable (_ command: [UInt8]) -> [UInt8]?

    /// Lays a card on the slot that listens on `port`; nil where nothing listens.
    ///
    /// - Parameters:
    ///   - answerToReset: what is no answer to reset makes a card that pcscd cannot speak to.
    ///   - answer: the card's answer to a command; nil takes the card away in the middle of the command.
    public init?(
        port: Int, answerToReset: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01],
        answer: @escaping @Sendable (_ command: [UInt8]) -> [UInt8]?
    ) {
        guard let descriptor = Self.connect(to: port) else { return nil }
        state = Mutex(State(descriptor: descriptor))
        self.answerToReset = answerToReset
        self.answer = answer
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, runVirtualCard, box.toOpaque())
        guard code == 0 else {
            box.release()
            return nil
        }
        pthread_detach(thread)
    }

    /// Every command that came, in order.
    public var commands: [[UInt8]] { state.withLock { $0.commands } }

    /// How often the card was reset while it had power.
    public var resetCount: Int { state.withLock { $0.resetCount } }

    /// Takes the card from the reader.
    public func pull() {
        state.withLock { _ = shutdown($0.descriptor, Int32(SHUT_RDWR)) }
    }

    /// Answers until the line is cut.
    fileprivate func serve() {
        let descriptor = state.withLock { $0.descriptor }
        defer { close(descriptor) }
        while let length = Self.read(2, from: descriptor),
            let message = Self.read(Int(length[0]) << 8 | Int(length[1]), from: descriptor)
        {
            switch message {
            case [0], [1]: continue
            case [2]: state.withLock { $0.resetCount += 1 }
            case [4]: Self.write(answerToReset, to: descriptor)
            default:
                state.withLock { $0.commands.append(message) }
                guard let bytes = answer(message) else {
                    shutdown(descriptor, Int32(SHUT_RDWR))
                    return
                }
                Self.write(bytes, to: descriptor)
            }
        }
    }

    private static func connect(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
        }
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Reads exactly `count` bytes; acknowledges at once, since vpcd sends length and message apart.
    private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: count)
        while bytes.count < count {
            var isOn: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn, socklen_t(MemoryLayout<Int32>.size))
            let received = Glibc.read(descriptor, &chunk, count - bytes.count)
            guard received > 0 else { return nil }
            bytes += chunk.prefix(received)
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        let message = [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
        var rest = message[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

private func runVirtualCard(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<VirtualCard>.fromOpaque(argument).takeRetainedValue().serve()
    return nil
}
