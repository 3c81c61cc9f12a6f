/// Why the worker gave no picture. The next picture may succeed: each is asked for by itself.
public enum VisionError: Error, Hashable, Sendable {
    /// No executable `emrtd-vision` is at any of these places.
    case notFound(searched: [String])
    /// The executable cannot be started, by the system's error number.
    case cannotStart(path: String, error: Int32)
    /// The worker was built without pictures.
    case builtWithoutPictures
    /// The picture has more bytes than the worker takes.
    case tooLarge(byteCount: Int)
    /// The picture cannot be decoded, in the worker's words.
    case refused(String)
    /// The worker could not look for zones in the picture.
    case notCaptured(CaptureFailure)
    /// The picture ended the worker: the signal, or nil where it left by itself.
    case crashed(signal: Int32?)
    /// No answer within the time.
    case timedOut
    /// The answer is not of this protocol: the executable is of another version.
    case brokenAnswer
}

extension VisionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let places): "emrtd-vision is not installed (looked for \(places.joined(separator: ", ")))"
        case .cannotStart(let path, let error): "\(path) cannot be started (error \(error))"
        case .builtWithoutPictures: "this emrtd-vision was built without pictures"
        case .tooLarge(let count): "the picture has \(count) bytes, more than emrtd-vision takes"
        case .refused(let words): words
        case .notCaptured(let failure): "\(failure)"
        case .crashed(let signal?): "decoding the picture ended emrtd-vision by signal \(signal)"
        case .crashed(nil): "decoding the picture ended emrtd-vision"
        case .timedOut: "emrtd-vision did not answer in time"
        case .brokenAnswer: "emrtd-vision is of another version"
        }
    }
}

extension VisionError {
    /// A stable name of the cause, part of the JSON of `emrtd mrz scan`.
    public var code: String {
        switch self {
        case .notFound, .cannotStart: "workerMissing"
        case .builtWithoutPictures: "builtWithoutPictures"
        case .tooLarge: "tooLarge"
        case .refused: "undecodable"
        case .notCaptured(let failure): failure.cause.rawValue
        case .crashed: "workerEnded"
        case .timedOut: "timedOut"
        case .brokenAnswer: "workerOfAnotherVersion"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch self {
        case .notFound, .cannotStart: "install emrtd-vision beside emrtd, or name it in EMRTD_VISION"
        case .builtWithoutPictures: "install a build with the trait Vision"
        case .tooLarge: CaptureFailure(.tooLarge, "").hint
        case .refused: CaptureFailure(.undecodable, "").hint
        case .notCaptured(let failure): failure.hint
        case .crashed: "the picture is hostile, or takes more memory than emrtd-vision allows itself: save it anew"
        case .timedOut: "make the picture smaller, or ask less of this machine at the same time"
        case .brokenAnswer: "install emrtd and emrtd-vision of one version"
        }
    }
}
