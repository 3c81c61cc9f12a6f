public import Standards

/// A calendar date of which the year, the month or the day may be unknown.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.8.
public struct PartialDate: Hashable, Sendable {
    /// The full year, such as 1974.
    public let year: Int?
    /// 1 to 12.
    public let month: Int?
    /// 1 to 31.
    public let day: Int?

    /// A date that exists, as far as it is known; nil for a 31 February or a month 13.
    public init?(year: Int?, month: Int?, day: Int?) {
        guard year.map({ (0...9999).contains($0) }) ?? true, month.map({ (1...12).contains($0) }) ?? true else {
            return nil
        }
        if let day {
            // A leap year is assumed where the year is unknown, a long month where the month is.
            let last = month.map { Timestamp.days(inMonth: $0, of: year ?? 2000) } ?? 31
            guard (1...last).contains(day) else { return nil }
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `1974-08-12`, `1974-08`, `1974`; a part that is unknown may also be written `XX` (a year `XXXX`).
    public init?(iso8601 text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int?] = []
        for (part, width) in zip(parts, [4, 2, 2]) {
            guard part.utf8.count == width else { return nil }
            if part.utf8.allSatisfy({ $0 == UInt8(ascii: "X") }) {
                numbers.append(nil)
            } else {
                guard part.utf8.allSatisfy(MRZAlphabet.isDigit), let number = Int(part) else { return nil }
                numbers.append(number)
            }
        }
        numbers += [nil, nil]
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// Whether year, month and day are known.
    public var isComplete: Bool { year != nil && month != nil && day != nil }

    /// The first second of the day; nil where a part is unknown.
    public var timestamp: Timestamp? {
        guard let year, let month, let day else { return nil }
        return Timestamp(year: year, month: month, day: day)
    }

    /// Whether the whole day, month or year lies before the day of `moment`; nil where the year is unknown.
    public func isOver(at moment: Timestamp) -> Bool? {
        guard let year else { return nil }
        let (thisYear, thisMonth, thisDay) = moment.date
        guard year == thisYear, let month else { return year < thisYear }
        guard month == thisMonth, let day else { return month < thisMonth }
        return day < thisDay
    }

    /// The six characters of the MRZ: `740812`, `7408<<`.
    public var mrzCharacters: String {
        String(decoding: mrzBytes, as: UTF8.self)
    }

    var mrzBytes: [UInt8] {
        [year, month, day].flatMap { number -> [UInt8] in
            guard let number else { return [MRZAlphabet.filler, MRZAlphabet.filler] }
            return [MRZAlphabet.digit(number / 10 % 10), MRZAlphabet.digit(number % 10)]
        }
    }
}

extension PartialDate: CustomStringConvertible {
    /// `1974-08-12`, with `XX` for what is unknown.
    public var description: String {
        func padded(_ number: Int?, _ width: Int) -> String {
            guard let number else { return String(repeating: "X", count: width) }
            return String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
