import MRZ
import Standards

/// The three letters of a State or organisation, weighed as a whole: a code of the list is far more probable than
/// another three letters.
struct CodeReading {
    /// The first of its three cells.
    let start: Int
    /// The classes of the three characters.
    let classes: [Int]
    /// The chance of these three against all others.
    let confidence: Float
    /// The logarithm of the chance of what was seen.
    let score: Float

    /// What it costs to be no code of the list, as a logarithm.
    private static let unlisted: Float = -7

    static func readings(in format: DocumentFormat, _ seen: [[Float]]) -> [CodeReading] {
        let layout = MRZLayout.of(format)
        return [layout.issuingState, layout.nationality].compactMap { $0 }.map { CodeReading(seen, at: $0) }
    }

    init(_ seen: [[Float]], at range: Range<Int>) {
        var best = range.map { cell in seen[cell].indices.max { seen[cell][$0] < seen[cell][$1] } ?? 0 }
        func value(_ classes: [Int]) -> Float {
            zip(range, classes).reduce(Float(0)) { $0 + seen[$1.0][$1.1] }
        }
        var highest = value(best) + Self.unlisted
        var sum = exponential(highest)
        if Self.listed.contains(best) { (highest, sum) = (-.infinity, 0) }
        for code in Self.listed {
            let chance = value(code)
            sum += exponential(chance)
            if chance > highest { (best, highest) = (code, chance) }
        }
        start = range.lowerBound
        classes = best
        confidence = sum > 0 ? min(1, exponential(highest) / sum) : 0
        score = logarithm(sum)
    }

    /// All codes with their fillers, as classes.
    private static let listed: Set<[Int]> = Set(
        CountryCode.all.compactMap { code in
            let classes = code.code.utf8.compactMap { LineEvidence.alphabet.firstIndex(of: $0) }
            guard classes.count == code.code.utf8.count, classes.count <= 3 else { return nil }
            return classes + [Int](repeating: LineEvidence.between - 1, count: 3 - classes.count)
        })
}
