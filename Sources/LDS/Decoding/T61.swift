/// ITU-T T.61 text as older issuers wrote it: a mark, then the letter that bears it.
///
/// Spec: ITU-T T.61 §3 and T.51 (which letters bear which mark).
enum T61 {
    /// The text; nil where it may as well be ISO 8859-1.
    ///
    /// In ISO 8859-1 the bytes of the marks are capitals with accents, so that both readings can be possible. T.61 is taken
    /// where every mark stands before a letter that can bear it, and at least once the other reading would have a capital
    /// inside a word, or before another capital and small letters; `È` and `Ê` before a vowel are taken for `¨` and `˚`.
    static func decode(_ bytes: [UInt8]) -> String? {
        var scalars = String.UnicodeScalarView()
        var isCertain = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if let mark = marks[byte] {
                guard index + 1 < bytes.count else { return nil }
                let base = bytes[index + 1]
                guard let letter = mark[base] else { return nil }
                scalars.append(letter)
                let before = index > 0 && isLetter(bytes[index - 1])
                let after = index + 2 < bytes.count && isSmall(bytes[index + 2])
                isCertain = isCertain || byte == 0xC8 || byte == 0xCA || (isSmall(base) ? before : after)
                index += 2
            } else {
                if byte >= 0x80 {
                    guard let letter = letters[byte] else { return nil }
                    scalars.append(letter)
                } else {
                    scalars.append(Unicode.Scalar(byte))
                }
                index += 1
            }
        }
        return isCertain ? String(scalars) : nil
    }

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isSmall(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// What each mark makes of the letters that can bear it.
    private static let marks: [UInt8: [UInt8: Unicode.Scalar]] = [
        0xC1: composed("AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
        0xC2: composed("ACEILNORSUYZaceilnorsuyz", "ÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýź"),
        0xC3: composed("ACEGHIJOSUWYaceghijosuwy", "ÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷ"),
        0xC4: composed("AINOUainou", "ÃĨÑÕŨãĩñõũ"),
        0xC5: composed("AEIOUaeiou", "ĀĒĪŌŪāēīōū"),
        0xC6: composed("AGUagu", "ĂĞŬăğŭ"),
        0xC7: composed("CEGIZcegz", "ĊĖĠİŻċėġż"),
        0xC8: composed("AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"),
        0xCA: composed("AUau", "ÅŮåů"),
        0xCB: composed("CGKLNRSTcklnrst", "ÇĢĶĻŅŖŞŢçķļņŗşţ"),
        0xCD: composed("OUou", "ŐŰőű"),
        0xCE: composed("AEIUaeiu", "ĄĘĮŲąęįų"),
        0xCF: composed("CDELNRSTZcdelnrstz", "ČĎĚĽŇŘŠŤŽčďěľňřšťž"),
    ]

    private static func composed(_ letters: String, _ composed: String) -> [UInt8: Unicode.Scalar] {
        Dictionary(zip(letters.utf8, composed.unicodeScalars)) { first, _ in first }
    }

    private static let letters: [UInt8: Unicode.Scalar] = [
        0xE1: "Æ", 0xE2: "Đ", 0xE4: "Ħ", 0xE6: "Ĳ", 0xE7: "Ŀ", 0xE8: "Ł", 0xE9: "Ø", 0xEA: "Œ", 0xEC: "Þ", 0xED: "Ŧ",
        0xEE: "Ŋ", 0xEF: "ŉ", 0xF0: "ĸ", 0xF1: "æ", 0xF2: "đ", 0xF3: "ð", 0xF4: "ħ", 0xF5: "ı", 0xF6: "ĳ", 0xF7: "ŀ",
        0xF8: "ł", 0xF9: "ø", 0xFA: "œ", 0xFB: "ß", 0xFC: "þ", 0xFD: "ŧ", 0xFE: "ŋ",
    ]
}
