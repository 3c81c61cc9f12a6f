import Standards

/// A value of a column.
enum SQLiteValue: Hashable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func integer(_ value: Int) -> SQLiteValue { .integer(Int64(value)) }
    static func time(_ value: Timestamp?) -> SQLiteValue { value.map { .integer($0.secondsSince1970) } ?? .null }
    static func text(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
    static func blob(_ value: [UInt8]?) -> SQLiteValue { value.map { .blob($0) } ?? .null }
}
