import Glibc

/// Asks the worker process `emrtd-vision`, which decodes pictures under limits of memory and time.
///
/// The worker starts with the first request and ends with this value. A picture over which it ends is tried once more by
/// a new worker, since others than the picture end it, too; where that one ends as well, it is an error of that picture,
/// and the next request starts afresh. Not copyable: two copies would share one conversation.
public struct VisionWorker: ~Copyable {
    private let executable: Result<String, VisionError>
    private let timeout: Duration
    private let isCancelled: @Sendable () -> Bool
    private var process: WorkerProcess?

    /// How many workers try one picture.
    private static let attemptLimit = 2

    /// Looks for the executable: `EMRTD_VISION` of the environment, beside this program, `../libexec/emrtd` from there,
    /// then `PATH`.
    ///
    /// - Parameters:
    ///   - timeout: The most time for one picture.
    ///   - isCancelled: Asked every 40 ms while waiting; where it says yes, the worker is ended and the request throws
    ///     `cancelled`.
    public init(timeout: Duration = .seconds(30), isCancelled: @escaping @Sendable () -> Bool = { false }) {
        executable = WorkerLocation.find()
        self.timeout = timeout
        self.isCancelled = isCancelled
    }

    /// Uses one executable.
    public init(
        executable: String, timeout: Duration = .seconds(30), isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.executable = .success(executable)
        self.timeout = timeout
        self.isCancelled = isCancelled
    }

    /// The process number of the worker, where one runs.
    public var processID: Int32? {
        switch process {
        case .some(let process): process.id
        case .none: nil
        }
    }

    /// Decodes a picture and hands it back in another form.
    ///
    /// - Returns: The answer within the time-out; its `data` are empty for `.describe`.
    public mutating func request(_ operation: VisionRequest.Operation, _ picture: [UInt8]) throws(VisionError)
        -> VisionPicture
    {
        try request(VisionRequest(operation, picture))
    }

    /// Makes a PNG of samples.
    public mutating func png(of samples: PictureSamples) throws(VisionError) -> VisionPicture {
        try request(VisionRequest(samples))
    }

    /// Finds and reads the machine readable zones of a picture.
    ///
    /// - Parameter picture: As stored; the samples alone where the request tells their size.
    public mutating func capture(_ request: CaptureRequest, _ picture: [UInt8]) throws(VisionError) -> CaptureAnswer {
        guard case .captured(let answer) = try response(to: VisionRequest(request, picture)) else {
            process = nil
            throw .brokenAnswer
        }
        return answer
    }

    /// Takes one step of a session over many frames.
    ///
    /// The session is the worker's own: a frame that ends it is not tried again, and the next step begins with
    /// `FrameRequest.begin`.
    ///
    /// - Parameters:
    ///   - bytes: Those of the frame; none for the other steps.
    ///   - patience: The most time, whether or not the end is wished for; nil for what `init` was given.
    public mutating func frame(_ request: FrameRequest, _ bytes: [UInt8], within patience: Duration? = nil)
        throws(VisionError) -> FrameAnswer
    {
        let wish = patience.map { WorkerWish(until: .now + $0) }
        guard case .frame(let answer) = try response(to: VisionRequest(request, bytes), attemptLimit: 1, wish) else {
            process = nil
            throw .brokenAnswer
        }
        return answer
    }

    private mutating func request(_ request: VisionRequest) throws(VisionError) -> VisionPicture {
        guard case .picture(let picture) = try response(to: request) else {
            process = nil
            throw .brokenAnswer
        }
        return picture
    }

    private mutating func response(
        to request: VisionRequest, attemptLimit: Int = attemptLimit, _ wish: WorkerWish? = nil
    ) throws(VisionError) -> VisionResponse {
        let message = request.message
        guard message.count <= VisionRequest.frameLimit else { throw .tooLarge(byteCount: request.picture.count) }
        var answer: [UInt8]?
        var attempts = 1
        while answer == nil {
            do {
                answer = try exchange(message, wish)
            } catch {
                // Whatever went wrong, the conversation is out of step: the next request starts afresh.
                process = nil
                guard case .crashed(let signal, _) = error else { throw error }
                // One that has used up its time would do so again.
                guard attempts < attemptLimit, signal != SIGXCPU else {
                    throw .crashed(signal: signal, attempts: attempts)
                }
                attempts += 1
            }
        }
        guard let response = try? VisionResponse(message: answer ?? []) else {
            process = nil
            throw .brokenAnswer
        }
        switch response {
        case .picture, .captured, .frame: return response
        case .notCaptured(let failure): throw .notCaptured(failure)
        case .refused(let words): throw .refused(words)
        case .withoutPictures: throw .builtWithoutPictures
        case .notUnderstood: throw .brokenAnswer
        }
    }

    private mutating func exchange(_ message: [UInt8], _ wish: WorkerWish?) throws(VisionError) -> [UInt8] {
        let wish = wish ?? WorkerWish(until: .now + timeout, isCancelled: isCancelled)
        guard !wish.isCancelled() else { throw .cancelled }
        if process == nil { process = try WorkerProcess(executable.get()) }
        do {
            return try process?.exchange(message, wish) ?? []
        } catch {
            switch error {
            case .gone: throw .crashed(signal: process?.waitForSignal() ?? nil)
            case .late: throw .timedOut
            case .cancelled: throw .cancelled
            }
        }
    }
}
