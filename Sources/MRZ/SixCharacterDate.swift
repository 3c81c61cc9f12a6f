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

    /// The latest such date that is not after the reference date; nil where it does not exist.
    func birth(asOf reference: Timestamp) -> PartialDate? {
        guard !isMalformed else { return nil }
        guard let yearOfCentury else { return PartialDate(year: nil, month: month, day: day) }
        let (thisYear, thisMonth, thisDay) = reference.date
        var year = thisYear - thisYear % 100 + yearOfCentury
        if year > thisYear || year == thisYear && isLater(thanMonth: thisMonth, day: thisDay) { year -= 100 }
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

    private func isLater(thanMonth thisMonth: Int, day thisDay: Int) -> Bool {
        guard let month else { return false }
        guard month == thisMonth, let day else { return month > thisMonth }
        return day > thisDay
    }
}
