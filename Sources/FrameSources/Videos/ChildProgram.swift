import Glibc

/// A program that was started under limits: what it prints is read by this one; ended with the value.
final class ChildProgram {
    /// Where its output is read from; the owner is the one who reads.
    let output: Int32
    private let complaints: Int32
    private let id: pid_t
    private var status: Int32?
    private var words: String?

    /// Kilobytes of address space, and nothing is written to files: sh sets these limits and becomes the program.
    private static let limits = "ulimit -v 4194304; ulimit -c 0; ulimit -f 0; exec \"$0\" \"$@\""

    /// Looks for a program in the folders of a search path that are absolute.
    static func path(of name: String, searchPath: String?) -> String? {
        (searchPath ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a program in a bare environment, with `input` as its descriptor 3 and nothing else of this program.
    ///
    /// - Returns: nil where the system has no room for it.
    init?(_ path: String, _ arguments: [String], input: Int32) {
        guard let output = Self.channel(SOCK_STREAM.rawValue) else { return nil }
        // Complaints that nobody has taken are lost, so that a program that complains much is not held up.
        guard let complaints = Self.channel(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue) else {
            close(output.near)
            close(output.far)
            return nil
        }
        defer {
            close(output.far)
            close(complaints.far)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.far, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, complaints.far, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, input, 3)
        // Not what this program has open else: a connection to a reader, evidence.
        for descriptor: Int32 in 4..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Ctrl-C is for this program, which then ends the child; and what threads block is not handed on.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        let command = ["/bin/sh", "-c", Self.limits, path] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LANG=C.UTF-8"), strdup("HOME=/nonexistent"), nil]
        defer { for text in words + environment { free(text) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &environment) == 0 else {
            close(output.near)
            close(complaints.near)
            return nil
        }
        id = child
        self.output = output.near
        self.complaints = complaints.near
    }

    deinit {
        if status == nil {
            kill(id, SIGKILL)
            _ = wait()
        }
        close(complaints)
    }

    private static func channel(_ kind: UInt32) -> (near: Int32, far: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(bitPattern: kind | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// Waits for its end, which must be near: its output has ended.
    ///
    /// - Returns: Whether it says that all went well.
    func wait() -> Bool {
        if status == nil {
            var found: Int32 = 0
            while waitpid(id, &found, 0) == -1, errno == EINTR {}
            status = found
        }
        return status == 0
    }

    /// The last line of what it complained about, in printable characters; asked after its end.
    var lastWords: String {
        if let words { return words }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count < 1 << 19 {
            let count = read(complaints, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        let line = bytes.split(separator: UInt8(ascii: "\n")).last { $0.contains { $0 > 0x20 } } ?? []
        let printable = line.prefix(400).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
        let found = String(decoding: printable, as: UTF8.self)
        words = found
        return found
    }
}
