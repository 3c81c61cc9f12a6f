internal import CSQLite

/// Why the database did not do what it was asked.
struct SQLiteFailure: Error, Hashable {
    /// The extended result code.
    let code: Int32
    let message: String

    /// What was read is not what was written.
    static let undecodable = SQLiteFailure(code: SQLITE_CORRUPT, message: "an entry in it cannot be decoded")

    /// The code without its details.
    var primaryCode: Int32 { code & 0xFF }

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    init(_ code: Int32, of database: OpaquePointer?) {
        let extended = database.map(sqlite3_extended_errcode) ?? code
        self.init(
            code: extended & 0xFF == code & 0xFF ? extended : code,
            message: database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code)))
    }
}
