import Foundation
import FrameSources

/// Where many frames come from: what of the command line names a video, a stream or a camera.
enum VideoInput: Sendable {
    /// A file that ffmpeg decodes.
    case video(path: String)
    /// Y4M, or JPEG pictures one after the other; `-` is standard input.
    case stream(path: String)
    /// A camera; nil for the first one.
    case camera(path: String?)

    /// The name that results bear.
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
        guard path != "-", let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        var information = stat()
        // A FIFO is not looked into: what is read of it is gone.
        guard fstat(handle.fileDescriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            let head = try? handle.read(upToCount: 256)
        else { return nil }
        guard let kind = Self.kind(of: [UInt8](head)) else { return nil }
        self = kind == .stream ? .stream(path: path) : .video(path: path)
    }

    /// Whether the first bytes of a file are those of a video.
    static func isVideo(_ head: [UInt8]) -> Bool { kind(of: head) != nil }

    private enum Kind { case stream, video }

    private static func kind(of head: [UInt8]) -> Kind? {
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: Array(text.utf8)) }
        if FrameStream.isStream(head) { return .stream }
        // ISO base media: brands of pictures (HEIC, AVIF, JPEG 2000, Canon's raw files) are left to others.
        if has("ftyp", at: 4) {
            let pictures = ["heic", "heix", "hevc", "heim", "heis", "mif1", "msf1", "avif", "avis", "jp2 ", "crx "]
            return pictures.contains { has($0, at: 8) } ? nil : .video
        }
        let isTransportStream = head.count > 188 && head[0] == 0x47 && head[188] == 0x47
        let isVideo =
            head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || has("RIFF") && has("AVI ", at: 8) || has("FLV")
            || has("OggS") || head.starts(with: [0x30, 0x26, 0xB2, 0x75]) || head.starts(with: [0, 0, 1, 0xBA])
            || has("moov", at: 4) || has("mdat", at: 4) || has("wide", at: 4)
        return isVideo || isTransportStream ? .video : nil
    }

    /// Opens the source.
    func open(_ limits: FrameLimits, isLive: Bool) throws(FrameError) -> any FrameSource {
        let isCancelled: @Sendable () -> Bool = { StreamInterruption.wasAsked }
        switch self {
        case .video(let path): return try VideoFile(path: path, limits: limits, isCancelled: isCancelled)
        case .stream(let path):
            let stream = try FrameStream(path: path, limits: limits, isCancelled: isCancelled)
            if isLive { return NewestFrames(stream) }
            return stream
        case .camera(let path):
            return NewestFrames(try CameraStream(path: path, limits: limits, isCancelled: isCancelled))
        }
    }
}

extension ScanFault {
    init(_ error: FrameError) {
        self.init(error.code, "\(error)", hint: error.hint)
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
        case .notAStream: "unrecognized"
        case .malformed: "undecodable"
        case .tooLarge, .tooManyBytes, .tooManyFrames: "tooLarge"
        case .stalled: "stalled"
        case .cancelled: "interrupted"
        }
    }
}
