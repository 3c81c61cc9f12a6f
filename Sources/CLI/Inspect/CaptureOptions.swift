import ByteCoding

/// What of the command line names a picture, a video or a camera that shows the printed lines.
struct CaptureOptions {
    /// Where the lines are seen.
    enum Source {
        /// A picture, or a file with several; `-` is standard input.
        case picture(path: String)
        /// A video, a stream or a camera.
        case frames(VideoInput)
    }

    let source: Source
    /// The page of a file that has several; nil for the first that shows a zone.
    let page: Int?
    /// Which zone of a picture, from 1; nil for the one of a document.
    let zone: Int?
    /// Whether a key that is more probably wrong than right is sent too.
    let triesDoubtful: Bool
    /// How long frames are read; nil for no end.
    let timeout: Duration?

    /// The options that `init` reads.
    static let all: [Option] = [
        .value(
            "image", "FILE",
            "take the printed lines out of a picture of the document, a page of a PDF or a video; - for standard input"),
        .flag("camera", "take the printed lines from a camera, once they are certain"),
        .value("page", "NUMBER", "with --image: the page of a file with several (default: the first with a zone)"),
        .value("zone", "NUMBER", "with --image: which zone, where the picture shows several documents"),
        .flag("stream", "with --image: FILE is a stream of frames, Y4M or JPEG pictures one after the other"),
        .value(
            "scan-timeout", "SECONDS",
            "with a camera, stream or video: go on after this time with what was read (camera and stream: 60)"),
        .flag(
            "try-doubtful",
            "with --image or --camera: send a key to the chip though it is more probably wrong than right"),
    ]

    /// The operand that `init` reads.
    static let device = Operand(
        "DEVICE", "with --camera: its device, such as /dev/video2 (default: the first camera)", arity: .optional)

    /// How long a person is given to hold a document before a camera.
    private static let patience = 60

    /// Reads the options; nil where they name nothing to look at.
    init?(_ invocation: Invocation) throws {
        func refuse(_ words: String) -> UsageError { UsageError(words, command: invocation.command) }
        let path = invocation["image"]
        let usesCamera = invocation[flag: "camera"]
        guard usesCamera || invocation.operands.isEmpty else {
            throw refuse("unexpected argument '\(invocation.operands[0])'")
        }
        guard path == nil || !usesCamera else { throw refuse("--image and --camera exclude each other") }
        let isStream = invocation[flag: "stream"]
        let (page, zone) = (
            try invocation.integer("page", in: 1...PageSelection.limit), try invocation.integer("zone", in: 1...99)
        )
        guard path != nil || page == nil, path != nil || zone == nil, path != nil || !isStream else {
            throw refuse("--\(page != nil ? "page" : zone != nil ? "zone" : "stream") goes with --image")
        }
        let seconds = try invocation.integer("scan-timeout", in: 1...86_400)
        triesDoubtful = invocation[flag: "try-doubtful"]
        guard path != nil || usesCamera else {
            guard seconds == nil, !triesDoubtful else {
                throw refuse("--\(triesDoubtful ? "try-doubtful" : "scan-timeout") goes with --image or --camera")
            }
            return nil
        }
        guard invocation.operands != ["list"] else {
            throw UsageError(
                "--camera reads from one device", hint: "'emrtd mrz scan --camera list' lists them.",
                command: invocation.command)
        }
        (self.page, self.zone) = (page, zone)
        source =
            path.map { Self.source(at: $0, isStream: isStream) }
            ?? .frames(.camera(path: invocation.operands.first))
        guard case .frames(let input) = source else {
            guard seconds == nil else { throw refuse("--scan-timeout goes with --camera, --stream or a video") }
            timeout = nil
            return
        }
        guard page == nil, zone == nil else {
            throw refuse(
                "--\(page == nil ? "zone" : "page") is for pictures, and of frames the first document is taken")
        }
        timeout = (seconds ?? (input.isWatched ? Self.patience : nil)).map { .seconds($0) }
    }

    private static func source(at path: String, isStream: Bool) -> Source {
        if isStream { return .frames(.stream(path: path)) }
        return VideoInput(file: path).map { .frames($0) } ?? .picture(path: path)
    }
}

extension VideoInput {
    /// The name in a sentence.
    var place: String { name == "-" ? "standard input" : FileName.shown(name) }

    /// Whether somebody may stand before a camera meanwhile, and wants to know what is missing.
    var isWatched: Bool {
        if case .video = self { return false }
        return true
    }
}
