import Glibc

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
    /// The worker ended over the picture: the signal, or nil where it left by itself, and over how many attempts, each
    /// by a worker of its own.
    case crashed(signal: Int32?, attempts: Int = 1)
    /// No answer within the time.
    case timedOut
    /// The answer is not of this protocol: the executable is of another version.
    case brokenAnswer
    /// Whoever asked wants no answer any more.
    case cancelled
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
        case .crashed(SIGXCPU?, _):
            "emrtd-vision used up its \(WorkerLimits.processorSeconds) seconds of processor time on the picture"
        case .crashed(let signal?, let attempts):
            "emrtd-vision was ended by \(Self.name(of: signal))\(Self.words(of: attempts))"
        case .crashed(nil, let attempts): "emrtd-vision ended without an answer\(Self.words(of: attempts))"
        case .timedOut: "emrtd-vision did not answer in time"
        case .brokenAnswer: "emrtd-vision is of another version"
        case .cancelled: "ended on request"
        }
    }

    private static func words(of attempts: Int) -> String {
        attempts < 2 ? "" : attempts == 2 ? ", and a new one likewise" : ", and \(attempts - 1) new ones likewise"
    }

    /// The signal as a person knows it.
    private static func name(of signal: Int32) -> String {
        let names = [
            SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
            SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGTERM: "SIGTERM", SIGSYS: "SIGSYS",
        ]
        return "signal \(signal)" + (names[signal].map { " (\($0))" } ?? "")
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
        case .cancelled: "interrupted"
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
        case .crashed(SIGXCPU?, _): "make the picture smaller, or save it anew with another program"
        case .crashed(SIGKILL?, _), .crashed(SIGTERM?, _):
            "it was ended from outside, as the kernel does where memory runs out ('dmesg' tells): free memory, or ask "
                + "less of this machine at the same time"
        case .crashed(nil, _): "'emrtd doctor' tells whether emrtd-vision works"
        case .crashed:
            "the picture is damaged or hostile, or takes more than the \(WorkerLimits.byteCount >> 20) MiB of memory that "
                + "emrtd-vision allows itself: make it smaller, or save it anew"
        case .timedOut: "make the picture smaller, or ask less of this machine at the same time"
        case .brokenAnswer: "install emrtd and emrtd-vision of one version"
        case .cancelled: "run it again for the rest"
        }
    }
}
