package import ByteCoding

/// Text of upper-case letters, digits and blanks, three characters in two bytes.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2.6; the numbers of the characters are those of ISO/IEC 16022 §5.2.5.
package enum C40 {
    /// Begins the last two bytes where one character is left over.
    package static let unlatch: UInt8 = 0xFE

    /// The character of a number; nil for the shifts, which stand for nothing but padding here.
    private static func character(_ number: Int) -> UInt8? {
        switch number {
        case 3: UInt8(ascii: " ")
        case 4...13: UInt8(ascii: "0") + UInt8(number - 4)
        case 14...39: UInt8(ascii: "A") + UInt8(number - 14)
        default: nil
        }
    }

    /// Decodes bytes in pairs.
    ///
    /// - Throws: `DecodingFailure`, also for characters that seals do not have.
    package static func decode(_ bytes: ArraySlice<UInt8>, _ field: String) throws(DecodingFailure) -> String {
        var reader = ByteReader(bytes)
        var text: [UInt8] = []
        while !reader.isAtEnd {
            let offset = reader.offset
            if reader.next == unlatch {
                // One character, as its ASCII number plus one; only at the end.
                let single = try reader.integer(width: 2) & 0xFF
                guard reader.isAtEnd, let character = UInt8(exactly: single - 1), isAllowed(character) else {
                    throw DecodingFailure(.invalidValue(field), at: offset)
                }
                text.append(character)
                break
            }
            let number = try reader.integer(width: 2) - 1
            let numbers = [number / 1600, number / 40 % 40, number % 40]
            var characters = number < 0 ? [nil] : numbers.map(character)
            // Two characters left over are filled up with the first shift.
            if reader.isAtEnd, numbers[2] == 0, characters.count == 3 { characters.removeLast() }
            for character in characters {
                guard let character else { throw DecodingFailure(.invalidValue(field), at: offset) }
                text.append(character)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isAllowed(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: " "), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }
}
