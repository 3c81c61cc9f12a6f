import Foundation
import Synchronization

/// Whether the user wants the program to stop: Ctrl-C, or `kill`.
enum StopSignal {
    private static let wasSent = Atomic(false)

    /// From here on, both signals set a flag instead of ending the program.
    static func watch() {
        signal(SIGINT) { _ in StopSignal.note() }
        signal(SIGTERM) { _ in StopSignal.note() }
    }

    static var isSet: Bool { wasSent.load(ordering: .relaxed) }

    private static func note() {
        wasSent.store(true, ordering: .relaxed)
    }
}
