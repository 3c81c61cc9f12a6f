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
        case .crashed(let signal?): "decoding the picture ended emrtd-vision by signal \(signal)"
        case .crashed(nil): "decoding the picture ended emrtd-vision"
        case .timedOut: "emrtd-vision did not answer in time"
        case .brokenAnswer: "emrtd-vision is of another version"
        }
    }
}
