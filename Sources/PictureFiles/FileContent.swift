import Glibc

/// Reads files and standard input, bounded.
enum FileContent {
    /// A file that is open.
    struct Handle: ~Copyable {
        let descriptor: Int32
        let byteCount: Int

        deinit { close(descriptor) }
    }

    /// Opens a regular file, and nothing that could hold up or have effects of its own.
    static func open(_ path: String) throws(PictureFileError) -> Handle {
        var information = stat()
        guard stat(path, &information) == 0 else { throw failure(path, errno) }
        if let special = special(information.st_mode) { throw PictureFileError(path, .notAFile(special)) }
        // Without waiting: what lies there may have become a pipe by now.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(path, errno) }
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw PictureFileError(
                path, special(information.st_mode).map { .notAFile($0) } ?? .cannotRead(error: EISDIR))
        }
        return Handle(descriptor: descriptor, byteCount: Int(information.st_size))
    }

    static func special(_ mode: mode_t) -> PictureFileError.Special? {
        switch mode & S_IFMT {
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFCHR, S_IFBLK: .device
        default: nil
        }
    }

    static func failure(_ path: String, _ error: Int32) -> PictureFileError {
        switch error {
        case ENOENT, ENOTDIR: PictureFileError(path, .notFound)
        case EACCES, EPERM: PictureFileError(path, .permissionDenied)
        default: PictureFileError(path, .cannotRead(error: error))
        }
    }

    /// The first bytes, which tell the kind; the file is then at its start again.
    static func head(of file: borrowing Handle, _ path: String) throws(PictureFileError) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: InputKind.headByteCount)
        let count = pread(file.descriptor, &head, head.count, 0)
        guard count >= 0 else { throw failure(path, errno) }
        return Array(head.prefix(count))
    }

    /// All that is left to read, at most `limit` bytes.
    static func bytes(of descriptor: Int32, _ path: String, expected: Int = 0, limit: Int)
        throws(PictureFileError) -> [UInt8]
    {
        guard expected <= limit else { throw PictureFileError(path, .tooManyBytes(limit: limit)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected)
        // One byte more than is expected, so that the end is seen by the first read.
        var chunk = [UInt8](repeating: 0, count: expected > 0 ? min(expected + 1, 1 << 18) : 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure(path, errno)
            }
            guard bytes.count <= limit - count else { throw PictureFileError(path, .tooManyBytes(limit: limit)) }
            bytes += chunk[..<count]
        }
    }
}
