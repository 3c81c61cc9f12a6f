import Foundation
import Synchronization

extension Terminal {
    /// Whether somebody types what is read from standard input.
    static var isInputTyped: Bool { isatty(STDIN_FILENO) == 1 }

    /// Asks for a line; nil at the end of input, or where the user wants the program to end.
    static func ask(_ question: String) -> String? {
        write(Array("\(question): ".utf8), to: STDERR_FILENO)
        return line { !Interruption.isRequested }
    }

    /// Asks for a line that is not shown while it is typed; nil at the end of input.
    ///
    /// A signal that comes meanwhile, such as that of Ctrl-C, takes effect once the terminal shows again what is typed.
    static func askSecretly(_ question: String) -> String? {
        while true {
            guard let hidden = HiddenInput() else { return nil }
            write(Array("\(question): ".utf8), to: STDERR_FILENO)
            let answer = line { HiddenInput.signalNumber == 0 && !Interruption.isRequested }
            let number = hidden.end()
            write([0x0A], to: STDERR_FILENO)
            guard number != 0 else { return answer }
            raise(number)
            guard number == SIGTSTP else { return nil }  // else the user came back, and is asked once more
        }
    }

    /// One line of standard input, read byte by byte so that nothing behind it is taken.
    private static func line(while isWaiting: () -> Bool) -> String? {
        var bytes: [UInt8] = []
        while isWaiting(), bytes.count < 4096 {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}

/// A terminal that does not show what is typed, and the signals that would leave it so.
private struct HiddenInput {
    private static let received = Atomic<Int32>(0)
    private let shown: termios
    private let actions: [(number: Int32, action: sigaction)]

    /// The signal that came since; 0 for none.
    static var signalNumber: Int32 { received.load(ordering: .relaxed) }

    /// Hides what is typed from here on; nil where standard input is no terminal.
    init?() {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return nil }
        self.shown = shown
        Self.received.store(0, ordering: .relaxed)
        actions = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].map { number in
            var action = sigaction()
            var old = sigaction()
            action.__sigaction_handler.sa_handler = { HiddenInput.received.store($0, ordering: .relaxed) }
            sigaction(number, &action, &old)
            return (number, old)
        }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // What was typed before is thrown away: nobody knew yet that it would be a secret.
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            _ = end()
            return nil
        }
    }

    /// Shows again what is typed.
    ///
    /// - Returns: The signal that came meanwhile; 0 for none.
    func end() -> Int32 {
        var shown = shown
        _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
        for (number, old) in actions {
            var action = old
            sigaction(number, &action, nil)
        }
        return Self.signalNumber
    }
}
