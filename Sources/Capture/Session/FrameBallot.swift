import Glibc
import MRZ

/// The sums of what frames of one document say, cell by cell, and what comes out of them.
///
/// The sums are decoded like the lines of a single picture, so that check digits and field alphabets weigh on what all
/// frames say together.
struct FrameBallot: Sendable {
    /// What all frames say together.
    private(set) var zone: CapturedZone
    private(set) var frameCount = 0
    /// How many of them are likely to be right by themselves.
    private(set) var likelyFrameCount = 0
    private var cells: [Cell]
    /// The readings that came by themselves: frames with exactly these lines.
    private var readings: [[UInt8]: Reading] = [:]
    /// In how many frames each letter bears a mark, by its place through all lines.
    private var marks: [Int: Int] = [:]
    /// In how many frames each doubt of the lines as a whole speaks: the sums of cells know nothing of what is around them.
    private var doubts: [LayoutDoubt: Int] = [:]

    /// What all frames say of one character.
    fileprivate struct Cell {
        var sum: CellEvidence?
        /// Frames count by what they are worth, and by how probable it is that they show a character there at all.
        var weight: Float = 0
        var squaredWeight: Float = 0
        var presence: Float = 0
        /// In how many frames more speaks for a character than against one, what those are worth, and how probable a
        /// character is in them.
        var seenCount = 0
        var seenWorth: Float = 0
        var seen: Float = 0
    }

    /// The frames that by themselves show the same lines.
    fileprivate struct Reading {
        var frameCount = 0
        /// How sure the surest of them is of each character.
        var confidences: [Double] = []
    }

    /// The most readings that are kept apart.
    private static let readingLimit = 256
    /// Where one of so many frames sees no character in a cell there may be none, or something covers it.
    static let absentShare = 3
    /// How sure frames have to be of a filler where hardly one stands: it may be a letter that is covered.
    private static let surelyThere: Float = 0.95
    /// The chance that a character stands in a cell where that is open.
    static let open: Float = 0.5

    init(_ seen: CapturedZone) {
        zone = seen
        cells = [Cell](repeating: Cell(), count: seen.decoded.evidence.count)
        count(seen)
    }

    /// Counts a frame of the same format in.
    mutating func add(_ seen: CapturedZone) {
        count(seen)
        zone = decoded(beside: seen) ?? zone
    }

    /// How many frames by themselves show the lines that all say together.
    var agreeingFrameCount: Int { readings[zone.zone.characters]?.frameCount ?? 0 }

    /// The least sure character as the surest of those frames show it: what no frame shows is not made up of several.
    var leastShown: Double { readings[zone.zone.characters]?.confidences.min() ?? 0 }

    private mutating func count(_ seen: CapturedZone) {
        frameCount += 1
        if seen.isLikely { likelyFrameCount += 1 }
        let worth = seen.worth
        for (index, (evidence, presence)) in zip(seen.decoded.evidence, seen.decoded.presence).enumerated()
        where cells.indices.contains(index) {
            cells[index].add(CellEvidence(evidence), presence: presence, worth: worth)
        }
        for mark in seen.marked {
            marks[(mark.line - 1) * seen.zone.format.lineLength + mark.position - 1, default: 0] += 1
        }
        for doubt in seen.doubts { doubts[doubt, default: 0] += 1 }
        let lines = seen.zone.characters
        guard readings[lines] != nil || readings.count < Self.readingLimit else { return }
        readings[lines, default: Reading()].add(seen.characters.map(\.confidence))
    }

    private func decoded(beside seen: CapturedZone) -> CapturedZone? {
        let length = seen.zone.format.lineLength
        let values = cells.map(\.chances)
        let presences = presences(values, seen.zone.format)
        var lines: [LineEvidence] = []
        for start in stride(from: 0, to: values.count, by: length) {
            let end = start + length
            guard end <= values.count,
                let line = LineEvidence(cells: Array(values[start..<end]), presence: Array(presences[start..<end]))
            else { return nil }
            lines.append(line)
        }
        guard let decoded = ZoneDecoder.decode(lines), decoded.zone.format == seen.zone.format else { return nil }
        // A fleck of one frame is no mark of a letter, and what lies beside the lines in one frame is no line of theirs.
        let shared = LayoutDoubt.allCases.filter { isOfMost(doubts[$0]) }
        return CapturedZone(
            shared.reduce(decoded) { $0.doubted(by: $1) },
            quadrilateral: seen.quadrilateral, rotation: seen.rotation, pitch: seen.pitch,
            marked: marks.keys.filter { isOfMost(marks[$0]) }.sorted())
    }

    /// Whether that many frames are more than half of all.
    private func isOfMost(_ count: Int?) -> Bool { (count ?? 0) * 2 > frameCount }

    /// How probable it is that a character stands in each cell.
    private func presences(_ values: [[Float]], _ format: DocumentFormat) -> [Float] {
        let filler = LineEvidence.between - 1
        let isFiller = values.map { cell in cell.indices.max { cell[$0] < cell[$1] } == filler }
        let number = MRZLayout.of(format).documentNumber
        return cells.indices.map { index in
            let presence = cells[index].presence(of: frameCount)
            guard isFiller[index], presence < Self.surelyThere else { return presence }
            // A blank place reads as a filler. Between characters few fillers stand, and none within a number.
            let column = index % format.lineLength
            let isBetween =
                column > 0 && column + 1 < format.lineLength && !isFiller[index - 1] && !isFiller[index + 1]
            let isWithinNumber = number.contains(index) && isFiller[index..<number.upperBound].contains(false)
            return isBetween || isWithinNumber ? min(presence, Self.open) : presence
        }
    }
}

extension FrameBallot.Reading {
    fileprivate mutating func add(_ seen: [Double]) {
        frameCount += 1
        confidences = confidences.isEmpty ? seen : zip(confidences, seen).map { max($0, $1) }
    }
}

extension FrameBallot.Cell {
    fileprivate mutating func add(_ evidence: CellEvidence, presence: Float, worth: Float) {
        let weight = presence * worth
        self.weight += weight
        squaredWeight += weight * worth
        self.presence += presence
        if presence >= FrameBallot.open {
            seenCount += 1
            seenWorth += worth
            seen += presence * worth
        }
        if sum == nil { sum = evidence.weighed(by: weight) } else { sum?.add(evidence, weight: weight) }
    }

    /// Frames of one camera are mistaken alike: n of them count as the square root of n, and never as more than two,
    /// since what lies on a character or is misprinted stays so in any number of frames. Those that are worth little
    /// beside others hardly add to n.
    fileprivate var chances: [Float] {
        let weight = max(weight, 1e-6)
        let count = max(weight * weight / max(squaredWeight, 1e-12), 1e-3)
        return sum?.tempered(by: min(count.squareRoot(), 2) / weight) ?? []
    }

    /// How probable it is that a character stands here. Light that passes over one hides it in few frames; what many
    /// frames do not see is never sure.
    fileprivate func presence(of frameCount: Int) -> Float {
        let absentCount = frameCount - seenCount
        guard seenCount > 0 else { return presence / Float(frameCount) }
        guard absentCount * FrameBallot.absentShare < frameCount else {
            return min(presence / Float(frameCount), FrameBallot.open)
        }
        return seen / seenWorth
    }
}

extension CapturedZone {
    /// What a frame is worth beside others, from 0 to 1: what was read of a blurred one would else outweigh, by the number
    /// of such frames, what a sharp one shows.
    ///
    /// It is a matter of the frame as a whole: how sure the picture is of a single character is part of what it says.
    fileprivate var worth: Float {
        let evidence = decoded.evidence
        let surest = evidence.reduce(Float(0)) { $0 + ($1.max() ?? 0) } / Float(max(evidence.count, 1))
        return max(expf(Self.contrast * surest), Self.leastWorth)
    }

    /// How steeply a frame's worth falls with its characters' chances: as that of all lines of a passport or card does.
    private static let contrast: Float = 90
    private static let leastWorth: Float = 1e-3

    /// How sure a single frame must be to end the vote on what was seen before.
    private static let likelyConfidence = 0.5

    /// Whether the lines are rather right than wrong, and the check digits hold.
    var isLikely: Bool { confidence > Self.likelyConfidence && zone.checkDigits.allSatisfy(\.isCorrect) }

    /// Whether the picture clearly shows a document: its lines are likely, or at least its number is sure.
    var isClear: Bool { isLikely || hasClearNumber }

    /// Whether the number's check digit holds and each of its characters is sure.
    var hasClearNumber: Bool {
        zone.checkDigits.contains { $0.id == .documentNumber && $0.isCorrect }
            && decoded.confidence(of: .documentNumber) >= CapturedMRZ.sureConfidence
    }
}
