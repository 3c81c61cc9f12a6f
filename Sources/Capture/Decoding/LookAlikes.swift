/// Characters of OCR-B that a bad picture may show one for the other.
enum LookAlikes {
    private static let groups = [
        "0OQDCGU", "1ILTJ7", "2Z7", "5S6", "8B36S9", "4A", "UVY", "MNHW", "KXYR", "EFPRB", "<KCX", "TY7", "9G6",
    ]

    /// Digits with the letters that are hardly another shape.
    private static let twins = ["0ODQ", "1IL", "2Z", "5S", "6G", "8B", "4A"]

    private static let likes = table(groups)
    private static let twinTable = table(twins)

    /// For each class those that look like it, itself too.
    private static func table(_ groups: [String]) -> [[Int]] {
        LineEvidence.alphabet.map { character in
            let alike = groups.filter { $0.utf8.contains(character) }.flatMap(\.utf8) + [character]
            return Set(alike).compactMap { LineEvidence.alphabet.firstIndex(of: $0) }
        }
    }

    /// The picture's chance that a character or one of its like stands there, from 0 to 1.
    ///
    /// - Parameter seen: The logarithms of the picture's chances.
    static func support(of kind: Int, in seen: [Float]) -> Float {
        min(1, likes[kind].reduce(0) { $0 + exponential(seen[$1]) })
    }

    /// The same for a digit and the letters that are hardly another shape.
    static func twinSupport(of kind: Int, in seen: [Float]) -> Float {
        min(1, twinTable[kind].reduce(0) { $0 + exponential(seen[$1]) })
    }
}
