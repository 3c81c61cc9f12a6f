import Foundation
import Synchronization

/// Ctrl-C: the first one asks the work to end, the second ends the program.
enum Interruption {
    private static let count = Atomic<Int>(0)

    /// Whether the user asked for the end.
    static var isRequested: Bool { count.load(ordering: .relaxed) > 0 }

    /// From now on the first Ctrl-C is noted instead of ending the program.
    static func install() {
        _ = isRequested
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                guard Interruption.count.add(1, ordering: .relaxed).newValue > 1 else { return }
                _exit(130)
            }
        }
    }
}
