import ByteCoding
import Glibc

/// One running worker and the socket to it; ended with the value.
struct WorkerProcess: ~Copyable {
    let id: pid_t
    private let socket: Int32

    /// Why an exchange ended without an answer.
    enum Interruption: Error {
        /// The worker closed its end: it has ended.
        case gone
        /// The deadline passed.
        case late
    }

    init(_ path: String) throws(VisionError) {
        (id, socket) = try Self.start(path)
    }

    private static func start(_ path: String) throws(VisionError) -> (pid_t, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .cannotStart(path: path, error: errno) }
        defer { close(ends[1]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // What codecs print about a picture is nobody's.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        var variables = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"]
        for name in ["LD_LIBRARY_PATH", "EMRTD_WEIGHTS"] {
            if let value = WorkerLocation.variable(name) { variables.append("\(name)=\(value)") }
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, path, &actions, nil, &arguments, &environment)
        guard error == 0 else {
            close(ends[0])
            throw .cannotStart(path: path, error: error)
        }
        return (child, ends[0])
    }

    deinit {
        close(socket)
        // The worker keeps nothing, so it need not be asked to leave.
        kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
    }

    /// Sends one message and waits for the answer.
    func exchange(_ message: [UInt8], _ deadline: ContinuousClock.Instant) throws(Interruption) -> [UInt8] {
        try send(message.count.octets(4) + message, deadline)
        let header = try receive(4, deadline)
        let count = header.reduce(0) { $0 << 8 | Int($1) }
        // An answer of another protocol is told apart from a crash by its content, which is then empty.
        guard count <= VisionRequest.frameLimit else { return [] }
        return try receive(count, deadline)
    }

    /// Waits for the end of a worker that closed its side; the signal that ended it, where one did.
    func waitForSignal() -> Int32? {
        var status = siginfo_t()
        // The process stays to be waited for, so that its number is not given to another before `deinit`.
        guard waitid(P_PID, id_t(id), &status, WEXITED | WNOWAIT) == 0 else { return nil }
        guard status.si_code == CLD_KILLED || status.si_code == CLD_DUMPED else { return nil }
        return status._sifields._sigchld.si_status
    }

    private func send(_ bytes: [UInt8], _ deadline: ContinuousClock.Instant) throws(Interruption) {
        var rest = bytes[...]
        while !rest.isEmpty {
            try wait(for: Int16(POLLOUT), deadline)
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
            if count > 0 { rest = rest.dropFirst(count) } else if !Self.isTemporary(errno) { throw .gone }
        }
    }

    private func receive(_ count: Int, _ deadline: ContinuousClock.Instant) throws(Interruption) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            try wait(for: Int16(POLLIN), deadline)
            let taken = bytes[filled...].withUnsafeMutableBytes {
                recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if taken > 0 { filled += taken } else if taken == 0 || !Self.isTemporary(errno) { throw .gone }
        }
        return bytes
    }

    private func wait(for events: Int16, _ deadline: ContinuousClock.Instant) throws(Interruption) {
        while true {
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw .late }
            var watched = pollfd(fd: socket, events: events, revents: 0)
            let milliseconds = Int32(
                clamping: left.components.seconds * 1000 + 1 + left.components.attoseconds / 1_000_000_000_000_000)
            if poll(&watched, 1, milliseconds) > 0 { return }
        }
    }

    private static func isTemporary(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }
}
