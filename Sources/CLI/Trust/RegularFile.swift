import Foundation

/// A file that is named where nothing is meant that somebody else writes meanwhile.
enum RegularFile {
    /// Makes sure that no pipe, socket or device lies at a path: it would be waited for without end.
    ///
    /// Passes over what is not there, which is said where it is opened, and over what the shell hands on as open
    /// already, as in `<(command)`.
    static func require(_ path: String) throws(CommandError) {
        var status = stat()
        guard stat(path, &status) == 0, !path.hasPrefix("/dev/fd/"), !path.hasPrefix("/proc/") else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return
        case S_IFIFO: throw refused(path, "pipe")
        case S_IFSOCK: throw refused(path, "socket")
        default: throw refused(path, "device")
        }
    }

    private static func refused(_ path: String, _ found: String) -> CommandError {
        CommandError("'\(path)' is a \(found), and a file is wanted", hint: "write it into a file first")
    }
}
