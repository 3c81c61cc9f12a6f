/// The two characters that say what a document is.
///
/// Spec: ICAO Doc 9303-4 (8th ed.) §4.4; Doc 9303-5 and -6 §4.2.2 note k; Doc 9303-7 §4.2.2.1; Doc 9303-8 §6.1.
public struct DocumentCode: Hashable, Sendable {
    /// The code without fillers.
    public let code: String
    /// What the code says in English: `diplomatic passport`.
    public let meaning: String

    /// Names a code as a format uses it; a second letter that the issuer chose adds nothing to the meaning.
    ///
    /// - Returns: nil where the code is not one of the format.
    public init?(_ code: some StringProtocol, in format: DocumentFormat) {
        let characters = Array(code.utf8.prefix(2)) + [MRZAlphabet.filler, MRZAlphabet.filler]
        guard code.utf8.count <= 2, Self.isAllowed(characters[0], characters[1], in: format) else { return nil }
        self.code = String(code.prefix { $0 != "<" })
        meaning = Self.meaning(characters[0], characters[1], in: format)
    }

    /// The second letters of passports from 2026 on; others that issuers chose are met until 2038.
    public static let passportTypes: [Character: String] = [
        "P": "ordinary passport", "E": "emergency passport", "D": "diplomatic passport", "O": "official passport",
        "R": "refugee passport", "T": "alien's passport", "S": "stateless person's passport",
        "L": "laissez-passer", "M": "military passport",
    ]

    static func isAllowed(_ first: UInt8, _ second: UInt8, in format: DocumentFormat) -> Bool {
        guard MRZAlphabet.isLetter(second) || second == MRZAlphabet.filler else { return false }
        switch (format, first) {
        case (.td3, UInt8(ascii: "P")), (.mrvA, UInt8(ascii: "V")), (.mrvB, UInt8(ascii: "V")): return true
        case (.td2, UInt8(ascii: "P")): return second == UInt8(ascii: "U")  // a one-sheet emergency document
        case (.td1, UInt8(ascii: "A")):
            // AC is a crew member certificate; AI is kept free.
            return second != UInt8(ascii: "V") && second != UInt8(ascii: "I")
        case (.td2, UInt8(ascii: "A")): return second != UInt8(ascii: "V") && second != UInt8(ascii: "C")
        case (.td1, UInt8(ascii: "C")), (.td1, UInt8(ascii: "I")), (.td2, UInt8(ascii: "C")),
            (.td2, UInt8(ascii: "I")):
            return second != UInt8(ascii: "V")
        case (.frenchIdentityCard, UInt8(ascii: "I")): return second == UInt8(ascii: "D")
        default: return false
        }
    }

    private static func meaning(_ first: UInt8, _ second: UInt8, in format: DocumentFormat) -> String {
        switch format {
        case .td3: passportTypes[Character(Unicode.Scalar(second))] ?? "passport"
        case .mrvA, .mrvB: "visa"
        case .td2 where first == UInt8(ascii: "P"): "emergency travel document"
        case .td1 where first == UInt8(ascii: "A") && second == UInt8(ascii: "C"): "crew member certificate"
        case .frenchIdentityCard: "French identity card"
        case .td1, .td2: "official travel document"
        }
    }
}
