import CardTransport
import LDS
import Standards

/// Why records are missing from a reading: stable codes and sentences.
enum RecordObstacle {
    static let brokenOff = Reason("brokenOff", "The read was broken off.")

    /// Records that are the same, one after the other.
    static let endless = Reason(
        "endlessRecords", "The chip gives the same record out again and again; the rest of them is left.")

    static func tooLarge(_ limit: Int) -> Reason {
        Reason("tooLarge", "The records together are longer than the limit of \(limit) bytes.")
    }

    static func tooMany(_ count: Int) -> Reason {
        Reason(
            "tooManyRecords",
            "The chip claims \(count) records; no file has more than \(RecordFile.numbers.upperBound).")
    }

    /// Numbers between the first and the last for which the chip has nothing.
    static func missing(_ numbers: [Int], _ count: Int?) -> Reason {
        let some = numbers.prefix(8).map(String.init).joined(separator: ", ")
        let of = count.map { " of the \($0) that it counts" } ?? ""
        return Reason(
            "recordsMissing", "The chip does not have record \(some)\(numbers.count > 8 ? " and others" : "")\(of).")
    }

    static func unreadable(_ number: Int, _ status: StatusWord) -> Reason {
        Reason(
            "recordUnreadable",
            "Record \(number) does not come in any length of answer that this reader carries (\(status)).")
    }

    static func refused(_ status: StatusWord) -> Reason {
        Reason("recordsRefused", "The chip stopped giving records out with \(status).")
    }

    static func endsSession(_ file: RecordFile) -> Reason {
        Reason("recordEndsSession", "The chip drops the secure session over records of EF.\(file.rawValue).")
    }
}

extension Reason {
    /// Whether nothing more of the file is asked for.
    var isFinal: Bool { code == RecordObstacle.endless.code || code == "tooLarge" }
}
