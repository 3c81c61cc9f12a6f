import MRZ

/// The vote of frames on the characters of one document.
///
/// Frames count that show the same format and nearly the same characters, and contradict in none that is sure. Those that
/// do contradict are gathered apart: the next document may differ in a single letter.
package struct FrameVote: Sendable {
    /// What became of a frame.
    package enum Outcome: Hashable {
        case counted
        /// The frame shows something else, but not clearly enough to be another document.
        case ignored
        /// The frame contradicts the vote in a character that is sure; it is kept apart, as this manieth in a row.
        case contradicted(Int)
        /// The frame clearly shows another document, or several in a row do; the vote began anew with them.
        case startedOver
    }

    private var ballot: FrameBallot?
    /// What frames say that contradict the vote and not each other.
    private var rival: FrameBallot?

    /// More than this share of other characters is another document, or a slip of the whole line.
    private static let otherShare = 0.25
    /// How many frames that contradict the vote and not each other end it: such that are likely to be right, or any.
    private static let (likelyRivals, rivals) = (2, 5)
    /// How sure of each character one of the frames must be that by themselves show the lines.
    private static let shown = 0.9

    package var zone: CapturedZone? { ballot?.zone }
    /// Frames that were counted.
    package var frameCount: Int { ballot?.frameCount ?? 0 }
    /// How many frames by themselves show the lines that the vote answers.
    package var agreeingFrameCount: Int { ballot?.agreeingFrameCount ?? 0 }
    /// Whether frames that by themselves show the lines are sure of each character: else the lines may have been put
    /// together from two documents, of which each frame shows one.
    package var isShown: Bool { ballot.map { $0.leastShown >= Self.shown } ?? false }

    package init() {}

    /// Counts a frame in.
    package mutating func add(_ seen: CapturedZone) -> Outcome {
        guard let zone else {
            begin(with: FrameBallot(seen))
            return .counted
        }
        guard Self.isNear(seen, zone) else {
            guard seen.isClear else { return .ignored }
            begin(with: FrameBallot(seen))
            return .startedOver
        }
        guard seen.contradicts(zone) else {
            if let other = rival?.zone, seen.contradicts(other) { rival = nil }
            ballot?.add(seen)
            return .counted
        }
        let next = grown(rival, by: seen)
        guard next.likelyFrameCount >= Self.likelyRivals || next.frameCount >= Self.rivals else {
            rival = next
            return .contradicted(next.frameCount)
        }
        begin(with: next)
        return .startedOver
    }

    private mutating func begin(with ballot: FrameBallot) {
        self.ballot = ballot
        rival = nil
    }

    private func grown(_ rival: FrameBallot?, by seen: CapturedZone) -> FrameBallot {
        guard var grown = rival, Self.isNear(seen, grown.zone), !seen.contradicts(grown.zone) else {
            return FrameBallot(seen)
        }
        grown.add(seen)
        return grown
    }

    /// Of the zones of a frame, the one that this vote is about; else the first.
    func choose(of zones: [CapturedZone]) -> CapturedZone? {
        guard let zone else { return zones.first }
        let near = zones.filter { Self.isNear($0, zone) }
        return near.first { !$0.contradicts(zone) } ?? near.first ?? zones.first
    }

    /// Whether a frame shows a document that was read: nearly its lines, and none other clearly.
    static func isSame(_ seen: CapturedZone, as zone: CapturedZone) -> Bool {
        isNear(seen, zone) && !(seen.isLikely && seen.contradicts(zone))
    }

    /// Whether both may show one document: the same format, nearly the same characters, no two numbers clearly read.
    static func isNear(_ seen: CapturedZone, _ zone: CapturedZone) -> Bool {
        let (new, old) = (seen.zone.characters, zone.zone.characters)
        guard seen.zone.format == zone.zone.format, new.count == old.count else { return false }
        let others = zip(new, old).count { $0 != $1 }
        guard Double(others) <= Double(old.count) * otherShare else { return false }
        // Documents of one issuer, one after the other, differ little else: both numbers are clearly read.
        return !(seen.zone.documentNumber != zone.zone.documentNumber && seen.hasClearNumber && zone.hasClearNumber)
    }
}
