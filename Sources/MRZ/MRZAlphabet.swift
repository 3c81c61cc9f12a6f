/// The 37 characters of the machine readable zone and their values.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.3 (characters), §4.9 (values and weights).
enum MRZAlphabet {
    /// The filler, `<`.
    static let filler = UInt8(ascii: "<")

    static func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    static func contains(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte == filler }

    /// The value for check digits; nothing outside the alphabet has one.
    static func value(_ byte: UInt8) -> Int? {
        if isDigit(byte) { return Int(byte &- UInt8(ascii: "0")) }
        if isLetter(byte) { return Int(byte &- UInt8(ascii: "A")) + 10 }
        return byte == filler ? 0 : nil
    }

    /// The letter, digit or filler that a check digit value is printed as.
    static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(value % 10) }
}

/// A check digit under construction: values are weighted 7, 3, 1 across all parts that are added.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.9.
struct CheckDigitSum {
    private var sum = 0
    private var weight = 7
    private var isDefined = true

    /// Adds the characters of one part; one outside the alphabet leaves no digit at all.
    mutating func add(_ characters: some Sequence<UInt8>) {
        for character in characters {
            if let value = MRZAlphabet.value(character) {
                sum += value * weight
            } else {
                isDefined = false
            }
            weight = weight == 7 ? 3 : weight == 3 ? 1 : 7
        }
    }

    /// The digit as it is printed; nil where a character has no value.
    var digit: UInt8? { isDefined ? MRZAlphabet.digit(sum % 10) : nil }
}

/// Check digits of the machine readable zone.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.9.
public enum CheckDigit {
    /// The digit over characters of the MRZ alphabet, as it is printed; nil where there is another character.
    public static func compute(over characters: some Sequence<UInt8>) -> UInt8? {
        var sum = CheckDigitSum()
        sum.add(characters)
        return sum.digit
    }

    /// The digit over text; nil where a character is outside the alphabet.
    public static func compute(over text: some StringProtocol) -> Character? {
        compute(over: text.utf8).map { Character(Unicode.Scalar($0)) }
    }
}
