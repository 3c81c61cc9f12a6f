import ByteCoding
import Glibc

/// A program that was started; ended, with all that it has started, when its owner goes away.
///
/// Its process is waited for then and not before, so that its number belongs to no other program as long as this value
/// lives.
package struct RunningProgram: ~Copyable {
    package let id: Int32

    /// How a program ended.
    package enum Ending: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// Starts a program.
    ///
    /// - Parameter descriptors: What it finds as its descriptors 0, 1, 2 and so on; an empty device for nil. It gets no
    ///   other of this program's: a connection to a reader, say. They stay open here.
    package init(_ command: ProgramCommand, descriptors: [Int32?]) throws(ChildProgram.Failure) {
        // Out of the way of the numbers that they get.
        var copies: [Int32?] = []
        defer { for case .some(let copy) in copies { close(copy) } }
        for descriptor in descriptors {
            let copy: Int32? = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, Int32(descriptors.count)) }
            guard copy != -1 else { throw .cannotStart(errno) }
            copies.append(copy)
        }
        var (id, error) = Self.start(command, copies)
        // A program that was written a moment ago may still be open in a child that another thread is about to start.
        for _ in 0..<100 where error == ETXTBSY {
            usleep(10_000)
            (id, error) = Self.start(command, copies)
        }
        guard error == 0 else { throw .cannotStart(error) }
        self.id = id
    }

    private static func start(_ command: ProgramCommand, _ descriptors: [Int32?]) -> (id: pid_t, error: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
        for number in Int32(descriptors.count)..<1024 { posix_spawn_file_actions_addclose(&actions, number) }
        // A group of its own: what it starts is ended with it, and Ctrl-C is this program's. Signals as a program expects
        // to find them.
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

        let (path, all) = command.words
        var words: [UnsafeMutablePointer<CChar>?] = all.map { strdup(FileName.cString($0)) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = command.environment.map { strdup($0) } + [nil]
        defer { for text in words + environment { free(text) } }
        var id: pid_t = 0
        let error = posix_spawn(&id, path, &actions, &attributes, &words, &environment)
        return (id, error)
    }

    deinit {
        kill(-id, SIGKILL)
        kill(id, SIGKILL)
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
    }

    /// How it ended; nil where it still runs after this time.
    package func ending(by deadline: ContinuousClock.Instant) -> Ending? {
        while true {
            var information = siginfo_t()
            let answer = waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | WNOHANG)
            if answer == 0, information._sifields._sigchld.si_pid == id {
                let value = information._sifields._sigchld.si_status
                return information.si_code == CLD_EXITED ? .status(value) : .signal(value)
            }
            guard answer == 0 || errno == EINTR, ContinuousClock.now < deadline else { return nil }
            usleep(2000)
        }
    }
}
