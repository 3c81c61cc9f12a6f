/// Asks the worker process `emrtd-vision`, which decodes pictures under limits of memory and time.
///
/// The worker starts with the first request and ends with this value. A picture that ends it is an error of that
/// picture; the next request starts a new worker. Not copyable: two copies would share one conversation.
public struct VisionWorker: ~Copyable {
    private let executable: Result<String, VisionError>
    private let timeout: Duration
    private var process: WorkerProcess?

    /// Looks for the executable: `EMRTD_VISION` of the environment, beside this program, `../libexec/emrtd` from there,
    /// then `PATH`.
    ///
    /// - Parameter timeout: The most time for one picture.
    public init(timeout: Duration = .seconds(30)) {
        executable = WorkerLocation.find()
        self.timeout = timeout
    }

    /// Uses one executable.
    public init(executable: String, timeout: Duration = .seconds(30)) {
        self.executable = .success(executable)
        self.timeout = timeout
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
    /// The session is the worker's own: where a frame ends it, the next step begins with `FrameRequest.begin`.
    ///
    /// - Parameter bytes: Those of the frame; none for the other steps.
    public mutating func frame(_ request: FrameRequest, _ bytes: [UInt8]) throws(VisionError) -> FrameAnswer {
        guard case .frame(let answer) = try response(to: VisionRequest(request, bytes)) else {
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

    private mutating func response(to request: VisionRequest) throws(VisionError) -> VisionResponse {
        let message = request.message
        guard message.count <= VisionRequest.frameLimit else { throw .tooLarge(byteCount: request.picture.count) }
        let answer: [UInt8]
        do {
            answer = try exchange(message)
        } catch {
            // Whatever went wrong, the conversation is out of step: the next request starts afresh.
            process = nil
            throw error
        }
        guard let response = try? VisionResponse(message: answer) else {
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

    private mutating func exchange(_ message: [UInt8]) throws(VisionError) -> [UInt8] {
        if process == nil { process = try WorkerProcess(executable.get()) }
        let deadline = ContinuousClock.now + timeout
        do {
            return try process?.exchange(message, deadline) ?? []
        } catch {
            switch error {
            case .gone: throw .crashed(signal: process?.waitForSignal() ?? nil)
            case .late: throw .timedOut
            }
        }
    }
}
