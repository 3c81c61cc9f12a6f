import ByteCoding
import Glibc

/// The pictures of files, folders and standard input, one at a time.
///
/// Folders are searched to their depths in the order of names; hidden names are left out, and so is what is no picture by
/// content and by name. Pages of a PDF and pictures of a HEIF file are made by programs, under limits. What fails is an
/// error of its own between the pictures. No more than one file is held, so that memory stays flat. A pipe that is named
/// is read as standard input is; in a folder, where nobody named it, it is an error.
public struct PictureFiles: Sequence, IteratorProtocol {
    private var walk: FolderWalk
    private var document: Document?
    private let surroundings: ProgramSurroundings
    /// The last of the names that gave a picture or an error.
    private var answeredOperand = 0
    /// How many files of folders were left out, since neither content nor name speaks of a picture.
    public private(set) var skippedCount = 0

    /// A file of which pages are left.
    private enum Document {
        case tiff(file: String, bytes: [UInt8], pageCount: Int, page: Int)
        case pdf(PDFPages)
        case heif(HEIFPictures)
    }

    /// - Parameters:
    ///   - paths: Files, folders, and `-` for standard input, each as `FileName` writes it.
    ///   - searchPath: Where programs are looked for, folders apart by colons; that of the environment where it is nil.
    ///   - isCancelled: Asked at least every 40 ms while something is waited for; where it says yes, what is under way is
    ///     left and nothing more comes.
    public init(
        _ paths: [String], limits: PictureFileLimits = PictureFileLimits(), searchPath: String? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        walk = FolderWalk(paths, depthLimit: limits.depth)
        surroundings = ProgramSurroundings(searchPath: searchPath, limits: limits, isCancelled: isCancelled)
    }

    private var limits: PictureFileLimits { surroundings.limits }
    private var isCancelled: Bool { surroundings.isCancelled() }

    /// The next picture or video, or why there is none at its place; nil at the end.
    public mutating func next() -> Result<PictureInput, PictureFileError>? {
        let result = nextResult()
        answeredOperand = walk.operand
        return isCancelled ? nil : result
    }

    private mutating func nextResult() -> Result<PictureInput, PictureFileError>? {
        while !isCancelled {
            if let result = nextPage() { return result }
            document = nil
            guard let found = walk.next() else { return nil }
            do {
                switch try found.get() {
                case .file(let path, let isNamed):
                    let input = try path == "-" && isNamed ? standardInput() : file(path, isNamed: isNamed)
                    if let input { return .success(input) }
                case .endOfFolder(let path):
                    if answeredOperand != walk.operand { return .failure(PictureFileError(path, .noPicture)) }
                }
            } catch { return .failure(error) }
        }
        return nil
    }

    private mutating func nextPage() -> Result<PictureInput, PictureFileError>? {
        switch document {
        case .none: return nil
        case .tiff(let file, let bytes, let pageCount, let page):
            guard page < pageCount else { return nil }
            guard page < limits.pageCount else {
                document = nil
                return .failure(PictureFileError(file, .tooManyPages(limit: limits.pageCount)))
            }
            document = .tiff(file: file, bytes: bytes, pageCount: pageCount, page: page + 1)
            return .success(
                PictureInput(
                    file: file, kind: .picture(.tiff), page: page + 1, pageCount: pageCount, bytes: bytes,
                    pageOfBytes: page))
        case .pdf(var pages):
            document = nil
            let result = pages.next()
            document = .pdf(pages)
            return result
        case .heif(var pictures):
            document = nil
            let result = pictures.next()
            document = .heif(pictures)
            return result
        }
    }

    /// Opens a file: a picture, or nothing where its pages come next or where it is left out.
    private mutating func file(_ path: String, isNamed: Bool) throws(PictureFileError) -> PictureInput? {
        let handle = try FileContent.open(path, takesPipes: isNamed)
        guard !handle.isPipe else { return try stream(handle.descriptor, path) }
        let head = try FileContent.head(of: handle, path)
        guard let kind = InputKind.detect(head) else {
            guard isNamed || Self.looksLikePicture(path) else {
                skippedCount += 1
                return nil
            }
            throw PictureFileError(path, head.isEmpty ? .empty : .unknownKind)
        }
        switch kind {
        case .video: return PictureInput(file: path, kind: kind)
        case .picture(let format):
            let bytes = try FileContent.bytes(
                of: handle, path, limit: limits.byteCount)
            return picture(path, format, bytes)
        case .pdf, .heif:
            guard handle.byteCount <= limits.byteCount else {
                throw PictureFileError(path, .tooManyBytes(limit: limits.byteCount))
            }
            try open(path, path: path, kind, nil)
            return nil
        }
    }

    private mutating func standardInput() throws(PictureFileError) -> PictureInput? {
        guard isatty(STDIN_FILENO) == 0 else { throw PictureFileError("-", .terminal) }
        return try stream(STDIN_FILENO, "-")
    }

    /// What another program sends: read to its end, and kept for programs that take no bytes.
    private mutating func stream(_ descriptor: Int32, _ file: String) throws(PictureFileError) -> PictureInput? {
        let wish = InputWish(patience: limits.inputPatience, isCancelled: surroundings.isCancelled)
        let bytes = try FileContent.bytes(of: descriptor, file, limit: limits.byteCount, wish)
        guard let kind = InputKind.detect(bytes) else {
            throw PictureFileError(file, bytes.isEmpty ? .empty : .unknownKind)
        }
        switch kind {
        case .video: throw PictureFileError(file, .videoOnStandardInput)
        case .picture(let format): return picture(file, format, bytes)
        case .pdf, .heif:
            let folder = try PrivateFolder(for: file)
            try open(file, path: try folder.write(bytes, as: "input", for: file), kind, folder)
            return nil
        }
    }

    /// A picture; nil where it has several pages, which come next.
    private mutating func picture(_ file: String, _ format: PictureFormat, _ bytes: [UInt8]) -> PictureInput? {
        let pageCount =
            format == .tiff ? TIFFDirectories(bytes[...])?.pages(limit: limits.pageCount + 1).count ?? 1 : 1
        guard pageCount > 1 else { return PictureInput(file: file, kind: .picture(format), bytes: bytes) }
        document = .tiff(file: file, bytes: bytes, pageCount: pageCount, page: 0)
        return nil
    }

    private mutating func open(_ file: String, path: String, _ kind: InputKind, _ folder: PrivateFolder?)
        throws(PictureFileError)
    {
        if kind == .pdf {
            document = .pdf(try PDFPages(file, path: path, folder: folder, surroundings))
        } else {
            let place: PrivateFolder
            if let folder { place = folder } else { place = try PrivateFolder(for: file) }
            document = .heif(try HEIFPictures(file, path: path, folder: place, surroundings))
        }
    }

    /// Whether a name ends as those of pictures do: then content that is none is damaged.
    private static func looksLikePicture(_ path: String) -> Bool {
        guard let dot = path.lastIndex(of: ".") else { return false }
        return endings.contains(path[path.index(after: dot)...].lowercased())
    }

    private static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "tif", "tiff", "webp", "bmp", "dib", "pbm", "pgm", "ppm", "pnm", "pam", "jp2",
        "j2k", "j2c", "jpc", "wsq", "pdf", "heic", "heif", "avif", "mp4", "mov", "m4v", "mkv", "webm", "avi", "mpg",
        "mpeg", "y4m",
    ]
}
