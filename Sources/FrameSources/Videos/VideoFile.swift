import ByteCoding
import ChildPrograms
import Glibc

/// The frames of a video file, upright and grey, as the program `ffmpeg` decodes them.
///
/// Decoding is that child's, which sees one open file and nothing else that it could name: only containers that hold
/// their own data are taken, no playlists, and no protocol but that of files. None of its frames is left out.
public final class VideoFile: FrameSource {
    private let path: String
    private let program: DecoderProgram
    private let stream: FrameStream
    private var hasFrames = false

    public let droppedCount = 0
    public var endedEarly: Bool { stream.endedEarly || brokeOff }
    public var lastWords: String { brokeOff ? words : "" }
    /// Whether the decoder complained in the end.
    private var brokeOff = false
    /// What it says of a file whose end is missing, which may hold the index of all frames.
    private static let missingEnds = ["moov atom not found", "File ended prematurely", "partial file"]

    /// The containers that are read, by the names that ffmpeg has for them.
    private static let containers =
        "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,h264,hevc,m4v,flv,asf,ogg,yuv4mpegpipe,mjpeg,gif,dv,ivf"

    /// Starts the decoder.
    ///
    /// - Parameters:
    ///   - searchPath: Where the program is looked for: folders apart by colons.
    ///   - isCancelled: Asked every 50 ms while waiting.
    public init(
        path: String, limits: FrameLimits = FrameLimits(), searchPath: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FrameError) {
        guard let ffmpeg = ProgramCommand.path(of: "ffmpeg", searchPath: searchPath) else {
            throw .programMissing(name: "ffmpeg", package: "ffmpeg")
        }
        let input = open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard input >= 0 else {
            throw errno == EACCES ? .permissionDenied(path: path) : .cannotOpen(path: path, error: errno)
        }
        defer { close(input) }
        var information = stat()
        guard fstat(input, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw .cannotOpen(path: path, error: information.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        self.path = path
        do throws(ChildProgram.Failure) {
            program = try DecoderProgram(ffmpeg, Self.arguments(limits), input: input)
        } catch {
            guard case .cannotStart(let cause) = error else { throw .cannotOpen(path: ffmpeg, error: EAGAIN) }
            throw .cannotOpen(path: ffmpeg, error: cause)
        }
        stream = FrameStream(
            descriptor: program.output, ownsDescriptor: true, limits: limits, isCancelled: isCancelled)
    }

    private static func arguments(_ limits: FrameLimits) -> [String] {
        [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-protocol_whitelist", "file",
            "-format_whitelist", containers, "-max_pixels", "\(limits.pixelCount)", "-i", "/proc/self/fd/3",
            "-map", "0:v:0", "-an", "-sn", "-dn", "-frames:v", "\(limits.frameCount)",
            "-vf", "extractplanes=y", "-pix_fmt", "gray", "-f", "yuv4mpegpipe", "pipe:1",
        ]
    }

    public func next() throws(FrameError) -> Frame? {
        let frame: Frame?
        do { frame = try stream.next() } catch {
            // What is not even the head of a stream is no video: the program says why.
            guard error == .notAStream, !hasFrames else { throw error }
            frame = nil
        }
        if let frame {
            hasFrames = true
            return frame
        }
        if !program.wait() {
            // What it says of a file without a stream that fits the first map.
            guard hasFrames || !words.contains("trailing '?' to the map") else { throw .noVideo }
            guard hasFrames else { throw failure }
            brokeOff = true
        } else if !hasFrames {
            throw .refused(program: "ffmpeg", words: words.isEmpty ? "it holds no picture" : words)
        } else if !program.lastWords.isEmpty {
            brokeOff = true
        }
        return nil
    }

    /// Why not one frame came.
    private var failure: FrameError {
        let complaints = program.complaints
        let lacksEnd = Self.missingEnds.contains { complaints.contains($0) }
        return lacksEnd ? .withoutEnd : .refused(program: "ffmpeg", words: words)
    }

    /// The program's own words, without the name that it knows the file by and that of a part of its own.
    private var words: String {
        var words = program.lastWords
        if words.hasPrefix("/proc/self/fd/3: ") { words = String(words.dropFirst(17)) }
        if words.hasPrefix("["), let end = words.firstRange(of: "] ") { words = String(words[end.upperBound...]) }
        return words
    }
}
