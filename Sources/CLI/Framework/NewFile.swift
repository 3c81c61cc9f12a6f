import Foundation

/// Files that a command makes and never puts in the place of others.
enum NewFile {
    /// Refuses a path where something stands already or nothing can be made, before any work is done.
    ///
    /// - Parameter hint: What to do where something stands there.
    static func check(_ path: String, hint: String) throws(CommandError) {
        guard !path.hasSuffix("/") else { throw CommandError("'\(path)' is a folder, and a file is wanted") }
        var status = stat()
        // Of a link this asks the link itself: one that leads nowhere is something, too.
        guard lstat(path, &status) != 0 else { throw failure(path, EEXIST, hint) }
        guard errno == ENOENT, access(folder(of: path), W_OK | X_OK) == 0 else { throw failure(path, errno, hint) }
    }

    /// Writes a file that is not there yet; what cannot be written whole is removed again.
    static func write(_ bytes: some DataProtocol, to path: String, mode: mode_t, hint: String) throws(CommandError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path, errno, hint) }
        do { try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: bytes) } catch {
            unlink(path)
            throw CommandError("'\(path)' cannot be written: \(CommandError.words(of: error))")
        }
    }

    /// Whether two paths of files that are not there yet name the same one.
    static func isSame(_ path: String, _ other: String) -> Bool {
        place(path) == place(other)
    }

    // MARK: Parts

    private static func failure(_ path: String, _ error: Int32, _ hint: String) -> CommandError {
        error == EEXIST
            ? CommandError("'\(path)' is there already", hint: hint)
            : CommandError("'\(path)' cannot be written: \(String(cString: strerror(error)))")
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func place(_ path: String) -> [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let folder = folder(of: path)
        guard let resolved = realpath(folder, nil) else { return [folder, name] }
        defer { free(resolved) }
        return [String(cString: resolved), name]
    }
}
