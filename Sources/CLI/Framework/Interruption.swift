import Foundation
import Synchronization

/// Ctrl-C: the first one asks the work to end, the second ends the program.
enum Interruption {
    private static let count = Atomic<Int>(0)

    /// Whether the user asked for the end. Who asks has come back from the card, and is given the time to end.
    static var isRequested: Bool {
        guard count.load(ordering: .relaxed) > 0 else { return false }
        _ = alarm(0)
        return true
    }

    /// How long a command on its way to a card may keep the program from ending, in seconds: slow chips take 15 over a
    /// step of PACE (field note 31), and a chip that never answers takes for ever.
    private static let patience: UInt32 = 20

    /// From now on the first Ctrl-C is noted instead of ending the program.
    static func install() {
        _ = isRequested
        _ = patience
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                guard Interruption.count.add(1, ordering: .relaxed).newValue > 1 else {
                    _ = alarm(Interruption.patience)
                    return
                }
                _exit(130)
            }
        }
        signal(SIGALRM) { _ in
            let message: StaticString =
                "\nemrtd: error: the reader does not come back from a command; ended without it\n"
            _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
            _exit(130)
        }
    }
}
