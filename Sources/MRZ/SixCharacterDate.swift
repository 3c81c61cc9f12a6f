import Standards

/// A date as the MRZ holds it: three pairs of digits, or of fillers for what is unknown.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.8.
struct SixCharacterDate {
    /// 0 to 99.
    var yearOfCentury: Int?
    var month: Int?
    var day: Int?
    /// A pair holds something else than two digits or two fillers.
    var isMalformed = false
    /// Month or day is `00`. Tolerated: documents write it where §4.8 asks for fillers.
    var hasZeroParts = false

    init(_ characters: [UInt8], at start: Int) {
        yearOfCentury = pair(characters, start)
        month = pair(characters, start + 2)
        day = pair(characters, start + 4)
        if month == 0 || day == 0 {
            hasZeroParts = true
            if month == 0 { month = nil }
            if day == 0 { day = nil }
        }
    }

    private mutating func pair(_ characters: [UInt8], _ index: Int) -> Int? {
        let (tens, ones) = (characters[index], characters[index + 1])
        if MRZAlphabet.isDigit(tens), MRZAlphabet.isDigit(ones) {
            return Int(tens &- 48) * 10 + Int(ones &- 48)
        }
        if tens != MRZAlphabet.filler || ones != MRZAlphabet.filler { isMalformed = true }
        return nil
    }

    /// Whether year, month and day are known.
    var isComplete: Bool { !isMalformed && yearOfCentury != nil && month != nil && day != nil }

    /// The latest such date that is neither after the reference date nor after what else is known to lie behind the birth;
    /// nil where it does not exist.
    ///
    /// - Parameter bound: A date of expiry or issue; nil, or one without a year, says nothing.
    func birth(asOf reference: Timestamp, notAfter bound: PartialDate?) -> PartialDate? {
        guard !isMalformed else { return nil }
        guard let yearOfCentury else { return PartialDate(year: nil, month: month, day: day) }
        let (thisYear, thisMonth, thisDay) = reference.date
        var year = thisYear - thisYear % 100 + yearOfCentury
        if isLater(year, than: (thisYear, thisMonth, thisDay)) { year -= 100 }
        // Both lie in the hundred years before the reference date or shortly behind it: one step back is enough.
        if let bound, let last = bound.year, isLater(year, than: (last, bound.month, bound.day)) { year -= 100 }
        return PartialDate(year: year, month: month, day: day)
    }

    /// The date in the hundred years from 84 before to 15 after the reference year; nil where it does not exist.
    func expiry(asOf reference: Timestamp) -> PartialDate? {
        guard !isMalformed else { return nil }
        guard let yearOfCentury else { return PartialDate(year: nil, month: month, day: day) }
        let first = reference.date.year - 84
        let year = first + ((yearOfCentury - first) % 100 + 100) % 100
        return PartialDate(year: year, month: month, day: day)
    }

    /// Whether the date in this year is after another, as far as both are known.
    private func isLater(_ year: Int, than other: (year: Int, month: Int?, day: Int?)) -> Bool {
        guard year == other.year, let month, let otherMonth = other.month else { return year > other.year }
        guard month == otherMonth, let day, let otherDay = other.day else { return month > otherMonth }
        return day > otherDay
    }
}
