import Foundation

/// A folder of vectors and the paths of all files below it.
struct VectorFolder: Sendable {
    static let maximumFileCount = 10_000
    static let maximumDepth = 16

    private let root: URL
    /// Relative to the folder, sorted.
    let paths: [String]

    init(_ folder: URL) throws(ConformanceError) {
        let root = folder.resolvingSymlinksInPath()
        let path = root.path(percentEncoded: false)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .noSuchFolder(path) }
        guard isFolder.boolValue else { throw .notAFolder(path) }
        self.root = root
        var found: [String] = []
        try Self.collect(below: root, prefix: "", depth: 0, into: &found)
        paths = found.sorted()
    }

    /// The content of a file of this folder.
    func content(of path: String, limit: Int) throws(ConformanceError) -> Data {
        try Self.content(of: root.appending(path: path), limit: limit)
    }

    /// The content of a file; what is no plain file is not opened.
    static func content(of url: URL, limit: Int) throws(ConformanceError) -> Data {
        guard type(of: url) == .typeRegular else { throw .notAFile }
        guard let handle = FileHandle(forReadingAtPath: url.path(percentEncoded: false)) else {
            throw .unreadableFile
        }
        defer { try? handle.close() }
        let content: Data?
        do { content = try handle.read(upToCount: limit + 1) } catch { throw .unreadableFile }
        guard (content?.count ?? 0) <= limit else { throw .oversizedFile(limit: limit) }
        return content ?? Data()
    }

    private static func collect(
        below folder: URL, prefix: String, depth: Int, into found: inout [String]
    ) throws(ConformanceError) {
        let path = folder.path(percentEncoded: false)
        guard depth <= maximumDepth else { throw .tooDeep(limit: maximumDepth) }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw .unreadableFolder(path)
        }
        for name in names.sorted() {
            let url = folder.appending(path: name)
            guard type(of: url) == .typeDirectory else {
                guard found.count < maximumFileCount else { throw .tooManyFiles(limit: maximumFileCount) }
                found.append(prefix + name)
                continue
            }
            try collect(below: url, prefix: prefix + name + "/", depth: depth + 1, into: &found)
        }
    }

    /// The type of a file itself, where it is a link that of the link.
    private static func type(of url: URL) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))
        return attributes?[.type] as? FileAttributeType
    }
}
