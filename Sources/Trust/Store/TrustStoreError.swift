internal import CSQLite

/// Why the trust store could not be used.
public enum TrustStoreError: Error, Hashable, Sendable {
    /// There is no store at this path.
    case notFound(path: String)
    /// Something else than a file lies at this path.
    case notAFile(path: String, found: Found)
    /// The file is no trust store: no database, or the database of another program.
    case notAStore(path: String)
    /// A newer version of this program wrote the store.
    case newerVersion(path: String, found: Int, known: Int)
    /// An older version wrote the store, and it cannot be brought up to date where it lies.
    case olderVersion(path: String, found: Int, known: Int)
    /// The file is broken.
    case damaged(path: String, detail: String)
    /// Another program holds the store, and did not let go of it in time.
    case locked(path: String)
    /// There is no room left on the disk, or the file may not grow.
    case full(path: String)
    /// The store may not be changed by this user, or lies on a medium that cannot be written.
    case notWritable(path: String)
    /// The file or its folder cannot be opened.
    case unreadable(path: String, detail: String)
    /// Reading or writing failed on the way to the disk; the system's result code.
    case inputOutput(path: String, code: Int32, detail: String)

    /// What can lie at a path in the place of a file.
    public enum Found: String, Hashable, Sendable { case folder, pipe, socket, device }
}

extension TrustStoreError {
    init(_ failure: SQLiteFailure, path: String) {
        switch failure.primaryCode {
        case SQLITE_NOTADB: self = .notAStore(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked(path: path)
        case SQLITE_FULL, SQLITE_TOOBIG: self = .full(path: path)
        case SQLITE_READONLY, SQLITE_PERM: self = .notWritable(path: path)
        case SQLITE_CANTOPEN, SQLITE_AUTH: self = .unreadable(path: path, detail: failure.message)
        case SQLITE_IOERR: self = .inputOutput(path: path, code: failure.code, detail: failure.message)
        // A file whose tables are not those of its version was changed by somebody else.
        default: self = .damaged(path: path, detail: failure.message)
        }
    }
}

extension TrustStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no trust store at '\(path)'"
        case .notAFile(let path, let found): "\(path) is a \(found.rawValue), and a trust store is a file"
        case .notAStore(let path): "\(path) is not a trust store of this program"
        case .newerVersion(let path, let found, let known):
            "\(path) has version \(found) of the store, and this program knows versions up to \(known)"
        case .olderVersion(let path, let found, let known):
            "\(path) has version \(found) of the store, and this program needs version \(known)"
        case .damaged(let path, let detail): "the trust store \(path) is damaged: \(detail)"
        case .locked(let path): "another program is changing the trust store \(path)"
        case .full(let path): "the disk is full, so the trust store \(path) is as it was before"
        case .notWritable(let path): "the trust store \(path) cannot be changed"
        case .unreadable(let path, let detail): "the trust store \(path) cannot be opened: \(detail)"
        case .inputOutput(let path, let code, let detail):
            "the trust store \(path) cannot be read or written: \(detail) (\(code))"
        }
    }

    /// What helps.
    public var advice: String {
        switch self {
        case .notFound: "import a list first: 'emrtd trust import FILE', or name the store with --store"
        case .notAFile(_, .folder): "name the file in it, or a new one"
        case .notAFile: "name a file, or a new one"
        case .notAStore: "name another file with --store; this one was left as it is"
        case .newerVersion: "use the newer program, or import the lists into a new store with --store"
        case .olderVersion: "open it once where it can be written, as with 'emrtd trust stats'"
        case .damaged: "put the file aside and import the lists again, or take it from a copy"
        case .locked: "try again when the other import has ended"
        case .full: "make room, then do it again: what is in the store was not touched"
        case .notWritable: "look at the permissions of the file and its folder"
        case .unreadable: "look at the path, and at the permissions of the file and its folder"
        case .inputOutput: "look at the disk, and at the system's log"
        }
    }
}
