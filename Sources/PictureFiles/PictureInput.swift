/// One picture of what was named on the command line, or the name of a video.
public struct PictureInput: Hashable, Sendable {
    /// The path as it was given or found, as `FileName` writes it; `-` for standard input.
    public let file: String
    /// What the file is.
    public let kind: InputKind
    /// The page, counted from 1; nil where the file is one picture.
    public let page: Int?
    /// How many pages the file has.
    public let pageCount: Int
    /// The picture as stored, or as a program made it of the page; empty for a video.
    public let bytes: [UInt8]
    /// Which page of `bytes` it is, counted from 0 as decoders do.
    public let pageOfBytes: Int

    init(
        file: String, kind: InputKind, page: Int? = nil, pageCount: Int = 1, bytes: [UInt8] = [], pageOfBytes: Int = 0
    ) {
        self.file = file
        self.kind = kind
        self.page = page
        self.pageCount = pageCount
        self.bytes = bytes
        self.pageOfBytes = pageOfBytes
    }

    /// Whether another module must take the frames out of the file.
    public var isVideo: Bool {
        if case .video = kind { true } else { false }
    }
}

/// How much is taken of what is named.
public struct PictureFileLimits: Hashable, Sendable {
    /// The most bytes of a file, and of a page that a program makes.
    public var byteCount: Int
    /// The most pages of a file.
    public var pageCount: Int
    /// How deep folders are searched.
    public var depth: Int
    /// The most time without a byte of standard input or a pipe.
    public var inputPatience: Duration
    /// The most time of a program for one page, or for one HEIF file.
    public var programTime: Duration
    /// The most memory of a program, in bytes of address space.
    public var programByteCount: Int
    /// The dots to an inch at which a page is drawn.
    public var dotsPerInch: Int
    /// The longer side of a page in dots: larger pages are drawn coarser.
    public var longestSide: Int
    /// Whether pages are drawn in their colours; else in grey, which is a third of the bytes.
    public var drawsColours: Bool

    public init(
        byteCount: Int = 64 << 20, pageCount: Int = 200, depth: Int = 40, inputPatience: Duration = .seconds(600),
        programTime: Duration = .seconds(30),
        programByteCount: Int = 2 << 30, dotsPerInch: Int = 300, longestSide: Int = 6000, drawsColours: Bool = false
    ) {
        self.byteCount = byteCount
        self.pageCount = pageCount
        self.depth = depth
        self.inputPatience = inputPatience
        self.programTime = programTime
        self.programByteCount = programByteCount
        self.dotsPerInch = dotsPerInch
        self.longestSide = longestSide
        self.drawsColours = drawsColours
    }
}
