import Dispatch
import Synchronization

/// Reads one document from many frames: hand it each frame, look at what each gave, and take the result in the end.
///
///     let session = try ScanSession()
///     while let frame = camera.next() {
///         let result = await session.process(frame)
///         show(result.hint)
///         if result.status == .documentScanned { break }
///     }
///     let document = await session.result()
///
/// Frames are read one at a time, in the order in which they come, on a thread of the session's own: not on one of
/// those that Swift's tasks share. A session reads the machine readable zone of one side; the states leave room for
/// documents of two.
public actor ScanSession {
    /// Tells this session from others, in logs: 32 hexadecimal digits by chance.
    public nonisolated let id: String
    private let reader: any ZoneSource
    private let settings: ScanSettings
    private let now: @Sendable () -> Duration
    private let executor = ScanExecutor()
    private nonisolated let token = CancellationToken()
    private var course: ScanCourse
    private var isRetrieved = false

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Loads the networks.
    public init(_ settings: ScanSettings = ScanSettings()) throws(CaptureError) {
        self.init(settings, reader: try MRZReader(), clock: ContinuousClock())
    }

    package init<Time: Clock<Duration>>(_ settings: ScanSettings, reader: sending any ZoneSource, clock: Time) {
        id = Self.newID()
        self.reader = reader
        self.settings = settings
        course = ScanCourse(settings)
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// Reads a frame.
    ///
    /// Returns within 150 ms of a call of `cancel`, however large the frame.
    public func process(_ frame: ScanFrame) -> FrameResult {
        guard !token.isCancelled else { return FrameResult(.cancelled, error: .cancelled) }
        let token = token
        return course.process(frame, at: now(), by: reader, isCancelled: { token.isCancelled })
    }

    /// How far the session has come.
    public var scanningStatus: ScanningStatus { token.isCancelled ? .cancelled : course.status }

    /// What was read so far: once the document is scanned, the whole; nil where no zone was seen.
    public func result() -> ScanResult? {
        if course.status == .documentScanned { isRetrieved = true }
        return course.result
    }

    /// Ends what is being processed and refuses further frames, from any thread, at once.
    public nonisolated func cancel() { token.cancel() }

    /// Takes frames again after a cancellation or a time-out; what was read stays, and times begin anew.
    public func resume() {
        token.renew()
        course.restartTimes()
    }

    /// Forgets all that was read and begins anew.
    ///
    /// - Throws: `resetAfterResultRetrieved`: a session reads one document.
    public func reset() throws(ScanSessionError) {
        guard !isRetrieved else { throw .resetAfterResultRetrieved }
        token.renew()
        course.reset()
    }

    private static func newID() -> String {
        (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    }
}

/// A wish to end that every thread sees at once.
private final class CancellationToken: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }
    func cancel() { flag.store(true, ordering: .releasing) }
    func renew() { flag.store(false, ordering: .releasing) }
}

/// Runs a session's work on a queue of its own.
private final class ScanExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "emrtd.scan", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}
