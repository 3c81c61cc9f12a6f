import FrameSources
import PictureFiles

/// Where many frames come from: what of the command line names a video, a stream or a camera.
enum VideoInput: Sendable {
    /// A file that ffmpeg decodes.
    case video(path: String)
    /// Y4M, or JPEG pictures one after the other; `-` is standard input.
    case stream(path: String)
    /// A camera; nil for the first one.
    case camera(path: String?)

    /// The name that results bear, as `FileName` writes it.
    var name: String {
        switch self {
        case .video(let path), .stream(let path): path
        case .camera(let path): path ?? "camera"
        }
    }

    /// Whether frames come as they are taken, so that a slow reader leaves some out.
    var isLive: Bool {
        if case .camera = self { return true }
        return false
    }

    /// What a file holds, by its first bytes; nil for what is no video, pictures above all.
    init?(file path: String) {
        guard case .video(let container) = InputKind.detect(file: path) else { return nil }
        self = container == .y4m ? .stream(path: path) : .video(path: path)
    }

    /// Opens the source.
    ///
    /// - Parameter isCancelled: Asked every 50 ms while frames are waited for.
    func open(_ limits: FrameLimits, isLive: Bool, isCancelled: @escaping @Sendable () -> Bool)
        throws(FrameError) -> any FrameSource
    {
        switch self {
        case .video(let path): return try VideoFile(path: path, limits: limits, isCancelled: isCancelled)
        case .stream(let path):
            let stream = try FrameStream(path: path, limits: limits, isCancelled: isCancelled)
            if isLive { return NewestFrames(stream) }
            return stream
        case .camera(let path):
            return NewestFrames(isCancelled: isCancelled) { () throws(FrameError) in
                try CameraStream(path: path, limits: limits, isCancelled: isCancelled)
            }
        }
    }
}

extension ScanFault {
    /// The code of what took longer than it may.
    static let timedOut = "timedOut"

    init(_ error: FrameError) {
        self.init(error.code, "\(error)", hint: error.hint, namesInput: error.path != nil)
    }
}

extension FrameError {
    /// A stable name of the cause, part of the JSON of `emrtd mrz scan`.
    var code: String {
        switch self {
        case .cannotOpen: "unreadable"
        case .permissionDenied: "permissionDenied"
        case .noCamera: "noCamera"
        case .notACamera: "notACamera"
        case .busy: "cameraBusy"
        case .unplugged: "cameraUnplugged"
        case .noFormat: "noCameraFormat"
        case .cameraFailed: "cameraFailed"
        case .programMissing: "programMissing"
        case .refused: "undecodable"
        case .withoutEnd: "damaged"
        case .noVideo: "noVideo"
        case .notAStream: "unrecognized"
        case .malformed: "undecodable"
        case .tooLarge, .tooManyBytes, .tooManyFrames: "tooLarge"
        case .stalled: "stalled"
        case .cancelled: "interrupted"
        }
    }
}
