/// A moment in UTC, to the second.
///
/// Spec: the proleptic Gregorian calendar, as ISO 8601 uses it.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Int64

    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// A date and time of day; nil where there is no such moment. A second of 60 is taken as 59.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            day <= Self.days(inMonth: month, of: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let days = Self.daysSince1970(year: year, month: month, day: day)
        secondsSince1970 = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// Year, month and day in UTC.
    public var date: (year: Int, month: Int, day: Int) {
        let remainder = ((secondsSince1970 % 86_400) + 86_400) % 86_400
        let days = Int((secondsSince1970 - remainder) / 86_400)
        // The inverse of `daysSince1970`, counted in eras of 400 years that begin on 1 March.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The number of days of a month.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Timestamp: CustomStringConvertible {
    /// ISO 8601 with seconds, such as `2026-01-31T09:30:00Z`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (year, month, day) = date
        let padded = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
        let second = Int(((secondsSince1970 % 86_400) + 86_400) % 86_400)
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return "\(padded)-\(two(month))-\(two(day))T\(time)Z"
    }

    /// Reads what `description` writes, or a date alone (its first second).
    public init?(iso8601 text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let dateParts = first.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard dateParts.count == 3, let year = dateParts[0], let month = dateParts[1], let day = dateParts[2] else {
            return nil
        }
        guard parts.count == 2 else {
            self.init(year: year, month: month, day: day)
            return
        }
        guard parts[1].hasSuffix("Z") else { return nil }
        let timeParts = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard timeParts.count == 3, let hour = timeParts[0], let minute = timeParts[1], let second = timeParts[2] else {
            return nil
        }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}
