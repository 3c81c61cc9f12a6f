import Foundation
import MRZ
import Standards

/// What the commands of the MRZ share: their text and the day from which centuries are told.
enum MRZInput {
    /// The option that sets the day.
    static let referenceDate = Option.value(
        "reference-date", "DATE", "the day from which centuries are told, as 2026-01-31 (default: today)")

    /// The given day, or today.
    static func referenceDate(_ invocation: Invocation) throws -> Timestamp {
        guard let text = invocation["reference-date"] else {
            return Timestamp(secondsSince1970: Int64(time(nil)))
        }
        guard let date = Timestamp(iso8601: text) else {
            throw UsageError("'--reference-date' is a day such as 2026-01-31, not '\(text)'")
        }
        return date
    }

    /// Text as editors save it: UTF-8, UTF-16 with a byte-order mark, or else Latin-1.
    static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else {
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        var units: [UInt16] = []
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
