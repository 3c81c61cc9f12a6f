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
    /// - Parameters:
    ///   - limit: How long to wait for a card.
    ///   - isExclusive: Whether other programs are kept from the card; where one merely has it open, it is shared.
    public func withCard<Result: Sendable>(
        within limit: Duration, isExclusive: Bool = false, _ body: sending (consuming PCSCConnection) throws -> Result
    ) async throws -> Result {
        let request = CancellationRequest()
        return try await withTaskCancellationHandler {
            let connection = try open(within: limit, isExclusive, request)
            return try body(connection)
        } onCancel: {
            request.cancel()
        }
    }

    private func open(within limit: Duration, _ isExclusive: Bool, _ request: CancellationRequest)
        throws(TransportError) -> PCSCConnection
    {
        do {
            return try PCSCConnection.open(reader: name, waitingFor: limit, isExclusive: isExclusive) {
                request.reach($0)
            }
        } catch {
            guard error == .sharingViolation, isExclusive else { throw error }
            return try PCSCConnection.open(reader: name) { request.reach($0) }
        }
    }

    /// Waits until no card lies on the reader; cancelling the task ends the wait with `cancelled`.
    ///
    /// - Throws: `readerRemoved` where the reader is gone too.
    public func waitUntilEmpty() async throws {
        let request = CancellationRequest()
        try await withTaskCancellationHandler {
            let context = try PCSCContext()
            request.reach(context.canceller)
            while true {
                let all = try context.readers()
                let own = name.map { name in all.filter { $0.name == name } } ?? all
                guard !own.isEmpty else { throw TransportError.readerRemoved }
                guard own.contains(where: \.isOccupied) else { return }
                try context.awaitEvent(at: own, within: .seconds(1))
            }
        } onCancel: {
            request.cancel()
        }
    }
}

/// Runs an actor's jobs one after another on one queue.
final class QueueExecutor: SerialExecutor {
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
