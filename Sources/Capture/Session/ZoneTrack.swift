import MRZ

/// Which zone is looked for first in the next frame: the one of the frame before.
struct ZoneTrack {
    private var last: CapturedZone?
    private var count = 0

    /// Each so manieth frame is looked at as a whole, for what has come into view beside.
    static let span = 8
    /// The chance of being right from which on a zone is worth looking for at its place.
    private static let worthwhile = 0.3

    /// What to look for in the next frame; nil for all that is in it.
    ///
    /// - Parameter known: Documents that were read: where one is in view, it is not read again.
    mutating func next(known: [CapturedZone]) -> ZoneInView? {
        count += 1
        guard let last, !count.isMultiple(of: Self.span) else { return nil }
        guard let known = known.last(where: { FrameVote.isSame(last, as: $0) }) else {
            return ZoneInView(last, isRead: false)
        }
        return ZoneInView(
            CapturedZone(
                known.decoded, quadrilateral: last.quadrilateral, rotation: last.rotation, pitch: last.pitch),
            isRead: true,
            // All lines in turn: the next document may differ in its name alone.
            line: count % known.zone.format.lineCount + 1)
    }

    /// Takes what a frame showed.
    mutating func take(_ zones: [CapturedZone]) {
        last = zones.count == 1 ? zones.first.flatMap { $0.confidence > Self.worthwhile ? $0 : nil } : nil
    }
}
