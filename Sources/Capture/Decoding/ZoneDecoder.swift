import MRZ
import Standards

/// Finds the layout and the characters that explain best what was seen in the lines of a zone.
///
/// Every layout whose lines have a fitting length is tried; each line is divided into its cells, expectations and check
/// digits are weighed against the picture, and the layout with the highest chance wins. A zone that breaks most of what
/// its layout asks is none.
package enum ZoneDecoder {
    /// Decodes lines that stand one below the other, first line first.
    ///
    /// - Returns: The best reading; nil where no layout explains the lines.
    package static func decode(_ lines: [LineEvidence], pitch: CellAlignment.Pitch = .rough) -> DecodedZone? {
        draft(lines, pitch: pitch).flatMap { $0.isZone ? $0 : nil }
    }

    /// The same for lines that will be looked at again: where nothing is a zone, what comes nearest to one.
    static func draft(_ lines: [LineEvidence], pitch: CellAlignment.Pitch) -> DecodedZone? {
        var cut: [Int: [CellAlignment?]] = [:]
        for length in [44, 36, 30] { cut[length] = lines.map { CellAlignment($0, count: length, pitch: pitch) } }
        // The shortest cut fits into lines of all formats.
        let likeZones = Set(lines.indices.filter { cut[30]?[$0]?.isLikeZone ?? false })
        let candidates = DocumentFormat.allCases.flatMap {
            Self.candidates($0, cut[$0.lineLength] ?? [], lines, likeZones)
        }
        var best: DecodedZone?
        var nearest: DecodedZone?
        for candidate in candidates.sorted(by: { $0.bound > $1.bound }) {
            // All that comes to a candidate's bound lessens it: what begins below the best can only end there.
            guard Double(candidate.bound) > best?.score ?? -.infinity else { break }
            guard let decoded = decode(candidate) else { continue }
            if decoded.isZone {
                if decoded.score > best?.score ?? -.infinity { best = decoded }
            } else if decoded.score > nearest?.score ?? -.infinity {
                nearest = decoded
            }
        }
        return best ?? nearest
    }

    /// Decodes a zone anew from what was seen of it several times.
    ///
    /// - Parameter others: Readings in the same format; those in another count for nothing.
    package static func decode(_ zone: DecodedZone, joinedWith others: [DecodedZone]) -> DecodedZone? {
        let alike = others.filter { $0.zone.format == zone.zone.format }
        let lines = zone.lines.enumerated().map { index, line in line.joined(with: alike.map { $0.lines[index] }) }
        return decode(
            Candidate(
                format: zone.zone.format, firstLine: zone.firstLine, lines: lines, furtherLines: zone.furtherLines,
                bound: lines.reduce(0) { $0 + $1.score }))
    }

    /// Lines that may be those of a format.
    private struct Candidate {
        let format: DocumentFormat
        let firstLine: Int
        let lines: [CellAlignment]
        /// Which of the other lines that were seen look like those of a zone.
        let furtherLines: [Int]
        /// The score before anything is said against it.
        let bound: Float
    }

    private static func candidates(
        _ format: DocumentFormat, _ alignments: [CellAlignment?], _ lines: [LineEvidence], _ likeZones: Set<Int>
    ) -> [Candidate] {
        (0..<max(0, lines.count - format.lineCount + 1)).compactMap { first in
            let chosen = alignments[first..<first + format.lineCount].compactMap { $0 }
            guard chosen.count == format.lineCount else { return nil }
            let others = lines.indices.filter { $0 < first || $0 >= first + format.lineCount }
            let bound = others.reduce(Float(0)) { $0 + emptiness(of: lines[$1]) } + chosen.reduce(0) { $0 + $1.score }
            return Candidate(
                format: format, firstLine: first, lines: chosen, furtherLines: others.filter(likeZones.contains),
                bound: bound)
        }
    }

    /// The logarithm of the chance that a line holds no characters at all.
    private static func emptiness(of line: LineEvidence) -> Float {
        (0..<line.columnCount).reduce(Float(0)) { $0 + line.logarithm(column: $1, kind: LineEvidence.between) }
    }

    private static func decode(_ candidate: Candidate) -> DecodedZone? {
        let (format, lines) = (candidate.format, candidate.lines)
        guard !Plausibility.isHopeless(presence: lines.flatMap(\.presence)) else { return nil }
        let seen = lines.flatMap(\.cells)
        let expectation = FieldExpectation(format)
        let weighed = zip(seen, expectation.cells).map { seen, expected in
            zip(seen, expected).map { exponential($0 + $1) }
        }
        let codes = CodeReading.readings(in: format, seen)
        var reading = Reading(seen: seen, weighed: weighed, presence: lines.flatMap(\.presence))
        var score = candidate.bound + reading.apply(codes)
        let names = format == .frenchIdentityCard ? MRZLayout.of(format).nameCells : []
        guard let checked = mostProbable(format, seen, weighed, names: names) else { return nil }
        score += reading.apply(checked.way, checked.outcome, names: names)
        score += reading.scoreOfTheRest
        let characters = reading.characters(format)
        guard let zone = zone(reading.classes, format) else { return nil }
        let plausibility = Plausibility(zone, printed: reading.printed, presence: lines.flatMap(\.presence))
        return DecodedZone(
            zone: zone, characters: characters, chance: Double(reading.whole), doubts: doubts(zone, candidate),
            score: Double(score), firstLine: candidate.firstLine, lines: lines, furtherLines: candidate.furtherLines,
            isZone: Double(reading.whole) > leastChance && plausibility.isZone)
    }

    /// The way of laying the check digits that explains the cells best, with its outcome.
    private static func mostProbable(
        _ format: DocumentFormat, _ seen: [[Float]], _ weighed: [[Float]], names: Set<Int>
    ) -> (way: CheckedCells.Way, outcome: CheckDigitTrellis.Outcome)? {
        let filler = LineEvidence.between - 1
        var best: (way: CheckedCells.Way, outcome: CheckDigitTrellis.Outcome)?
        for way in CheckedCells.ways(of: format) {
            // A way that wants fillers where clearly none stand is not tried.
            guard way.fillers.allSatisfy({ seen[$0][filler] > -4 }) else { continue }
            let chances = way.steps.map { step in
                var values = weighed[step.cell]
                if way.fillers.contains(step.cell) {
                    for kind in values.indices where kind != filler { values[kind] = 0 }
                }
                if names.contains(step.cell), let top = values.max() {
                    // Names are never altered by check digits.
                    for kind in values.indices where values[kind] < top { values[kind] = 0 }
                }
                return values
            }
            let outcome = CheckDigitTrellis(way.steps, chances: chances).outcome()
            // A number that goes on behind its field is rare.
            let prior: Float = way.overflow == nil ? 0 : -3
            if outcome.score + prior > best.map({ $0.outcome.score + ($0.way.overflow == nil ? 0 : -3) }) ?? -.infinity
            {
                best = (way, outcome)
            }
        }
        return best
    }

    /// What speaks against the lines as a whole, however clear their characters are.
    ///
    /// Check digits that all hold vouch for the layout: lines of another one, or lines that are shifted, would keep few of
    /// them. (Measured: of 27 rendered zones with print close beside a line and no other doubt, all were right.)
    private static func doubts(_ zone: MachineReadableZone, _ candidate: Candidate) -> [LayoutDoubt] {
        let isVouchedFor = zone.checkDigits.allSatisfy(\.isCorrect)
        return LayoutDoubt.allCases.filter { doubt in
            switch doubt {
            case .longerLine: candidate.lines.contains { isVouchedFor ? $0.goesOnClearly : $0.goesOn }
            case .unevenLine: candidate.lines.contains(where: \.isUneven)
            case .strangeInitial:
                !isVouchedFor
                    && zone.characters.first.map { !FieldExpectation.initials(of: zone.format).utf8.contains($0) }
                        ?? false
            case .furtherLine: !candidate.furtherLines.isEmpty
            }
        }
    }

    /// What is less probable than this as a whole is no zone.
    private static let leastChance = 1e-7

    private static func zone(_ classes: [Int], _ format: DocumentFormat) -> MachineReadableZone? {
        let zone = try? MachineReadableZone(concatenated: classes.map { LineEvidence.alphabet[$0] })
        return zone?.format == format ? zone : nil
    }
}
