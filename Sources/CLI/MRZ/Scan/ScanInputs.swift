import ByteCoding
import PictureFiles

/// The pictures that the operands name, one after the other.
struct ScanInputs {
    private var files: PictureFiles
    private let pages: PageSelection
    /// The file whose pages come, and how files that belong to it begin.
    private var current: (file: String, stem: String)?
    private var stems: Set<String> = []
    /// What was named itself, whose missing pages are errors one by one.
    private let named: Set<String>
    private let pageLimit: Int
    /// The file of which pages were come to, whose count of pages is known.
    private var counted: (file: String, pageCount: Int)?
    private var waiting: [ScanItem] = []
    private var isAtEnd = false

    /// - Parameters:
    ///   - inColours: Whether pictures are made of what is read.
    ///   - patience: How long bytes of another program are waited for; nil for the usual time.
    init(_ operands: [String], _ pages: PageSelection, inColours: Bool = false, patience: Duration? = nil) {
        var limits = PictureFileLimits(drawsColours: inColours)
        pageLimit = limits.pageCount
        limits.pageCount = min(limits.pageCount, pages.last)
        if let patience { limits.inputPatience = patience }
        files = PictureFiles(operands, limits: limits, isCancelled: { StreamInterruption.wasAsked })
        named = Set(operands)
        self.pages = pages
    }

    /// The next picture, or why there is none at its place; nil at the end.
    mutating func next() -> ScanItem? {
        while waiting.isEmpty, !isAtEnd {
            guard let result = files.next() else {
                isAtEnd = true
                guard !StreamInterruption.wasAsked else { break }
                waiting += missingPages()
                break
            }
            switch result {
            case .success(let input):
                if counted?.file != input.file { waiting += missingPages() }
                counted = (input.file, input.pageCount)
                guard pages.contains(input.page ?? 1) else { continue }
                waiting.append(
                    ScanItem(
                        file: input.file, page: input.page, pageOfBytes: input.pageOfBytes,
                        content: input.isVideo ? .failure(Self.video) : .success(input.bytes),
                        stem: stem(of: input.file)))
            case .failure(let error):
                if counted?.file != error.file { waiting += missingPages() }
                counted = nil
                // Pages behind the last one that is wanted are not missed.
                if case .tooManyPages = error.cause, pages.last <= pageLimit { continue }
                waiting.append(
                    ScanItem(
                        file: error.file, page: error.page, pageOfBytes: 0, content: .failure(ScanFault(error)),
                        stem: stem(of: error.file)))
            }
        }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// The wanted pages that the last file lacks: in a folder only where it has none of the wanted ones.
    private mutating func missingPages() -> [ScanItem] {
        guard let (file, pageCount) = counted else { return [] }
        counted = nil
        let missing = pages.missing(of: pageCount)
        guard named.contains(file) || !pages.hasPage(of: pageCount) else { return [] }
        return missing.map { page in
            let fault = ScanFault(
                "noSuchPage", "the file has no page \(page): it has \(pageCount)", hint: "name a page that the file has"
            )
            return ScanItem(file: file, page: page, pageOfBytes: 0, content: .failure(fault), stem: stem(of: file))
        }
    }

    private static let video = ScanFault(
        "video", "it is a video, and of a folder only pictures are read", hint: "name the video itself")

    /// The file's name without its end; with a number where another file has the same.
    private mutating func stem(of path: String) -> String {
        if let current, current.file == path { return current.stem }
        let name =
            path == "-" ? "stdin" : path.split(separator: "/").last.map { FileName.plain(String($0)) } ?? "picture"
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
        case .silent: "stalled"
        case .cancelled: ScanFault.interrupted.code
        case .videoOnStandardInput: "video"
        case .tooManyPages: "tooManyPages"
        case .tooDeep: "tooDeep"
        case .noPicture: "noPicture"
        case .programMissing: "programMissing"
        case .refused: "undecodable"
        case .timedOut: "timedOut"
        case .encrypted: "encrypted"
        case .noTemporaryFolder: "noTemporaryFolder"
        }
    }
}
