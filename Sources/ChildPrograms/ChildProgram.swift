import Glibc

/// One run of a program: bytes in, bytes out, within a time and a size.
package enum ChildProgram {
    package struct Outcome {
        package let output: [UInt8]
        /// What it wrote to standard error: its last line that is not empty, cut short.
        package let errors: String
        package let status: Int32?
        package let signal: Int32?

        /// How it ended, for a message.
        package var ending: String { status.map { "status \($0)" } ?? "signal \(signal ?? 0)" }
    }

    /// What a program may use that works on what strangers made; it dumps no core either.
    package struct Limits {
        /// Address space.
        let memoryByteCount: Int
        /// Of each file that it writes.
        let fileByteCount: Int
        let processorSeconds: Int

        package init(memoryByteCount: Int, fileByteCount: Int, processorSeconds: Int) {
            self.memoryByteCount = memoryByteCount
            self.fileByteCount = fileByteCount
            self.processorSeconds = processorSeconds
        }

        /// A shell that sets the limits and becomes the program: the system's call that starts one cannot.
        ///
        /// `ulimit -v` counts in 1,024 bytes, `-f` in 512.
        func arguments(_ path: String, _ arguments: [String]) -> [String] {
            let script =
                "ulimit -v \(memoryByteCount / 1024) && ulimit -f \(fileByteCount / 512 + 1)"
                + " && ulimit -t \(processorSeconds) && ulimit -c 0 && exec \"$0\" \"$@\""
            return ["-c", script, path] + arguments
        }
    }

    package enum Failure: Error {
        case cannotStart(Int32)
        case late
        case tooMuchOutput
    }

    /// - Parameters:
    ///   - variables: Added to the environment of this program, unless `isBare`: then they are all there is.
    ///   - limits: What the program may use, where it is not the user's own.
    package static func run(
        _ path: String, arguments: [String], variables: [String: String], isBare: Bool = false, input: [UInt8],
        outputLimit: Int, timeLimit: Duration, limits: Limits? = nil
    ) throws(Failure) -> Outcome {
        let deadline = ContinuousClock.now + timeLimit
        var child = try Child(
            limits == nil ? path : "/bin/sh", limits?.arguments(path, arguments) ?? arguments, variables, isBare: isBare
        )
        try child.exchange(input, outputLimit: outputLimit, deadline)
        let (status, signal) = try child.wait(until: deadline)
        return Outcome(output: child.output, errors: child.lastWords, status: status, signal: signal)
    }
}

/// The running program; ended, with all that it has started, when its owner goes away.
private struct Child: ~Copyable {
    private let id: pid_t
    private var input: Int32
    private let standardOutput: Int32
    private let standardError: Int32
    private var hasEnded = false
    private(set) var output: [UInt8] = []
    private var errors: [UInt8] = []
    private static let errorLimit = 4096

    init(_ path: String, _ arguments: [String], _ variables: [String: String], isBare: Bool)
        throws(ChildProgram.Failure)
    {
        var ends: [Int32] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            guard pipe(&pair) == 0 else {
                let error = errno
                for end in ends { close(end) }
                throw .cannotStart(error)
            }
            for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            ends += pair
        }
        defer { for end in [ends[0], ends[3], ends[5]] { close(end) } }
        var started = Self.spawn(path, arguments, variables, isBare: isBare, [ends[0], ends[3], ends[5]])
        // A program that was written a moment ago may still be open in a child that another thread is about to start.
        for _ in 0..<100 where started.error == ETXTBSY {
            usleep(10_000)
            started = Self.spawn(path, arguments, variables, isBare: isBare, [ends[0], ends[3], ends[5]])
        }
        guard case .success(let id) = started else {
            for end in [ends[1], ends[2], ends[4]] { close(end) }
            throw .cannotStart(started.error)
        }
        self.id = id
        (input, standardOutput, standardError) = (ends[1], ends[2], ends[4])
        for end in [ends[1], ends[2], ends[4]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    private enum Started {
        case success(pid_t)
        case failure(Int32)
        var error: Int32 { if case .failure(let error) = self { error } else { 0 } }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], _ variables: [String: String], isBare: Bool, _ ends: [Int32]
    ) -> Started {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, end) in ends.enumerated() { posix_spawn_file_actions_adddup2(&actions, end, Int32(number)) }
        // A group of its own: what it starts is ended with it. Signals as a program expects to find them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var names = Set(variables.keys)
        var environment = variables.map { "\($0)=\($1)" }
        var entry = environ
        while !isBare, let text = entry.pointee {
            let variable = String(cString: text)
            if names.insert(String(variable.prefix { $0 != "=" })).inserted { environment.append(variable) }
            entry = entry.advanced(by: 1)
        }
        var argumentPointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var environmentPointers: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in argumentPointers + environmentPointers { free(text) } }
        var id: pid_t = 0
        let error = posix_spawn(&id, path, &actions, &attributes, &argumentPointers, &environmentPointers)
        return error == 0 ? .success(id) : .failure(error)
    }

    deinit {
        for end in [input, standardOutput, standardError] where end >= 0 { close(end) }
        kill(-id, SIGKILL)
        guard !hasEnded else { return }
        kill(id, SIGKILL)
        var status: Int32 = 0
        waitpid(id, &status, 0)
    }

    /// Hands in the input and takes what comes, until the program closes its output.
    mutating func exchange(
        _ bytes: [UInt8], outputLimit: Int, _ deadline: ContinuousClock.Instant
    ) throws(ChildProgram.Failure) {
        var rest = bytes[...]
        var isOpen = (output: true, errors: true)
        while isOpen.output || isOpen.errors {
            if rest.isEmpty, input >= 0 {
                close(input)
                input = -1
            }
            var watched = [
                pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOpen.output ? standardOutput : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen.errors ? standardError : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard let left = Self.milliseconds(until: deadline) else { throw .late }
            guard poll(&watched, 3, left) > 0 else { continue }
            if watched[0].revents != 0 {
                let count = Self.writeQuietly(rest, to: input)
                // A program that does not read its input may sign all the same.
                rest = count > 0 ? rest.dropFirst(count) : errno == EAGAIN ? rest : []
            }
            if watched[1].revents != 0 {
                isOpen.output = Self.take(from: standardOutput, into: &output)
                guard output.count <= outputLimit else { throw .tooMuchOutput }
            }
            if watched[2].revents != 0 {
                isOpen.errors = Self.take(from: standardError, into: &errors)
                errors.removeFirst(max(0, errors.count - Self.errorLimit))
            }
        }
    }

    /// Waits for the end of the program.
    mutating func wait(
        until deadline: ContinuousClock.Instant
    ) throws(ChildProgram.Failure) -> (status: Int32?, signal: Int32?) {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, WNOHANG)
            if ended == id || ended < 0 && errno != EINTR { break }
            guard Self.milliseconds(until: deadline) != nil else { throw .late }
            usleep(2000)
        }
        hasEnded = true
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8 & 0xFF, nil) : (nil, signal)
    }

    /// The last line of what it wrote to standard error.
    var lastWords: String {
        let text = String(decoding: errors, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        return String(lines.last?.prefix(200) ?? "")
    }

    /// Writes without the signal that a closed pipe raises, whatever the process does about that.
    private static func writeQuietly(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        var (broken, before) = (sigset_t(), sigset_t())
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let error = errno
        if count < 0, error == EPIPE {
            var now = timespec()
            sigtimedwait(&broken, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = error
        return count
    }

    private static func take(from descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var block = [UInt8](repeating: 0, count: 4096)
        let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { bytes += block.prefix(count) }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32? {
        let left = deadline - ContinuousClock.now
        guard left > .zero else { return nil }
        return Int32(clamping: left.components.seconds * 1000 + 1 + left.components.attoseconds / 1_000_000_000_000_000)
    }
}
