import Foundation

/// The `emrtd` executable on a terminal of its own, as somebody sits at it.
public final class PseudoTerminal {
    private let main: Int32
    private let process: pid_t
    private let path: String
    private var shown = ""

    /// What kept a program from being run on a terminal.
    public struct Failure: Error { let number: Int32 }

    /// Runs a command line; the terminal is its standard input and standard error, and its controlling one.
    ///
    /// - Parameter script: What a shell does instead, in which `"$@"` is the command line.
    public init(
        _ arguments: [String], output: String = "/dev/null", environment: [String: String] = [:],
        within script: String? = nil
    ) throws {
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        guard main >= 0 else { throw Failure(number: errno) }
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        guard ioctl(main, Self.setLock, &isLocked) == 0, ioctl(main, Self.getNumber, &number) == 0 else {
            close(main)
            throw Failure(number: errno)
        }
        path = "/dev/pts/\(number)"
        _ = fcntl(main, F_SETFD, FD_CLOEXEC)

        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal that the leader of a session opens is its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        // A thread of a test blocks most signals, and its children would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)  // POSIX_SPAWN_SETSID

        let shell = script.map { ["/bin/sh", "-c", $0, "sh"] } ?? []
        let words = shell + [BuiltProgram.executable.path(percentEncoded: false)] + arguments
        let variables = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "dumb",
            "HOME": FileManager.default.temporaryDirectory.path(percentEncoded: false),
        ].merging(environment) { $1 }.map { "\($0)=\($1)" }
        var identifier = pid_t()
        let status = Self.withStrings(words) { argv in
            Self.withStrings(variables) { envp in posix_spawn(&identifier, words[0], &actions, &attributes, argv, envp)
            }
        }
        guard status == 0 else {
            close(main)
            throw Failure(number: status)
        }
        process = identifier
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, WNOHANG)
        close(main)
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which the headers hide behind macros.
    private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }

    /// Types characters.
    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
    }

    /// How often the terminal has shown a text, within ten seconds at least `count` times.
    public func read(_ text: String, times count: Int) -> Int {
        let deadline = Date.now + 10
        while shown.ranges(of: text).count < count, Date.now < deadline, readMore() {}
        return shown.ranges(of: text).count
    }

    /// What the terminal has shown until a text appears, or for ten seconds.
    public func read(until text: String) -> String {
        let deadline = Date.now + 10
        while !shown.contains(text), Date.now < deadline, readMore() {}
        return shown
    }

    /// How the program ended: its status, or 128 and the number of the signal; nil where it goes on for so many seconds.
    public func end(within seconds: Double = 10) -> Int32? {
        let deadline = Date.now + seconds
        var status: Int32 = 0
        while Date.now < deadline {
            if waitpid(process, &status, WNOHANG) == process {
                while readMore() {}
                return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
            }
            _ = readMore()
        }
        return nil
    }

    /// Everything that the terminal has shown.
    public var text: String { shown }

    /// Whether the terminal shows what is typed.
    public var isEchoing: Bool {
        var state = termios()
        return tcgetattr(main, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sends a signal to the program.
    public func send(_ number: Int32) { kill(process, number) }

    /// - Returns: false where nothing more will come.
    private func readMore() -> Bool {
        var state = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 50) > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(main, &bytes, bytes.count)
        guard count > 0 else { return false }
        shown += String(decoding: bytes.prefix(count), as: UTF8.self)
        return true
    }
}
