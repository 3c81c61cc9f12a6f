import Capture
import Glibc

/// Evidence as a recogniser would give it for lines that are known, with doubts put in where a test wants them.
struct SeenLines {
    /// A doubt: at a place (line and position from 1) the picture says these characters with these chances.
    typealias Doubts = [Place: [Character: Float]]

    struct Place: Hashable {
        let line: Int
        let position: Int
    }

    /// The lines' evidence; `pitch` in columns, `lead` columns before the first character's centre.
    static func evidence(
        _ lines: [String], doubts: Doubts = [:], pitch: Float = 4, lead: Float = 6
    ) -> [LineEvidence] {
        lines.enumerated().compactMap { index, text in
            let count = Int(lead * 2 + pitch * Float(text.count))
            var logarithms: [Float] = []
            let characters = Array(text)
            for column in 0..<count {
                let middle = Float(column) + 0.5
                let cell = Int(((middle - lead) / pitch).rounded())
                let isNear = abs(lead + Float(cell) * pitch - middle) < 0.27 * pitch
                var chances = [Float](repeating: 1e-6, count: LineEvidence.classCount)
                if characters.indices.contains(cell), isNear {
                    let doubt = doubts[Place(line: index + 1, position: cell + 1)] ?? [characters[cell]: 0.999]
                    for (character, chance) in doubt {
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
