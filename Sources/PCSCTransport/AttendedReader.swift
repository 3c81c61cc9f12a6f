import CardTransport
import Dispatch
import Synchronization

/// One reader and the actor that owns it: how asynchronous programs use the synchronous core.
///
/// Its work runs on a queue of its own, since PC/SC calls block, and no thread of the concurrency pool may.
public actor AttendedReader {
    /// The reader's name, or a part of it; nil for whichever has a card.
    public nonisolated let name: String?
    private let executor = QueueExecutor()

    public init(name: String? = nil) {
        self.name = name
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Waits for a card and hands over the connection to it; cancelling the task ends the wait with `cancelled`.
    ///
    /// - Parameter limit: How long to wait for a card.
    public func withCard<Result: Sendable>(
        within limit: Duration, _ body: sending (consuming PCSCConnection) throws -> Result
    ) async throws -> Result {
        let request = CancellationRequest()
        return try await withTaskCancellationHandler {
            let connection = try PCSCConnection.open(reader: name, waitingFor: limit) { request.reach($0) }
            return try body(connection)
        } onCancel: {
            request.cancel()
        }
    }
}

/// Runs an actor's jobs one after another on one queue.
private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "emrtd.reader")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}

/// A cancellation that may come before there is something to cancel.
private final class CancellationRequest: Sendable {
    private struct State {
        var canceller: PCSCCanceller?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Names what is to be cancelled.
    func reach(_ canceller: PCSCCanceller) {
        state.withLock { state in
            state.canceller = canceller
            if state.isCancelled { canceller.cancel() }
        }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.canceller?.cancel()
        }
    }
}
