/// Where the frames of a video are looked at without a zone to follow, and how much of each: what a frame leaves out the
/// next ones look at.
///
/// A busy scene has many places that look like lines. Each frame has an allowance; looks that find nothing use it up,
/// and the next frame goes on with the places behind them. Looks that find a zone cost nothing.
package struct FrameLooks {
    private var frameCount = 0
    /// How many places without a zone were looked at.
    private var turn = 0
    private var balance = Self.allowance
    /// How many times smaller the whole frame is looked at.
    package private(set) var smaller = 1
    /// Where the frame before showed zones.
    private var seen: [PicturePoint] = []
    /// How many zones were in doubt.
    private var doubtfulCount = 0

    /// What a frame may cost, in runs of a network over a part or a line; one takes about 3 ms.
    private static let allowance = 3
    /// Each so manieth frame is looked at in small instead: large print is easier to find so.
    private static let smallSpan = 3
    /// Each so manieth frame places are looked at upside down, too, though they seem clearly upright.
    private static let reversedSpan = 4
    /// Each so manieth zone that is in doubt is looked at closely, as one of a picture is: what stays out of focus is
    /// sooner sure so than by many frames.
    private static let closeSpan = 4

    package init() {}

    /// Begins a frame.
    package mutating func begin() {
        frameCount += 1
        balance = min(balance + Self.allowance, Self.allowance)
        // What was seen in one size is best seen in it again.
        if seen.isEmpty { smaller = frameCount.isMultiple(of: Self.smallSpan) ? 2 : 1 }
    }

    /// Whether places are looked at both ways where one way is clear enough.
    package var looksBothWays: Bool { frameCount.isMultiple(of: Self.reversedSpan) }

    /// In which order places are looked at: where zones were seen, then those whose turn it is.
    package func order(_ places: [MRZReader.RegionLook]) -> [Int] {
        let (known, others) = (
            places.indices.filter { isSeen(places[$0]) }, places.indices.filter { !isSeen(places[$0]) }
        )
        guard !others.isEmpty else { return known }
        let first = turn % others.count
        return known + others[first...] + others[..<first]
    }

    /// Whether a place is looked at in this frame.
    package func allows(_ place: MRZReader.RegionLook) -> Bool { balance > 0 || isSeen(place) }

    /// Counts a look that found nothing.
    package mutating func spend(_ cost: Int) {
        balance -= cost
        turn += 1
    }

    /// Counts a zone that is in doubt.
    ///
    /// - Returns: Whether it is looked at again in this frame.
    package mutating func wantsCloserLook() -> Bool {
        doubtfulCount += 1
        return doubtfulCount % Self.closeSpan == 2
    }

    /// Takes what the frame showed.
    package mutating func end(_ zones: [CapturedZone]) { seen = zones.map(\.centre) }

    private func isSeen(_ place: MRZReader.RegionLook) -> Bool {
        seen.contains { abs($0.x - place.centre.x) < place.length / 4 && abs($0.y - place.centre.y) < place.length / 4 }
    }
}
