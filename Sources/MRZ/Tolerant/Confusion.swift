/// Characters that OCR and people take for one another.
enum Confusion {
    private static let pairs: [(UInt8, UInt8)] = [
        ("O", "0"), ("D", "0"), ("Q", "0"), ("I", "1"), ("L", "1"), ("Z", "2"), ("S", "5"), ("G", "6"), ("B", "8"),
        ("U", "V"),
    ].map { (first: Unicode.Scalar, second: Unicode.Scalar) in (UInt8(ascii: first), UInt8(ascii: second)) }

    /// What a character may have been.
    static func alternatives(to character: UInt8) -> [UInt8] {
        pairs.compactMap { $0.0 == character ? $0.1 : $0.1 == character ? $0.0 : nil }
    }

    /// The digit that a letter may have been.
    static func digit(for letter: UInt8) -> UInt8? {
        alternatives(to: letter).first(where: MRZAlphabet.isDigit)
    }
}
