import Foundation

/// Files that a user names as trust data.
enum TrustFile {
    private static let byteLimit = 64 << 20

    /// The file of that path, or the files of a folder and its folders with one of these endings, by name.
    static func files(at path: String, endings: Set<String>) throws(AnchorError) -> [URL] {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw .notFound(path: path)
        }
        guard isFolder.boolValue else { return [url] }
        guard let names = FileManager.default.enumerator(atPath: url.path) else { throw .unreadable(path: path) }
        return names.compactMap { $0 as? String }
            .filter { endings.contains(URL(filePath: $0).pathExtension.lowercased()) }
            .sorted().map { url.appending(path: $0) }.filter { isFile($0.path) }
    }

    static func content(of url: URL) throws(AnchorError) -> [UInt8] {
        // A pipe would be waited for without end, but for one that the shell hands on as open already.
        guard isFile(url.path) || url.path.hasPrefix("/dev/fd/") || url.path.hasPrefix("/proc/") else {
            throw .unreadable(path: url.path)
        }
        let size = (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        guard size <= byteLimit else { throw .tooLarge(path: url.path, limit: byteLimit) }
        guard let data = try? Data(contentsOf: url) else { throw .unreadable(path: url.path) }
        return Array(data)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
