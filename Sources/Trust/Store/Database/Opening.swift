internal import CSQLite
import Foundation

/// The steps of opening a store.
struct Opening {
    let path: String
    let patience: Duration

    /// Makes sure that a file lies there, before anything is opened: a pipe would be waited for without end.
    func requireFile() throws(TrustStoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .notFound(path: path) }
            throw .unreadable(path: path, detail: String(cString: strerror(errno)))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .notAFile(path: path, found: .folder)
        case S_IFIFO: throw .notAFile(path: path, found: .pipe)
        case S_IFSOCK: throw .notAFile(path: path, found: .socket)
        default: throw .notAFile(path: path, found: .device)
        }
    }

    /// A connection, and nothing asked of it.
    func connection(isWritable: Bool, isImmutable: Bool = false) throws(TrustStoreError) -> SQLiteConnection {
        try translated { () throws(SQLiteFailure) in
            let connection = try SQLiteConnection(path: path, isWritable: isWritable, isImmutable: isImmutable)
            connection.setPatience(patience)
            // What the file itself says to compute is not trusted, and broken pages are found when they are read.
            try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON")
            return connection
        }
    }

    /// A connection that changes the store; brings it up to date, and makes the tables of a new one.
    func writableConnection() throws(TrustStoreError) -> SQLiteConnection {
        guard access(path, W_OK) == 0 else { throw .notWritable(path: path) }
        let connection = try connection(isWritable: true)
        let found = try version(of: connection) ?? 0
        try translated { () throws(SQLiteFailure) in
            // Readers go on while somebody writes; kept in the file.
            try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            if found < TrustStoreSchema.version { try TrustStoreSchema.migrate(connection) }
        }
        return connection
    }

    /// A connection that reads a store of this version, after an older one was brought up to date.
    func readableConnection(isImmutable: Bool) throws(TrustStoreError) -> SQLiteConnection {
        let connection = try connection(isWritable: false, isImmutable: isImmutable)
        guard let found = try version(of: connection) else { throw .notFound(path: path) }
        guard found < TrustStoreSchema.version else { return connection }
        let older = TrustStoreError.olderVersion(path: path, found: found, known: TrustStoreSchema.version)
        guard !isImmutable else { throw older }
        do throws(TrustStoreError) {
            _ = try writableConnection()
        } catch .notWritable {
            throw older
        }
        return try self.connection(isWritable: false)
    }

    /// The version of a store that this program can use; nil for a file in which nobody has written yet.
    private func version(of connection: SQLiteConnection) throws(TrustStoreError) -> Int? {
        let (owner, version) = try translated { () throws(SQLiteFailure) in
            (try TrustStoreSchema.owner(of: connection), try TrustStoreSchema.version(of: connection))
        }
        switch owner {
        case .nobody: return nil
        case .somebodyElse: throw .notAStore(path: path)
        case .us: break
        }
        guard version <= TrustStoreSchema.version else {
            throw .newerVersion(path: path, found: version, known: TrustStoreSchema.version)
        }
        return version
    }

    /// Whether a reader could not even keep its place among others: then nobody writes there either.
    var liesWhereNothingIsWritten: Bool {
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
        return access(folder, W_OK) != 0 && !FileManager.default.fileExists(atPath: path + "-shm")
    }

    private func translated<Result>(_ work: () throws(SQLiteFailure) -> Result) throws(TrustStoreError) -> Result {
        do {
            return try work()
        } catch {
            throw TrustStoreError(error, path: path)
        }
    }
}

extension SQLiteConnection {
    /// How long the database waits for another that holds it.
    func setPatience(_ patience: Duration) {
        setPatience(milliseconds: Int(clamping: patience.components.seconds * 1000))
    }
}

extension SQLiteFailure {
    /// Whether another connection is in the way.
    var isBusy: Bool { primaryCode == SQLITE_BUSY }
}
