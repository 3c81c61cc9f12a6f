/// A date as a data group records it: month, day and time may be unknown.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.11 and §4.7.12; field note 63.
public struct RecordedDate: Hashable, Sendable {
    public let year: Int
    public let month: Int?
    public let day: Int?
    public let time: Time?

    /// A time of day; no zone is recorded.
    public struct Time: Hashable, Sendable {
        public let hour: Int
        public let minute: Int
        public let second: Int

        public init(hour: Int, minute: Int, second: Int) {
            self.hour = hour
            self.minute = minute
            self.second = second
        }
    }

    /// A date; nil where a part is outside its range.
    public init?(year: Int, month: Int? = nil, day: Int? = nil, time: Time? = nil) {
        guard (0...9999).contains(year), month.map((1...12).contains) ?? true, day.map((1...31).contains) ?? true
        else { return nil }
        if let time {
            guard (0...23).contains(time.hour), (0...59).contains(time.minute), (0...60).contains(time.second) else {
                return nil
            }
        }
        self.year = year
        self.month = month
        self.day = day
        self.time = time
    }

    /// Reads every form that is met: 8 or 14 ASCII digits, 4 or 7 bytes of BCD, and a year alone.
    ///
    /// Unknown parts are `00`, `XX`, `<<` or blanks. ISO 8601 hyphens between the parts are skipped.
    public init?(recorded bytes: some Collection<UInt8>) {
        let text: [UInt8]
        switch bytes.count {
        case 2,
            4 where !bytes.allSatisfy(Self.isDigit), 7:
            var digits: [UInt8] = []
            for byte in bytes { digits += [byte >> 4, byte & 0x0F].map { $0 < 10 ? 0x30 + $0 : UInt8(ascii: "X") } }
            text = digits
        default:
            text = bytes.filter { $0 != UInt8(ascii: "-") }
        }
        guard [4, 6, 8, 14].contains(text.count), let year = Self.number(text[0..<4]) else { return nil }
        func part(_ range: Range<Int>) -> Int?? {
            guard range.upperBound <= text.count else { return .some(nil) }
            if text[range].allSatisfy(Self.isUnknown) { return .some(nil) }
            return Self.number(text[range]).map { $0 == 0 ? nil : $0 }
        }
        guard let month = part(4..<6), let day = part(6..<8) else { return nil }
        var time: Time?
        if text.count == 14 {
            guard let hour = Self.number(text[8..<10]), let minute = Self.number(text[10..<12]),
                let second = Self.number(text[12..<14])
            else { return nil }
            time = Time(hour: hour, minute: minute, second: second)
        }
        self.init(year: year, month: month, day: day, time: time)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isUnknown(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "X"), UInt8(ascii: "x"), UInt8(ascii: "<"), UInt8(ascii: " ")].contains(byte)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

extension RecordedDate: CustomStringConvertible {
    /// ISO 8601, as far as it is known: `1964`, `1964-08`, `1964-08-12`, `2023-04-16T10:15:00`; an unknown month before a
    /// known day is `XX`.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        var text = padded(year, 4)
        if month != nil || day != nil { text += "-" + (month.map { padded($0, 2) } ?? "XX") }
        if let day { text += "-" + padded(day, 2) }
        if let time { text += "T\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))" }
        return text
    }
}
