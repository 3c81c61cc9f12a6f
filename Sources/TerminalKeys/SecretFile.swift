package import Cryptography
import Glibc

/// Files with keys, PINs, passphrases and tokens of access.
package enum SecretFile {
    /// Reads a small file that nobody but its owner and, for reading, its group may get at.
    ///
    /// Who may read is asked of the open file, so that no other can be put in its place in between. What is no plain
    /// file (a pipe of a shell's `<(…)`) has no lasting content to expose and is taken as it is.
    package static func read(_ path: String, limit: Int = 64 << 10) throws(TerminalKeyError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, error: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadableFile(path: path, error: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw .unreadableFile(path: path, error: EISDIR) }
        guard status.st_mode & S_IFMT != S_IFREG || status.st_mode & exposed == 0 else {
            throw .exposedFile(path: path, mode: status.st_mode)
        }
        return try content(of: descriptor, path, limit)
    }

    /// The first line of such a file, without its end: a PIN, a passphrase or a token of access.
    package static func line(_ path: String) throws(TerminalKeyError) -> SecretBytes {
        var bytes = try read(path)
        defer { bytes.erase() }
        return firstLine(bytes)
    }

    /// What stands before the first end of a line.
    package static func firstLine(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    }

    /// Others may do nothing with it, the group may not write.
    private static let exposed: UInt32 = 0o027

    private static func content(of descriptor: Int32, _ path: String, _ limit: Int) throws(TerminalKeyError) -> [UInt8]
    {
        // Room for all that may come, so that no growing leaves copies behind.
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes[filled...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                bytes.erase()
                throw .unreadableFile(path: path, error: errno)
            }
            if count == 0 { break }
            filled += count
        }
        guard filled <= limit else {
            bytes.erase()
            throw .oversizedFile(path: path, limit: limit)
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}

/// The words of the operating system.
enum SystemError {
    static func words(_ error: Int32) -> String { String(cString: strerror(error)) }
}
