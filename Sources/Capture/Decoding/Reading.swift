import MRZ

/// What is held to be printed, while it is put together from codes, check digits and single cells.
struct Reading {
    /// The logarithms of the picture's chances of each cell.
    private let seen: [[Float]]
    private let presence: [Float]
    /// The chances with expectations counted in.
    private let weighed: [[Float]]
    private(set) var classes: [Int]
    private var confidences: [Float]
    private var reasons: [CapturedCharacter.Reason]
    private var isSettled: [Bool]
    /// The chance that everything settled so far is right.
    private(set) var whole: Float = 1

    /// - Parameter presence: How probable it is that a character stands in each cell at all.
    init(seen: [[Float]], weighed: [[Float]], presence: [Float]) {
        self.seen = seen
        self.presence = presence
        self.weighed = weighed
        classes = weighed.map { values in values.indices.max { values[$0] < values[$1] } ?? 0 }
        confidences = zip(weighed, classes).map { values, best in values[best] / max(values.reduce(0, +), 1e-30) }
        reasons = .init(repeating: .alphabet, count: seen.count)
        isSettled = .init(repeating: false, count: seen.count)
    }

    /// Takes the codes of States; answers what they add to the score.
    mutating func apply(_ codes: [CodeReading]) -> Float {
        var score: Float = 0
        for code in codes {
            for (offset, kind) in code.classes.enumerated() {
                settle(code.start + offset, kind, code.confidence, .code)
            }
            whole *= code.confidence
            score += code.score
        }
        return score
    }

    /// Takes the characters that check digits cover; answers what they add to the score.
    ///
    /// - Parameter names: Cells that are weighed along, but stand for themselves: names are never altered.
    mutating func apply(_ way: CheckedCells.Way, _ outcome: CheckDigitTrellis.Outcome, names: Set<Int>) -> Float {
        for (step, (kind, confidence)) in zip(way.steps, zip(outcome.classes, outcome.confidences)) {
            guard !isSettled[step.cell], !names.contains(step.cell) else { continue }
            settle(step.cell, kind, confidence, weighedBest(step.cell) == kind ? .alphabet : .checkDigit)
        }
        whole *= outcome.share
        return outcome.score
    }

    /// What the cells add to the score that stand for themselves; and their part in the whole.
    var scoreOfTheRest: Float {
        mutating get {
            var score: Float = 0
            for cell in classes.indices where !isSettled[cell] {
                score += logarithm(weighed[cell].reduce(0, +))
                // What a field forbids may be set right to a twin, such as 0 to O in a name; anything else is a guess.
                let support = LookAlikes.twinSupport(of: classes[cell], in: seen[cell]) * presence[cell]
                confidences[cell] = min(confidences[cell], max(support, 1e-6))
                whole *= confidences[cell]
                isSettled[cell] = true
            }
            return score
        }
    }

    private func weighedBest(_ cell: Int) -> Int {
        weighed[cell].indices.max { weighed[cell][$0] < weighed[cell][$1] } ?? 0
    }

    private mutating func settle(_ cell: Int, _ kind: Int, _ confidence: Float, _ reason: CapturedCharacter.Reason) {
        classes[cell] = kind
        reasons[cell] = reason
        isSettled[cell] = true
        // Lists and check digits choose among what looks alike. What nobody saw they only guess: a check digit leaves one
        // in ten of all characters.
        var support = LookAlikes.support(of: kind, in: seen[cell]) * presence[cell]
        if reason == .checkDigit {
            // Where the picture is sure of another character, the digits may hold by a second mistake elsewhere.
            support = min(support, exponential(seen[cell][kind]) / Self.allowed)
        }
        confidences[cell] = min(confidence, support)
        if support < Self.clear { whole *= support }
    }

    /// How much of the picture's chances must lie with a character and its like for it not to be a guess.
    private static let clear: Float = 0.9
    /// How probable by the picture alone a character must be for check digits to choose it with certainty.
    private static let allowed: Float = 0.1

    /// What the picture alone says of each cell.
    var printed: [UInt8] {
        seen.map { values in LineEvidence.alphabet[values.indices.max { values[$0] < values[$1] } ?? 0] }
    }

    func characters(_ format: DocumentFormat) -> [CapturedCharacter] {
        classes.indices.map { cell in
            let order = seen[cell].indices.sorted { seen[cell][$0] > seen[cell][$1] }
            let printed = order.first ?? classes[cell]
            let others = order.prefix(4).filter { $0 != classes[cell] && seen[cell][$0] > -7 }
            return CapturedCharacter(
                line: cell / format.lineLength + 1, position: cell % format.lineLength + 1,
                character: Self.character(classes[cell]), printed: Self.character(printed),
                confidence: Double(confidences[cell]), reason: printed == classes[cell] ? nil : reasons[cell],
                alternatives: others.map {
                    .init(character: Self.character($0), chance: Double(exponential(seen[cell][$0])))
                })
        }
    }

    private static func character(_ kind: Int) -> Character {
        Character(UnicodeScalar(LineEvidence.alphabet[kind]))
    }
}
