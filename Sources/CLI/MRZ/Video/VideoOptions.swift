import FrameSources

/// The options of a scan that are about videos, cameras and streams.
struct VideoOptions: Sendable {
    let usesCamera: Bool
    let isStream: Bool
    let isLive: Bool
    let showsStatus: Bool
    /// The most time for a source.
    let timeout: Duration?
    /// The most frames of a source.
    let frameCount: Int?
    /// After how many documents the scan of a source ends; nil for never.
    let documentCount: Int?

    static let all: [Option] = [
        .flag(
            "camera",
            "read from a camera until a document is read; FILE is its device (default: the first), 'list' lists them"),
        .flag("stream", "FILE is a stream of frames, Y4M or JPEG pictures one after the other; '-' and FIFOs too"),
        .flag("live", "with --stream: leave frames out where reading is slower than the stream"),
        .flag("status", "with --json: a line for each frame of a video or camera, with what is missing"),
        .value(
            "timeout", "SECONDS", "give up on a video, stream or camera after this time, on silent input after so long"),
        .value("frames", "N", "read no more than so many frames of a video, stream or camera"),
        .value("documents", "N", "end after so many documents (default: 1 for a camera, all of a video)"),
    ]

    /// Those of a scan of one source.
    init(timeout: Duration?, documentCount: Int?) {
        (usesCamera, isStream, isLive, showsStatus) = (false, false, false, false)
        self.timeout = timeout
        frameCount = nil
        self.documentCount = documentCount
    }

    init(_ invocation: Invocation) throws(UsageError) {
        func refuse(_ words: String) -> UsageError { UsageError(words, command: invocation.command) }
        usesCamera = invocation[flag: "camera"]
        isStream = invocation[flag: "stream"]
        isLive = invocation[flag: "live"]
        showsStatus = invocation[flag: "status"]
        timeout = try invocation.integer("timeout", in: 1...86400).map { .seconds($0) }
        frameCount = try invocation.integer("frames", in: 1...1_000_000_000)
        documentCount = try invocation.integer("documents", in: 1...1_000_000)
        guard !usesCamera || !isStream else { throw refuse("--camera and --stream exclude each other") }
        guard !isLive || isStream else { throw refuse("--live goes with --stream") }
        guard !showsStatus || invocation[flag: "json"] else { throw refuse("--status goes with --json") }
        guard usesCamera || !invocation.operands.isEmpty else { throw refuse("missing FILE") }
        guard !usesCamera || invocation.operands.count <= 1 else { throw refuse("--camera takes one device") }
    }

    /// Parts what the command line names into videos and all else, which are pictures.
    func inputs(_ operands: [String]) -> (videos: [VideoInput], pictures: [String]) {
        if usesCamera { return ([.camera(path: operands.first)], []) }
        if isStream { return (operands.map { .stream(path: $0) }, []) }
        var videos: [VideoInput] = []
        var pictures: [String] = []
        for operand in operands {
            if let video = VideoInput(file: operand) { videos.append(video) } else { pictures.append(operand) }
        }
        return (videos, pictures)
    }

    /// How much of a source is taken; its time is looked after by the scan.
    var limits: FrameLimits { FrameLimits() }
}
