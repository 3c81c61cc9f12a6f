public import Standards
import Synchronization

/// Where the parts of one read write what they do: the connection its commands, the random source its bytes.
///
/// A class, since both write into the same trace; whoever made it reads the trace when the read is over.
public final class TraceRecorder: Sendable {
    private let recorded: Mutex<Trace>

    /// Starts an empty trace.
    ///
    /// - Parameter detail: `.full` also keeps the document's data and all that its session keys are made of.
    public init(detail: Trace.Detail = .redacted, startedAt: Timestamp? = nil, readerName: String? = nil) {
        recorded = Mutex(Trace(detail: detail, startedAt: startedAt, readerName: readerName))
    }

    /// What was recorded so far.
    public var trace: Trace { recorded.withLock { $0 } }

    /// Notes random bytes that the terminal is about to use: their number, and in a full trace their values.
    public func record(random bytes: [UInt8]) {
        record(.random(.bytes(bytes)))
    }

    /// Notes an event, redacted unless this trace is full.
    func record(_ event: Trace.Event) {
        recorded.withLock { trace in
            trace.events.append(trace.detail == .full ? event : event.redacted)
        }
    }

    /// Notes what is known of the connection.
    func begin(answerToReset: [UInt8], maximumCommandByteCount: Int) {
        recorded.withLock { trace in
            trace.answerToReset = answerToReset
            trace.maximumCommandByteCount = maximumCommandByteCount
        }
    }
}
