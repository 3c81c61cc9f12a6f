public import ByteCoding
public import Standards

/// A day in a card verifiable certificate, or the day that a chip takes for today: 2000 to 2099, in GMT.
///
/// Spec: BSI TR-03110-3 D.2.1.3; ICAO Doc 9303-12 (8th ed.) §7.2.2.
public struct CVDate: Hashable, Sendable {
    /// 2000 to 2099.
    public let year: Int
    public let month: Int
    public let day: Int

    /// A day of the calendar; nil where there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (2000...2099).contains(year), Timestamp(year: year, month: month, day: day) != nil else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day in GMT that a moment lies in; nil outside of the century.
    public init?(_ moment: Timestamp) {
        let (year, month, day) = moment.date
        self.init(year: year, month: month, day: day)
    }

    /// Reads six digits, one an octet: YYMMDD.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        let digits = encoded.map { Int($0) }
        guard digits.count == 6, digits.allSatisfy({ $0 <= 9 }),
            let date = CVDate(
                year: 2000 + digits[0] * 10 + digits[1], month: digits[2] * 10 + digits[3],
                day: digits[4] * 10 + digits[5])
        else { throw DecodingFailure(.invalidValue("date"), at: 0) }
        self = date
    }

    /// Six digits, one an octet.
    public var encoded: [UInt8] {
        [year - 2000, month, day].flatMap { [UInt8($0 / 10), UInt8($0 % 10)] }
    }
}

extension CVDate: Comparable {
    public static func < (left: CVDate, right: CVDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CVDate: CustomStringConvertible {
    /// ISO 8601, such as `2026-01-31`.
    public var description: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }
}
