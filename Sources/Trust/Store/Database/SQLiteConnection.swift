internal import CSQLite

/// A connection to one database; used by one thread at a time.
final class SQLiteConnection {
    private let database: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    /// The rows that were read so far and could not be decoded, by table and number.
    private(set) var undecodable: Set<String> = []

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - isWritable: whether it may be changed; it is not made where there is none.
    ///   - isImmutable: whether the file is taken for one that nobody changes, so that no locks are needed.
    init(path: String, isWritable: Bool, isImmutable: Bool = false) throws(SQLiteFailure) {
        var pointer: OpaquePointer?
        let mode = isWritable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(Self.location(of: path, isImmutable: isImmutable), &pointer, flags, nil)
        guard code == SQLITE_OK, let pointer else {
            let failure = SQLiteFailure(code, of: pointer)
            sqlite3_close_v2(pointer)
            throw failure
        }
        database = pointer
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(database)
    }

    /// The path as a location, so that no character of it means something.
    private static func location(of path: String, isImmutable: Bool) -> String {
        let safe = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
        return "file:\(safe)" + (isImmutable ? "?immutable=1" : "")
    }

    /// How long the database waits for another that holds it.
    func setPatience(milliseconds: Int) {
        sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
    }

    /// Executes statements that take nothing and answer nothing.
    func execute(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure(code, of: database) }
    }

    /// Runs one statement that changes something.
    ///
    /// - Returns: The number of rows that were changed.
    @discardableResult
    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> Int {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return Int(sqlite3_changes(database))
    }

    /// Inserts one row.
    ///
    /// - Returns: Its number.
    func insert(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> Int64 {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
        return sqlite3_last_insert_rowid(database)
    }

    /// Every row of an answer.
    func rows<Row>(_ sql: String, _ values: SQLiteValue..., row: (SQLiteStatement) -> Row) throws(SQLiteFailure)
        -> [Row]
    {
        try rows(sql, values, row: row)
    }

    /// Every row of an answer.
    func rows<Row>(_ sql: String, _ values: [SQLiteValue], row: (SQLiteStatement) -> Row) throws(SQLiteFailure)
        -> [Row]
    {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(row(statement)) }
        return rows
    }

    /// Every row of an answer that can be decoded; the others are remembered as `undecodable`.
    ///
    /// - Parameters:
    ///   - table: where the rows come from.
    ///   - number: the column of their number in it.
    func decodedRows<Row>(
        of table: String, number: Int32, _ sql: String, _ values: [SQLiteValue], row: (SQLiteStatement) -> Row?
    ) throws(SQLiteFailure) -> [Row] {
        try rows(sql, values) { statement -> Row? in
            let decoded = row(statement)
            if decoded == nil { undecodable.insert("\(table) \(statement.integer(number))") }
            return decoded
        }.compactMap(\.self)
    }

    /// The first row of an answer; nil where there is none.
    func first<Row>(_ sql: String, _ values: SQLiteValue..., row: (SQLiteStatement) -> Row) throws(SQLiteFailure)
        -> Row?
    {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? row(statement) : nil
    }

    private func prepared(_ sql: String) throws(SQLiteFailure) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        let statement = try SQLiteStatement(sql, in: database)
        statements[sql] = statement
        return statement
    }
}
