import Capture
import Glibc

/// Evidence as a recogniser would give it for lines that are known, with doubts put in where a test wants them.
struct SeenLines {
    /// A doubt: at a place (line and position from 1) the picture says these characters with these chances; a blank is
    /// the chance that none stands there.
    typealias Doubts = [Place: [Character: Float]]

    struct Place: Hashable {
        let line: Int
        let position: Int
    }

    /// The lines' evidence, a blank standing for a place where nothing is seen; `pitch` in columns, `lead` columns before
    /// the first character's centre.
    static func evidence(
        _ lines: [String], doubts: Doubts = [:], pitch: Float = 4, lead: Float = 6, gap: Float = 0
    ) -> [LineEvidence] {
        lines.enumerated().compactMap { index, text in
            let count = Int(lead * 2 + gap + pitch * Float(text.count))
            var logarithms: [Float] = []
            let characters = Array(text)
            // From its middle on the line is stretched by a column a character, until it lies `gap` columns further on.
            let centres = characters.indices.map { place in
                lead + pitch * Float(place) + min(gap, Float(max(0, place - characters.count / 2)))
            }
            for column in 0..<count {
                let middle = Float(column) + 0.5
                let cell = centres.indices.min { abs(centres[$0] - middle) < abs(centres[$1] - middle) } ?? 0
                let isNear = abs(centres[cell] - middle) < 0.27 * pitch
                var chances = [Float](repeating: 1e-6, count: LineEvidence.classCount)
                if characters.indices.contains(cell), isNear, characters[cell] != " " {
                    let doubt = doubts[Place(line: index + 1, position: cell + 1)] ?? [characters[cell]: 0.999]
                    for (character, chance) in doubt {
                        if character == " " { chances[LineEvidence.between] = chance }
                        if let byte = character.asciiValue, let kind = LineEvidence.alphabet.firstIndex(of: byte) {
                            chances[kind] = chance
                        }
                    }
                } else {
                    chances[LineEvidence.between] = 0.999
                }
                let sum = chances.reduce(0, +)
                logarithms += chances.map { logf($0 / sum) }
            }
            return LineEvidence(logarithms: logarithms)
        }
    }
}
