/// The cells that check digits cover, as a path through the sums that they may have.
///
/// Each step adds one character to the sum of its field and to the composite sum, both modulo ten, so a hundred
/// states hold all that the check digits ask about what came before. Running over all paths gives the most probable
/// characters under all check digits at once, and how probable each of them is.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.9.
struct CheckDigitTrellis {
    /// One cell of the path.
    struct Step {
        /// The cell, counted through all lines.
        let cell: Int
        /// The character's weight in the sum of its field; 0 where it is not covered.
        var fieldWeight = 0
        /// The character's weight in the composite sum; 0 where it is not covered.
        var compositeWeight = 0
        var role = Role.covered

        enum Role {
            case covered
            /// The check digit of the field before it; the next field begins after it.
            case fieldDigit(mayBeFiller: Bool)
            case compositeDigit
        }
    }

    /// How often a document prints a check digit that is wrong: seldom, but specimens do.
    static let misprint: Float = 0.02
    /// How often an issuer writes a filler for the digit of an empty field.
    private static let fillerForDigit: Float = 0.4

    private static let stateCount = 100
    private static let start = 0

    /// What was found.
    struct Outcome {
        /// The most probable character (as its class) of each step.
        var classes: [Int]
        /// The chance of that character under all paths, step by step.
        var confidences: [Float]
        /// The share of the best path in all of them.
        var share: Float
        /// The logarithm of the chance of all paths.
        var score: Float
    }

    private let steps: [Step]
    /// For each step its candidates: the class, and the chance that it was printed there.
    private let candidates: [[(kind: Int, chance: Float)]]

    /// - Parameter chances: For each step the 37 chances, expectations counted in. The least are left out.
    init(_ steps: [Step], chances: [[Float]]) {
        self.steps = steps
        candidates = chances.map { values in
            let floor = (values.max() ?? 0) * 1e-7
            let likely = values.enumerated().filter { $0.element > floor && $0.element > 0 }
            return likely.sorted { $0.element > $1.element }.prefix(Self.mostCandidates).map {
                (kind: $0.offset, chance: $0.element)
            }
        }
    }

    /// Characters that are considered for a cell, so that a line of which nothing was seen costs little.
    private static let mostCandidates = 12

    func outcome() -> Outcome {
        let forward = forwardSums()
        let best = bestPath()
        let confidences = marginals(forward.vectors, of: best.classes)
        let share = expOfDifference(best.score, forward.score)
        return Outcome(classes: best.classes, confidences: confidences, share: share, score: forward.score)
    }

    // MARK: Transitions

    /// Where a character leads from a state, and how probable the step is besides what was seen; state: composite sum
    /// times ten plus field sum.
    @inline(__always)
    private func advance(_ state: Int, _ kind: Int, _ step: Step) -> (state: Int, chance: Float) {
        let field = state % 10
        let composite = state / 10
        let value = kind == LineEvidence.between - 1 ? 0 : kind
        let nextComposite = (composite + step.compositeWeight * value) % 10
        switch step.role {
        case .covered:
            return (nextComposite * 10 + (field + step.fieldWeight * value) % 10, 1)
        case .fieldDigit(let mayBeFiller):
            let isFiller = kind == LineEvidence.between - 1
            let chance =
                !isFiller && kind == field
                ? 1 - Self.misprint : isFiller && mayBeFiller && field == 0 ? Self.fillerForDigit : Self.misprint / 9
            return (nextComposite * 10, chance)
        case .compositeDigit:
            return (0, kind == composite ? 1 - Self.misprint : Self.misprint / 9)
        }
    }

    // MARK: Passes

    private func forwardSums() -> (vectors: [[Float]], score: Float) {
        var vectors: [[Float]] = []
        var current = [Float](repeating: 0, count: Self.stateCount)
        current[Self.start] = 1
        var score: Float = 0
        for (step, options) in zip(steps, candidates) {
            vectors.append(current)
            var next = [Float](repeating: 0, count: Self.stateCount)
            for state in 0..<Self.stateCount where current[state] > 0 {
                for option in options {
                    let (target, chance) = advance(state, option.kind, step)
                    next[target] += current[state] * option.chance * chance
                }
            }
            score += Self.scale(&next)
            current = next
        }
        return (vectors, score + logarithm(current.reduce(0, +)))
    }

    private func bestPath() -> (classes: [Int], score: Float) {
        var current = [Float](repeating: 0, count: Self.stateCount)
        current[Self.start] = 1
        var origins: [[Int16]] = []
        var score: Float = 0
        for (step, options) in zip(steps, candidates) {
            var next = [Float](repeating: 0, count: Self.stateCount)
            var origin = [Int16](repeating: -1, count: Self.stateCount)
            for state in 0..<Self.stateCount where current[state] > 0 {
                for option in options {
                    let (target, chance) = advance(state, option.kind, step)
                    let value = current[state] * option.chance * chance
                    if value > next[target] {
                        next[target] = value
                        origin[target] = Int16(state * LineEvidence.classCount + option.kind)
                    }
                }
            }
            score += Self.scale(&next)
            current = next
            origins.append(origin)
        }
        var state = current.indices.max { current[$0] < current[$1] } ?? 0
        let final = current[state]
        var classes = [Int](repeating: 0, count: steps.count)
        for index in steps.indices.reversed() {
            let origin = Int(origins[index][state])
            guard origin >= 0 else { break }
            classes[index] = origin % LineEvidence.classCount
            state = origin / LineEvidence.classCount
        }
        return (classes, score + logarithm(final))
    }

    /// The chance of the given class at each step under all paths.
    private func marginals(_ forward: [[Float]], of classes: [Int]) -> [Float] {
        var backward = [Float](repeating: 1, count: Self.stateCount)
        var confidences = [Float](repeating: 0, count: steps.count)
        for index in steps.indices.reversed() {
            let step = steps[index]
            var before = [Float](repeating: 0, count: Self.stateCount)
            var chosen: Float = 0
            var all: Float = 0
            for state in 0..<Self.stateCount {
                for option in candidates[index] {
                    let (target, chance) = advance(state, option.kind, step)
                    let rest = option.chance * chance * backward[target]
                    before[state] += rest
                    let whole = forward[index][state] * rest
                    all += whole
                    if option.kind == classes[index] { chosen += whole }
                }
            }
            confidences[index] = all > 0 ? chosen / all : 0
            _ = Self.scale(&before)
            backward = before
        }
        return confidences
    }

    /// Divides by the greatest, so that long products do not vanish; answers the logarithm of what it divided by.
    private static func scale(_ vector: inout [Float]) -> Float {
        guard let greatest = vector.max(), greatest > 0 else { return -1000 }
        for index in vector.indices { vector[index] /= greatest }
        return Capture.logarithm(greatest)
    }

    private func expOfDifference(_ part: Float, _ whole: Float) -> Float { min(1, exponential(part - whole)) }
}
