import Glibc

/// One line divided into as many cells as its format has characters.
///
/// Found as the most probable path: each cell's centre lies three to five columns after the one before, four being
/// the pitch that the strip was cut to. So a line that was found a little too long or short, or that begins a cell
/// early, still falls into the right cells, and a run of fillers is never counted wrong.
package struct CellAlignment: Sendable {
    /// For each cell the logarithms of the chances of the 37 characters, normalised over them.
    package let cells: [[Float]]
    /// The cells' centres, in pixels of the strip.
    package let centres: [Float]
    /// For each cell how probable it is that a character stands there at all, from 0 to 1.
    package let presence: [Float]
    /// Whether the cells do not lie as evenly as print does: one was put in or left out on the way.
    let isUneven: Bool
    /// Whether other characters stand close before the first cell or behind the last: the line may be longer.
    package let goesOn: Bool
    /// Whether a clear character stands right beside the first or the last.
    let goesOnClearly: Bool
    /// The logarithm of the chance of all that was seen in the line, between and beside the cells too.
    package let score: Float

    /// Whether clear characters stand as evenly as print does, without the blanks of other text.
    var isLikeZone: Bool {
        let unclear = cells.count { ($0.max() ?? -.infinity) < logf(0.5) }
        return !isUneven && presence.count { $0 < 0.5 } <= 1
            && Double(unclear) <= Plausibility.mostUnsupported * Double(cells.count)
    }

    /// What a step that is one column longer or shorter than the pitch costs, as a logarithm.
    package enum Pitch: Float {
        /// The pitch is known as the detector tells it.
        case rough = 0.25
        /// The line was cut out by where its characters stand.
        case known = 1
    }

    /// How far, in pixels of the strip, a centre may lie from where its neighbours let one expect it.
    private static let evenness: Float = 5
    private static let steps = 3...5

    /// Divides a line into `count` cells.
    ///
    /// - Returns: nil where the line is too short for so many.
    package init?(_ evidence: LineEvidence, count: Int, pitch: Pitch = .rough) {
        let places = evidence.columnCount - 1
        guard count > 0, places >= (count - 1) * Self.steps.lowerBound + 1 else { return nil }
        let gains = Self.gains(evidence)
        guard let path = Self.path(gains, count: count, stepCost: pitch.rawValue) else { return nil }
        centres = path.places.map { Float(($0 + 1) * LineEvidence.columnWidth) }
        cells = path.places.map { Self.chances(evidence, at: $0) }
        presence = path.places.map { place in
            let nothing =
                evidence.logarithm(column: place, kind: LineEvidence.between)
                + evidence.logarithm(column: place + 1, kind: LineEvidence.between)
            return 1 - exponential(nothing / 2)
        }
        isUneven = Self.isUneven(centres)
        goesOn = Self.characters(in: evidence, besides: path.places, within: 3, clearness: 0.7)
        goesOnClearly = Self.characters(in: evidence, besides: path.places, within: 1, clearness: 0.95)
        var nothing: Float = 0
        for column in 0..<evidence.columnCount {
            nothing += evidence.logarithm(column: column, kind: LineEvidence.between)
        }
        score = nothing + path.gain
    }

    private init(_ one: CellAlignment, cells: [[Float]]) {
        self.cells = cells
        centres = one.centres
        presence = one.presence
        isUneven = one.isUneven
        goesOn = one.goesOn
        goesOnClearly = one.goesOnClearly
        score = one.score
    }

    /// The same line seen several times: the mean of what was seen in each cell.
    ///
    /// - Parameter others: As many cells, for the same characters.
    func joined(with others: [CellAlignment]) -> CellAlignment {
        let all = [self] + others.filter { $0.cells.count == cells.count }
        let joined = cells.indices.map { cell in
            var sums = [Float](repeating: 0, count: LineEvidence.between)
            for line in all {
                for kind in sums.indices { sums[kind] += line.cells[cell][kind] / Float(all.count) }
            }
            return Self.normalised(sums)
        }
        return CellAlignment(self, cells: joined)
    }

    private static func isUneven(_ centres: [Float]) -> Bool {
        let points = centres.enumerated().map { PicturePoint(x: Double($0.offset), y: Double($0.element)) }
        guard let fitted = Polynomial.fit(points) else { return false }
        return points.contains { abs(Polynomial.value(fitted, $0.x) - $0.y) > Double(evenness) }
    }

    /// Whether characters stand within so many cells of the ends; one is seen in two columns.
    ///
    /// - Parameter clearness: How probable it must be that any character stands in a column.
    private static func characters(
        in evidence: LineEvidence, besides places: [Int], within cells: Int, clearness: Float
    ) -> Bool {
        guard let first = places.first, let last = places.last else { return false }
        let reach = cells * 4
        let before = max(0, first - 1 - reach)..<max(0, first - 1)
        let behind = min(evidence.columnCount, last + 3)..<min(evidence.columnCount, last + 3 + reach)
        return [before, behind].contains { columns in
            columns.count { evidence.logarithm(column: $0, kind: LineEvidence.between) < logf(1 - clearness) } >= 2
        }
    }

    /// What it gains to have a centre on the border of each two columns, against having none there.
    private static func gains(_ evidence: LineEvidence) -> [Float] {
        (0..<evidence.columnCount - 1).map { place in
            var best = -Float.infinity
            for kind in 0..<LineEvidence.between {
                best = max(
                    best,
                    evidence.logarithm(column: place, kind: kind) + evidence.logarithm(column: place + 1, kind: kind))
            }
            return best - evidence.logarithm(column: place, kind: LineEvidence.between)
                - evidence.logarithm(column: place + 1, kind: LineEvidence.between)
        }
    }

    private static func path(_ gains: [Float], count: Int, stepCost: Float) -> (places: [Int], gain: Float)? {
        let width = gains.count
        var total = gains
        var origins = [Int8](repeating: 0, count: width * count)
        for cell in 1..<max(count, 1) {
            var next = [Float](repeating: -.infinity, count: width)
            for place in 0..<width {
                for step in steps where place >= step {
                    let sum = total[place - step] - stepCost * Float((step - 4) * (step - 4))
                    if sum > next[place] {
                        next[place] = sum
                        origins[cell * width + place] = Int8(step)
                    }
                }
                next[place] += gains[place]
            }
            total = next
        }
        guard let end = total.indices.max(by: { total[$0] < total[$1] }), total[end].isFinite else { return nil }
        var places = [end]
        for cell in stride(from: count - 1, to: 0, by: -1) {
            guard let last = places.last else { return nil }
            places.append(last - Int(origins[cell * width + last]))
        }
        return (places.reversed(), total[end])
    }

    /// The chances of the characters at one place: the two columns beside it see the same character.
    private static func chances(_ evidence: LineEvidence, at place: Int) -> [Float] {
        var values = [Float](repeating: 0, count: LineEvidence.between)
        for kind in values.indices {
            values[kind] =
                (evidence.logarithm(column: place, kind: kind) + evidence.logarithm(column: place + 1, kind: kind)) / 2
        }
        return normalised(values)
    }

    private static func normalised(_ values: [Float]) -> [Float] {
        let highest = values.max() ?? 0
        var sum: Float = 0
        for value in values { sum += expf(value - highest) }
        let total = highest + logf(sum)
        return values.map { $0 - total }
    }
}
