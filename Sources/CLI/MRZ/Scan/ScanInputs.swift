import PictureFiles

/// The pictures that the operands name, one after the other.
struct ScanInputs {
    private var files: PictureFiles
    private let pages: PageSelection
    /// The file whose pages come, and how files that belong to it begin.
    private var current: (file: String, stem: String)?
    private var stems: Set<String> = []

    init(_ operands: [String], _ pages: PageSelection) {
        var limits = PictureFileLimits()
        limits.pageCount = min(limits.pageCount, pages.last)
        files = PictureFiles(operands, limits: limits)
        self.pages = pages
    }

    /// The next picture, or why there is none at its place; nil at the end.
    mutating func next() -> ScanItem? {
        while let result = files.next() {
            switch result {
            case .success(let input):
                guard pages.contains(input.page ?? 1) else { continue }
                return ScanItem(
                    file: input.file, page: input.page, pageOfBytes: input.pageOfBytes,
                    content: input.isVideo ? .failure(Self.video) : .success(input.bytes), stem: stem(of: input.file))
            case .failure(let error):
                // Pages behind the last one that is wanted are not missed.
                if case .tooManyPages = error.cause, !pages.isAll { continue }
                return ScanItem(
                    file: error.file, page: error.page, pageOfBytes: 0, content: .failure(ScanFault(error)),
                    stem: stem(of: error.file))
            }
        }
        return nil
    }

    private static let video = ScanFault(
        "video", "it is a video, and pictures are wanted", hint: "take a picture out of it: 'ffmpeg -i FILE out.png'")

    /// The file's name without its end; with a number where another file has the same.
    private mutating func stem(of path: String) -> String {
        if let current, current.file == path { return current.stem }
        let name = path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? "picture"
        let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
        var unique = stem
        var number = 2
        while !stems.insert(unique).inserted {
            unique = "\(stem)-\(number)"
            number += 1
        }
        current = (path, unique)
        return unique
    }
}

extension ScanFault {
    fileprivate init(_ error: PictureFileError) {
        self.init(error.cause.code, error.reason, hint: error.hint)
    }
}

extension PictureFileError.Cause {
    /// A stable name.
    fileprivate var code: String {
        switch self {
        case .notFound: "notFound"
        case .permissionDenied: "permissionDenied"
        case .cannotRead: "cannotRead"
        case .notAFile: "notAFile"
        case .empty: "empty"
        case .tooManyBytes: "tooLarge"
        case .unknownKind: "unrecognized"
        case .terminal: "terminal"
        case .videoOnStandardInput: "video"
        case .tooManyPages: "tooManyPages"
        case .tooDeep: "tooDeep"
        case .programMissing: "programMissing"
        case .refused: "undecodable"
        case .timedOut: "timedOut"
        case .encrypted: "encrypted"
        case .noTemporaryFolder: "noTemporaryFolder"
        }
    }
}
