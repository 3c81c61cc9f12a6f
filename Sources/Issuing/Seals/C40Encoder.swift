import Seals

/// Writes text as C40.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2.6.
public enum C40Encoder {
    /// Three characters in two bytes; a filler becomes a blank.
    ///
    /// - Returns: nil for text with other characters than upper-case letters, digits, blanks and fillers.
    public static func encode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8.map { $0 == UInt8(ascii: "<") ? UInt8(ascii: " ") : $0 }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: characters.count, by: 3) {
            let group = characters[start...].prefix(3)
            var numbers: [Int] = []
            for character in group {
                guard let number = number(of: character) else { return nil }
                numbers.append(number)
            }
            if let last = group.first, group.count == 1 {
                bytes += [C40.unlatch, last + 1]
            } else {
                let third = numbers.count == 3 ? numbers[2] : 0
                let value = 1600 * numbers[0] + 40 * numbers[1] + third + 1
                bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
            }
        }
        return bytes
    }

    private static func number(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: " "): 3
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) - 44
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 51
        default: nil
        }
    }
}
