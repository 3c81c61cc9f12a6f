import Foundation
import Synchronization

/// Ctrl-C during a stream: the first one ends the reading, the second the program.
enum StreamInterruption {
    private static let end = Atomic<Int32>(-1)
    private static let count = Atomic<Int>(0)

    static var wasAsked: Bool { count.load(ordering: .relaxed) > 0 }

    /// Notes both signals from now on.
    ///
    /// - Returns: A descriptor that can be read once one came; nil where there is none to be had.
    static func watch() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        end.store(ends[1], ordering: .relaxed)
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                guard StreamInterruption.count.add(1, ordering: .relaxed).newValue == 1 else { _exit(130) }
                var byte: UInt8 = 0
                _ = write(StreamInterruption.end.load(ordering: .relaxed), &byte, 1)
            }
        }
        return ends[0]
    }
}
