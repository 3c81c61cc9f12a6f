import PictureFiles
import Vision

/// A file that holds a document's picture, and is none itself: 'emrtd mrz scan' takes such, and --image does not.
enum PictureKind: Hashable {
    case pdf
    case heif
    case video

    /// The formats that --image takes.
    static let taken = "JPEG, PNG, TIFF, WebP, BMP, PNM or JPEG 2000"

    /// Tells by the first bytes; nil for pictures, and for what is unknown.
    init?(_ bytes: some Collection<UInt8>) { self.init(InputKind.detect(bytes)) }

    /// Tells by the start of a regular file: what is read of anything else is gone.
    init?(file path: String) { self.init(InputKind.detect(file: path)) }

    private init?(_ kind: InputKind?) {
        switch kind {
        case .picture, nil: return nil
        case .pdf: self = .pdf
        case .heif: self = .heif
        case .video: self = .video
        }
    }

    /// Why the file is not taken, and the way that it goes.
    func refusal(_ path: String, page: Int?, command: Command?) -> CommandError {
        let name =
            switch self {
            case .pdf: "a PDF"
            case .heif: "a HEIC or AVIF picture"
            case .video: "a video"
            }
        let pages = self == .pdf ? page.map { " --pages \($0)" } ?? "" : ""
        let program = command?.name ?? "inspect"
        return CommandError(
            "'\(path)': \(name) is not taken here",
            hint: "hand over its lines: emrtd mrz scan --lines\(pages) FILE | emrtd \(program) --mrz-file -")
    }

    /// What to do about a picture that was not read; formats are named that are taken here.
    static func hint(for error: VisionError) -> String {
        guard case .notCaptured(let failure) = error, failure.cause == .unrecognized else { return error.hint }
        return "hand in a photograph or scan as \(taken)"
    }
}
