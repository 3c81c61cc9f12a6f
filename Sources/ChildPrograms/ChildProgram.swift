import Glibc

/// One run of a program: bytes in, bytes out, within a time and a size.
package enum ChildProgram {
    package struct Outcome {
        package let output: [UInt8]
        /// What it wrote to standard error: its last line that is not empty, cut short.
        package let errors: String
        package let end: RunningProgram.Ending

        package var isSuccess: Bool { end == .status(0) }

        /// How it ended, for a message.
        package var ending: String {
            switch end {
            case .status(let status): "status \(status)"
            case .signal(let signal): "signal \(signal)"
            }
        }
    }

    package enum Failure: Error, Hashable {
        /// By the system's error number.
        case cannotStart(Int32)
        case late
        case tooMuchOutput
        /// Whoever started it wants no result any more.
        case cancelled
    }

    /// Runs a program to its end.
    ///
    /// - Parameter isCancelled: Asked every 40 ms; where it says yes, the program is ended with all that it has started.
    package static func run(
        _ command: ProgramCommand, input: [UInt8] = [], outputLimit: Int, timeLimit: Duration,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(Failure) -> Outcome {
        let patience = Patience(deadline: .now + timeLimit, isCancelled: isCancelled)
        // This thread waits for it to the end: what ends the thread ends the process.
        var bound = command
        bound.endsWithStarter = true
        var exchange = try Exchange(bound)
        try exchange.run(input, outputLimit: outputLimit, patience)
        while true {
            let wait = try patience.nextWait()
            guard let end = exchange.program.ending(by: .now + .milliseconds(wait)) else { continue }
            return Outcome(output: exchange.output, errors: LastWords.line(of: exchange.errors), end: end)
        }
    }
}

/// How long a program is waited for.
private struct Patience {
    let deadline: ContinuousClock.Instant
    let isCancelled: @Sendable () -> Bool

    /// How often the wish to end is looked for, in milliseconds.
    private static let slice: Int64 = 40

    /// How long may be waited until it is looked for again, in milliseconds.
    func nextWait() throws(ChildProgram.Failure) -> Int32 {
        guard !isCancelled() else { throw .cancelled }
        let left = deadline - ContinuousClock.now
        guard left > .zero else { throw .late }
        let milliseconds = left.components.seconds * 1000 + 1 + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(min(milliseconds, Self.slice))
    }
}

/// The program and the pipes to it.
private struct Exchange: ~Copyable {
    let program: RunningProgram
    private var input: ProgramPipe
    private let standardOutput: ProgramPipe
    private let standardError: ProgramPipe
    private(set) var output: [UInt8] = []
    /// The end of it.
    private(set) var errors: [UInt8] = []
    private static let errorLimit = 4096

    init(_ command: ProgramCommand) throws(ChildProgram.Failure) {
        var input = try ProgramPipe()
        var output = try ProgramPipe()
        var errors = try ProgramPipe()
        program = try RunningProgram(command, descriptors: [input.reading, output.writing, errors.writing])
        input.closeReading()
        output.closeWriting()
        errors.closeWriting()
        for end in [input.writing, output.reading, errors.reading] { ProgramPipe.setNonBlocking(end) }
        self.input = input
        standardOutput = output
        standardError = errors
    }

    /// Hands in the input and takes what comes, until the program closes its output.
    mutating func run(_ bytes: [UInt8], outputLimit: Int, _ patience: Patience)
        throws(ChildProgram.Failure)
    {
        var rest = bytes[...]
        var isOpen = (output: true, errors: true)
        while isOpen.output || isOpen.errors {
            if rest.isEmpty { input.closeWriting() }
            var watched = [
                pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOpen.output ? standardOutput.reading : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen.errors ? standardError.reading : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&watched, 3, try patience.nextWait()) > 0 else { continue }
            if watched[0].revents != 0 {
                let count = Self.writeQuietly(rest, to: input.writing)
                // A program that does not read its input may sign all the same.
                rest = count > 0 ? rest.dropFirst(count) : errno == EAGAIN ? rest : []
            }
            if watched[1].revents != 0 {
                isOpen.output = Self.take(from: standardOutput.reading, into: &output)
                guard output.count <= outputLimit else { throw .tooMuchOutput }
            }
            if watched[2].revents != 0 {
                isOpen.errors = Self.take(from: standardError.reading, into: &errors)
                errors.removeFirst(max(0, errors.count - Self.errorLimit))
            }
        }
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
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &block, block.count)
        if count > 0 { bytes += block.prefix(count) }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }
}
