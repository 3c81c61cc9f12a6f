import ByteCoding
import ChildPrograms
import Glibc

/// How long an answer is wanted.
struct WorkerWish {
    let until: ContinuousClock.Instant
    var isCancelled: @Sendable () -> Bool = { false }
}

/// One running worker and the socket to it; ended with the value.
struct WorkerProcess: ~Copyable {
    private let program: RunningProgram
    private let socket: Int32

    var id: pid_t { program.id }

    /// Why an exchange ended without an answer.
    enum Interruption: Error {
        /// The worker closed its end: it has ended.
        case gone
        /// The deadline passed.
        case late
        /// Whoever asked wants no answer any more.
        case cancelled
    }

    init(_ path: String) throws(VisionError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(path: path, error: errno) }
        defer { close(ends[1]) }
        var variables = ["LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
        for name in ["LD_LIBRARY_PATH", "EMRTD_WEIGHTS"] { variables[name] = WorkerLocation.variable(name) }
        do throws(ChildProgram.Failure) {
            // What codecs print about a picture is nobody's. The worker sets its limits itself, for each picture anew.
            program = try RunningProgram(
                ProgramCommand(path, variables: variables, isBare: true), descriptors: [ends[1], ends[1], nil])
        } catch {
            close(ends[0])
            guard case .cannotStart(let cause) = error else { throw .cannotStart(path: path, error: EAGAIN) }
            throw .cannotStart(path: path, error: cause)
        }
        socket = ends[0]
    }

    // The worker keeps nothing, so it need not be asked to leave.
    deinit { close(socket) }

    /// Sends one message and waits for the answer.
    func exchange(_ message: [UInt8], _ wish: WorkerWish) throws(Interruption) -> [UInt8] {
        try send(message.count.octets(4) + message, wish)
        let header = try receive(4, wish)
        let count = header.reduce(0) { $0 << 8 | Int($1) }
        // An answer of another protocol is told apart from a crash by its content, which is then empty.
        guard count <= VisionRequest.frameLimit else { return [] }
        return try receive(count, wish)
    }

    /// Waits for the end of a worker that closed its side; the signal that ended it, where one did.
    func waitForSignal() -> Int32? {
        guard case .signal(let signal) = program.ending(by: .now + .seconds(10)) else { return nil }
        return signal
    }

    private func send(_ bytes: [UInt8], _ wish: WorkerWish) throws(Interruption) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: Int16(POLLOUT), wish)
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
            if count > 0 { rest = rest.dropFirst(count) } else if !Self.isTemporary(errno) { throw .gone }
        }
    }

    private func receive(_ count: Int, _ wish: WorkerWish) throws(Interruption) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            try wait(for: Int16(POLLIN), wish)
            let taken = bytes[filled...].withUnsafeMutableBytes {
                recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if taken > 0 { filled += taken } else if taken == 0 || !Self.isTemporary(errno) { throw .gone }
        }
        return bytes
    }

    /// How often the wish to end is looked for, in milliseconds.
    private static let slice: Int64 = 40

    private func wait(for events: Int16, _ wish: WorkerWish) throws(Interruption) {
        while true {
            guard !wish.isCancelled() else { throw .cancelled }
            let left = wish.until - ContinuousClock.now
            guard left > .zero else { throw .late }
            var watched = pollfd(fd: socket, events: events, revents: 0)
            let milliseconds =
                left.components.seconds * 1000 + 1 + left.components.attoseconds / 1_000_000_000_000_000
            if poll(&watched, 1, Int32(min(milliseconds, Self.slice))) > 0 { return }
        }
    }

    private static func isTemporary(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }
}
