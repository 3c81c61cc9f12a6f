internal import CSQLite
import Cryptography
import Standards

/// A prepared statement; used by one thread at a time, as its connection is.
final class SQLiteStatement {
    private let pointer: OpaquePointer
    private let database: OpaquePointer

    init(_ sql: String, in database: OpaquePointer) throws(SQLiteFailure) {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw SQLiteFailure(code, of: database) }
        self.pointer = pointer
        self.database = database
    }

    deinit { sqlite3_finalize(pointer) }

    /// Sets the parameters, in order.
    func bind(_ values: [SQLiteValue]) throws(SQLiteFailure) {
        // Tells SQLite to copy what it is given, as `SQLITE_TRANSIENT` does, which is a macro that Swift cannot read.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in values.enumerated() {
            let position = Int32(truncatingIfNeeded: index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(pointer, position)
                case .integer(let number): sqlite3_bind_int64(pointer, position, number)
                case .text(let text):
                    sqlite3_bind_text64(
                        pointer, position, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
                case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(pointer, position, 0)
                case .blob(let bytes): sqlite3_bind_blob64(pointer, position, bytes, UInt64(bytes.count), copied)
                }
            guard code == SQLITE_OK else { throw SQLiteFailure(code, of: database) }
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: Whether there is one.
    func step() throws(SQLiteFailure) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteFailure(code, of: database)
        }
    }

    /// Makes the statement ready for the next use, and forgets what it was given.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    // The columns of the row, counted from zero; what is absent is nil, zero or empty.

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    func count(_ column: Int32) -> Int { Int(sqlite3_column_int64(pointer, column)) }

    func text(_ column: Int32) -> String? { sqlite3_column_text(pointer, column).map { String(cString: $0) } }

    func blob(_ column: Int32) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        let start = sqlite3_column_blob(pointer, column)
        let count = Int(sqlite3_column_bytes(pointer, column))
        return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// An object, where it is what its hash says.
    func object(_ column: Int32, sha256: Int32) -> [UInt8]? {
        blob(column).flatMap { HashAlgorithm.sha256.hash($0) == blob(sha256) ? $0 : nil }
    }

    func time(_ column: Int32) -> Timestamp? {
        isNull(column) ? nil : Timestamp(secondsSince1970: integer(column))
    }
}
