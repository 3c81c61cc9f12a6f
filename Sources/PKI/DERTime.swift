public import ByteCoding
public import Standards

/// UTCTime and GeneralizedTime.
///
/// Spec: RFC 5280 §4.1.2.5; ITU-T X.680 §46 and §47.
public enum DERTime {
    /// Reads either type.
    ///
    /// Tolerated: seconds left out, fractions of a second (dropped), an offset from UTC instead of `Z`, and
    /// GeneralizedTime before 2050; RFC 5280 forbids them and real certificates have them.
    public static func timestamp(_ object: DataObject, _ field: String) throws(DecodingFailure) -> Timestamp {
        let yearDigits: Int
        switch object.tag {
        case DERTag.utcTime: yearDigits = 2
        case DERTag.generalizedTime: yearDigits = 4
        default: throw object.failure(field)
        }
        var text = object.value
        guard let shift = zoneShift(takenFrom: &text) else { throw object.failure(field) }
        if yearDigits == 4, let point = text.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }) {
            guard text[point...].dropFirst().allSatisfy({ digit($0) != nil }) else { throw object.failure(field) }
            text = text[..<point]
        }
        guard text.count == yearDigits + 8 || text.count == yearDigits + 10,
            var year = number(&text, yearDigits), let month = number(&text, 2), let day = number(&text, 2),
            let hour = number(&text, 2), let minute = number(&text, 2)
        else { throw object.failure(field) }
        if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
        guard let second = text.isEmpty ? 0 : number(&text, 2),
            let local = Timestamp(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { throw object.failure(field) }
        return Timestamp(secondsSince1970: local.secondsSince1970 - Int64(shift))
    }

    /// Removes the zone from the end and returns its seconds east of UTC; nil where it is none.
    private static func zoneShift(takenFrom text: inout ArraySlice<UInt8>) -> Int? {
        if text.last == UInt8(ascii: "Z") {
            text = text.dropLast()
            return 0
        }
        guard text.count > 5 else { return nil }
        var zone = text.suffix(4)
        let sign = text[text.endIndex - 5]
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let hours = number(&zone, 2), let minutes = number(&zone, 2), hours < 24, minutes < 60
        else { return nil }
        text = text.dropLast(5)
        let seconds = hours * 3600 + minutes * 60
        return sign == UInt8(ascii: "+") ? seconds : -seconds
    }

    private static func number(_ text: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        guard text.count >= count else { return nil }
        var value = 0
        for character in text.prefix(count) {
            guard let digit = digit(character) else { return nil }
            value = value * 10 + digit
        }
        text = text.dropFirst(count)
        return value
    }

    private static func digit(_ character: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) ? Int(character) - 0x30 : nil
    }
}
