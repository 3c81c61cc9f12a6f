import Foundation
import Synchronization

/// The trust store: certificates, lists and pins in one file, with where each of them came from.
///
/// Several programs may read while one imports; a second import waits for its turn. Anchors are never deleted.
public final class TrustStore: Sendable {
    public let path: String
    /// Whether the store may be changed through this value.
    public let isWritable: Bool
    private let isImmutable: Bool
    private let patience: Duration
    private let connection: Mutex<SQLiteConnection>

    /// How a store is opened.
    public enum Access: Hashable, Sendable {
        /// To look things up.
        case readOnly
        /// To change it; made where there is none, if asked for.
        case readWrite(create: Bool)
        /// To look things up in a file that nobody changes, as on a medium that cannot be written.
        case immutable
    }

    /// The version of the format that this program reads and writes.
    public static var formatVersion: Int { TrustStoreSchema.version }

    /// Opens a store.
    ///
    /// An older store is brought to this program's version, in one transaction. One that lies where nothing can be
    /// written is opened as immutable.
    ///
    /// - Parameter patience: How long to wait for another program that holds the store.
    public init(path: String, access: Access = .readOnly, patience: Duration = .seconds(30)) throws(TrustStoreError) {
        self.path = path
        self.patience = patience
        isWritable = if case .readWrite = access { true } else { false }
        if case .readWrite(create: true) = access { try Self.create(path) }
        let opening = Opening(path: path, patience: patience)
        try opening.requireFile()
        switch access {
        case .immutable:
            connection = Mutex(try opening.connection(isWritable: false, isImmutable: true))
            isImmutable = true
        case .readWrite:
            connection = Mutex(try opening.writableConnection())
            isImmutable = false
        case .readOnly:
            isImmutable = opening.liesWhereNothingIsWritten
            connection = Mutex(try opening.readableConnection(isImmutable: isImmutable))
        }
    }

    /// Makes an empty file that only this user can read, in folders that only this user can enter.
    private static func create(_ path: String) throws(TrustStoreError) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unreadable(path: path, detail: "its folder cannot be made")
        }
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            // Another import made it in the meantime, or a link leads nowhere.
            if errno == EEXIST, FileManager.default.fileExists(atPath: path) { return }
            if errno == ENOSPC || errno == EDQUOT { throw .full(path: path) }
            throw .unreadable(path: path, detail: String(cString: strerror(errno)))
        }
        close(descriptor)
    }

    /// Asks the database something.
    func read<Result: Sendable>(_ work: (SQLiteConnection) throws(SQLiteFailure) -> Result) throws(TrustStoreError)
        -> Result
    {
        try connection.withLock { (connection) throws(TrustStoreError) in
            do throws(SQLiteFailure) {
                return try work(connection)
            } catch {
                throw TrustStoreError(error, path: path)
            }
        }
    }

    /// Changes the database: all of it or nothing.
    ///
    /// - Parameter onWait: called where another program holds the store, before waiting for it.
    func write<Result: Sendable>(
        onWait: () -> Void = {}, _ work: (SQLiteConnection) throws(SQLiteFailure) -> Result
    ) throws(TrustStoreError) -> Result {
        guard isWritable else { throw .notWritable(path: path) }
        return try read { (connection) throws(SQLiteFailure) in
            connection.setPatience(milliseconds: 0)
            defer {
                // Into the file itself as far as nobody reads what was there before, so that a copy of it is whole.
                try? connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                connection.setPatience(.seconds(5))
            }
            do throws(SQLiteFailure) {
                return try connection.transaction(work)
            } catch  where error.isBusy {
                onWait()
                connection.setPatience(patience)
                return try connection.transaction(work)
            }
        }
    }

    /// How many of the entries that were asked for through this value could not be decoded, and were left out.
    public var undecodableCount: Int {
        connection.withLock { $0.undecodable.count }
    }

    /// Makes sure that nothing was left out of what was asked for so far.
    ///
    /// - Throws: `TrustStoreError.damaged` with how much was left out.
    public func requireDecoded() throws(TrustStoreError) {
        let count = undecodableCount
        guard count > 0 else { return }
        throw .damaged(
            path: path, detail: count == 1 ? "1 entry cannot be decoded" : "\(count) entries cannot be decoded")
    }

    /// Reads the whole file, compares every index with its table, follows every reference, and decodes what it holds.
    ///
    /// - Throws: `TrustStoreError.damaged` with the first fault.
    public func checkIntegrity() throws(TrustStoreError) {
        let answer = try read { (connection) throws(SQLiteFailure) in
            try connection.rows("PRAGMA integrity_check(1)") { $0.text(0) ?? "" }
        }
        guard answer == ["ok"] else { throw .damaged(path: path, detail: answer.first ?? "no answer") }
        let loose = try read { (connection) throws(SQLiteFailure) in
            try connection.first("SELECT \"table\", parent FROM pragma_foreign_key_check") {
                "an entry of \($0.text(0) ?? "a table") refers to nothing in \($0.text(1) ?? "another")"
            }
        }
        if let loose { throw .damaged(path: path, detail: loose) }
        _ = try (certificates(), revocationLists(), sources())
        try requireDecoded()
        try read { (connection) throws(SQLiteFailure) in try StoredDefects(connection: connection).decodeAll() }
    }

    /// A further connection that reads, for somebody who keeps it.
    func readingConnection() throws(TrustStoreError) -> SQLiteConnection {
        try Opening(path: path, patience: patience).connection(isWritable: false, isImmutable: isImmutable)
    }
}
