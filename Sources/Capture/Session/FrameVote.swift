import MRZ

/// The vote of frames on the characters of one document: sums of the logarithms of chances, cell by cell.
///
/// Frames count that show the same format and nearly the same characters. The sums are decoded like the lines of a
/// single picture, so that check digits and field alphabets weigh on what all frames say together.
package struct FrameVote: Sendable {
    /// What became of a frame.
    package enum Outcome: Hashable {
        case counted
        /// The frame shows something else, but not clearly enough to be another document.
        case ignored
        /// The frame clearly shows another document; the vote began anew with it.
        case startedOver
    }

    package private(set) var zone: CapturedZone?
    /// Frames that were counted.
    package private(set) var frameCount = 0
    private var cells: [CellEvidence] = []
    /// Of each cell, the sum of how probable it was that a character stands there: what covers one does so in each frame.
    private var presence: [Float] = []
    /// How often each reading came by itself: the number of frames with exactly these lines.
    private var readings: [[UInt8]: Int] = [:]
    /// In how many frames each letter bears a mark, by its place through all lines.
    private var marks: [Int: Int] = [:]

    /// More than this share of other characters is another document, or a slip of the whole line.
    private static let otherShare = 0.25
    /// How sure a single frame must be to end the vote on what was seen before.
    private static let clearConfidence = 0.5
    /// The most frames that are kept apart.
    private static let readingLimit = 256

    /// How many frames by themselves show the lines that the vote answers.
    package var agreeingFrameCount: Int { zone.flatMap { readings[$0.zone.characters] } ?? 0 }

    package init() {}

    /// Counts a frame in.
    package mutating func add(_ seen: CapturedZone) -> Outcome {
        guard let zone else {
            begin(with: seen)
            return .counted
        }
        guard Self.isSame(seen, as: zone) else {
            guard isClear(seen) else { return .ignored }
            begin(with: seen)
            return .startedOver
        }
        for (index, evidence) in seen.decoded.evidence.enumerated() where cells.indices.contains(index) {
            cells[index].add(CellEvidence(evidence), weight: 1)
        }
        for (index, chance) in seen.decoded.presence.enumerated() where presence.indices.contains(index) {
            presence[index] += chance
        }
        frameCount += 1
        note(seen)
        self.zone = decoded(beside: seen) ?? zone
        return .counted
    }

    /// Of the zones of a frame, the one that this vote is about; else the first.
    func choose(of zones: [CapturedZone]) -> CapturedZone? {
        guard let zone else { return zones.first }
        return zones.first { Self.isSame($0, as: zone) } ?? zones.first
    }

    private mutating func begin(with seen: CapturedZone) {
        zone = seen
        cells = seen.decoded.evidence.map { CellEvidence($0) }
        presence = seen.decoded.presence
        frameCount = 1
        (readings, marks) = ([:], [:])
        note(seen)
    }

    private mutating func note(_ seen: CapturedZone) {
        let lines = seen.zone.characters
        for mark in seen.marked {
            marks[(mark.line - 1) * seen.zone.format.lineLength + mark.position - 1, default: 0] += 1
        }
        guard readings[lines] != nil || readings.count < Self.readingLimit else { return }
        readings[lines, default: 0] += 1
    }

    /// Whether both show one document: the same format, nearly the same characters, no two numbers clearly read.
    static func isSame(_ seen: CapturedZone, as zone: CapturedZone) -> Bool {
        let (new, old) = (seen.zone.characters, zone.zone.characters)
        guard seen.zone.format == zone.zone.format, new.count == old.count else { return false }
        let others = zip(new, old).count { $0 != $1 }
        guard Double(others) <= Double(old.count) * otherShare else { return false }
        // Documents of one issuer, one after the other, differ little else: both numbers are clearly read.
        return !(seen.zone.documentNumber != zone.zone.documentNumber && numberIsClear(seen) && numberIsClear(zone))
    }

    /// Whether the number's check digit holds and each of its characters is sure.
    private static func numberIsClear(_ zone: CapturedZone) -> Bool {
        zone.zone.checkDigits.contains { $0.id == .documentNumber && $0.isCorrect }
            && zone.decoded.confidence(of: .documentNumber) >= CapturedMRZ.sureConfidence
    }

    private func isClear(_ seen: CapturedZone) -> Bool {
        seen.confidence > Self.clearConfidence && seen.zone.checkDigits.allSatisfy(\.isCorrect)
            || Self.numberIsClear(seen)
    }

    /// The sums, decoded. Frames of one camera are mistaken alike: n of them count as the square root of n, and never as
    /// more than two, since what lies on a character or is misprinted stays so in any number of frames.
    private func decoded(beside seen: CapturedZone) -> CapturedZone? {
        let factor = min(Float(frameCount).squareRoot(), 2) / Float(frameCount)
        let length = seen.zone.format.lineLength
        let values = cells.map { $0.tempered(by: factor) }
        var lines: [LineEvidence] = []
        for start in stride(from: 0, to: values.count, by: length) {
            let end = start + length
            guard end <= values.count, end <= presence.count,
                let line = LineEvidence(
                    cells: Array(values[start..<end]), presence: presence[start..<end].map { $0 / Float(frameCount) })
            else { return nil }
            lines.append(line)
        }
        guard let decoded = ZoneDecoder.decode(lines), decoded.zone.format == seen.zone.format else { return nil }
        return CapturedZone(
            decoded, quadrilateral: seen.quadrilateral, rotation: seen.rotation, pitch: seen.pitch,
            // A fleck of one frame is no mark of a letter.
            marked: marks.filter { $0.value * 2 > frameCount }.keys.sorted())
    }
}

extension CapturedZone {
    /// A zone whose place is known.
    ///
    /// - Parameter places: Those of letters with a mark, through all lines.
    package init(
        _ decoded: DecodedZone, quadrilateral: [PicturePoint], rotation: Double, pitch: Double,
        marked places: [Int] = []
    ) {
        self.decoded = decoded
        self.quadrilateral = quadrilateral
        self.rotation = rotation
        self.pitch = pitch
        marked = places.filter(decoded.characters.indices.contains).map { decoded.characters[$0] }
    }
}
