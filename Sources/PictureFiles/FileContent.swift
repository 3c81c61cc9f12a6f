import ByteCoding
import Glibc

/// How long bytes are waited for that another program has yet to send.
struct InputWish {
    /// The most time without a byte.
    let patience: Duration
    /// Whether nothing more is wanted.
    let isCancelled: @Sendable () -> Bool

    /// How often the wish to end is looked for, in milliseconds.
    private static let slice: Int32 = 40

    /// Waits until something can be read, be it the end.
    func wait(for descriptor: Int32, _ path: String) throws(PictureFileError) {
        let deadline = ContinuousClock.now + patience
        while true {
            guard !isCancelled() else { throw PictureFileError(path, .cancelled) }
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&watched, 1, Self.slice) > 0 { return }
            guard ContinuousClock.now < deadline else { throw PictureFileError(path, .silent(patience)) }
        }
    }
}

/// Reads files and standard input, bounded.
enum FileContent {
    /// A file that is open.
    struct Handle: ~Copyable {
        let descriptor: Int32
        /// 0 for a pipe.
        let byteCount: Int
        /// What is read of it is gone, and has to be waited for.
        let isPipe: Bool

        deinit { close(descriptor) }
    }

    /// Opens a regular file, and nothing that could hold up or have effects of its own.
    ///
    /// - Parameter takesPipes: Whether a pipe is opened, too, as `<(…)` of a shell names one.
    static func open(_ path: String, takesPipes: Bool = false) throws(PictureFileError) -> Handle {
        let name = FileName.cString(path)
        var information = stat()
        guard stat(name, &information) == 0 else { throw failure(path, errno) }
        func refusal() -> PictureFileError.Cause? {
            guard let special = special(information.st_mode), special != .pipe || !takesPipes else { return nil }
            return .notAFile(special)
        }
        if let cause = refusal() { throw PictureFileError(path, cause) }
        // Without waiting: what lies there may have become a pipe by now, and nobody may write to a pipe yet.
        let descriptor = Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(path, errno) }
        let isKnown = fstat(descriptor, &information) == 0
        let kind = information.st_mode & S_IFMT
        guard isKnown, refusal() == nil, kind == S_IFREG || kind == S_IFIFO else {
            close(descriptor)
            throw PictureFileError(path, refusal() ?? .cannotRead(error: EISDIR))
        }
        return Handle(
            descriptor: descriptor, byteCount: kind == S_IFREG ? Int(information.st_size) : 0, isPipe: kind == S_IFIFO)
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

    /// All of a file, at most `limit` bytes.
    static func bytes(of file: borrowing Handle, _ path: String, limit: Int) throws(PictureFileError) -> [UInt8] {
        try bytes(of: file.descriptor, path, expected: file.byteCount, limit: limit, nil)
    }

    /// All that is left to read, at most `limit` bytes.
    ///
    /// - Parameter wish: For what has to be waited for; nil for files, which are read as they are.
    static func bytes(of descriptor: Int32, _ path: String, expected: Int = 0, limit: Int, _ wish: InputWish?)
        throws(PictureFileError) -> [UInt8]
    {
        guard expected <= limit else { throw PictureFileError(path, .tooManyBytes(limit: limit)) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected)
        // One byte more than is expected, so that the end is seen by the first read.
        var chunk = [UInt8](repeating: 0, count: expected > 0 ? min(expected + 1, 1 << 18) : 1 << 16)
        while true {
            try wish?.wait(for: descriptor, path)
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR || errno == EAGAIN && wish != nil { continue }
                throw failure(path, errno)
            }
            guard bytes.count <= limit - count else { throw PictureFileError(path, .tooManyBytes(limit: limit)) }
            bytes += chunk[..<count]
        }
    }
}
