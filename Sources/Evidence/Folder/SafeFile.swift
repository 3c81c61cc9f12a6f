import Foundation

/// Files that are written whole or not at all, and read only where they are plain files.
enum SafeFile {
    /// Reads a plain file of at most `limit` bytes; a link is refused.
    static func read(_ url: URL, limit: Int) throws(EvidenceError) -> [UInt8] {
        let path = url.path(percentEncoded: false)
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw .notFound(path)
            case ELOOP: throw .notAFile(url.lastPathComponent)
            default: throw .system(path)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(url.lastPathComponent) }
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while content.count <= limit {
            let count = block.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path) }
            guard count > 0 else { return content }
            content += block.prefix(count)
        }
        throw .tooLarge(url.lastPathComponent, limit: limit)
    }

    /// Writes a file of mode 0600: a crash leaves the old content or the new one, never a part.
    static func write(_ content: [UInt8], to url: URL) throws(EvidenceError) {
        let path = url.path(percentEncoded: false)
        let folder = url.deletingLastPathComponent()
        // A name of its own: of two programs that write the same file, each writes it whole, and the last one stays.
        let temporary = folder.appending(
            path: "\(temporaryPrefix)\(UUID().uuidString.prefix(8))-\(url.lastPathComponent)"
        )
        .path(percentEncoded: false)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(path) }
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isSynced = rest.isEmpty && fsync(descriptor) == 0
        guard isSynced, rename(temporary, path) == 0 else {
            let error = EvidenceError.system(path)
            close(descriptor)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        sync(folder)
    }

    /// Makes sure that the names in a folder are on the disk.
    static func sync(_ folder: URL) {
        let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// How the name of a file begins that is not whole yet.
    private static let temporaryPrefix = ".new-"

    /// The name that a file gets once it is whole; nil for one that is not on its way.
    static func finalName(of name: String) -> String? {
        let rest = name.dropFirst(temporaryPrefix.count)
        guard name.hasPrefix(temporaryPrefix), rest.prefix(8).allSatisfy(\.isHexDigit), rest.dropFirst(8).first == "-"
        else { return nil }
        return String(rest.dropFirst(9))
    }

    /// What stands under a name; a link is not followed.
    enum Kind { case file, folder, link, other }

    /// nil where nothing is there.
    static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .link
        default: return .other
        }
    }

    /// The names in a folder, sorted; nil where it is no folder.
    static func names(in folder: URL) -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
    }
}

extension EvidenceError {
    /// What the operating system said last.
    static func system(_ path: String) -> EvidenceError {
        .system(String(cString: strerror(errno)), path: path)
    }
}
