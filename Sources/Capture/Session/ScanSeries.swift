/// Sessions one after the other over the frames of one source: a result for each document that comes into view.
///
/// A document that was read is not read again while it stays, or when it comes back right after.
package struct ScanSeries {
    private let settings: ScanSettings
    private var course: ScanCourse
    /// What was read last, and what was read before and lay beside it.
    private var known: [CapturedZone] = []
    private var track = ZoneTrack()
    private var resultCount = 0
    /// Documents that were left unread for another one that is much alike: they may be that one, misread.
    private var pending: [ScanResult] = []

    /// Fewer frames of a document that was never read to the end are an accident where others were read.
    private static let leastFrames = 3
    /// The most documents that wait for the one behind them.
    private static let pendingLimit = 8

    package init(_ settings: ScanSettings) {
        self.settings = settings
        course = ScanCourse(settings)
    }

    /// Reads a frame.
    ///
    /// - Returns: What it gave, and the documents whose reading it ended: read, or left unread for another one.
    package mutating func process(_ frame: ScanFrame, at now: Duration, by reader: some ZoneSource) -> (
        frame: FrameResult, results: [ScanResult]
    ) {
        if let refusal = course.refusal(at: now) { return (FrameResult(course.status, error: refusal), []) }
        let zones: [CapturedZone]
        do throws(CaptureError) {
            zones = try reader.read(frame.picture, after: track.next(known: known), isCancelled: { false })
        } catch {
            return (FrameResult(course.status, error: .capture(error)), [])
        }
        track.take(zones)
        // Beside one that was read another may lie: a visa in a passport, two cards.
        let others = zones.filter { zone in !known.contains { FrameVote.isSame(zone, as: $0) } }
        if others.isEmpty, let again = zones.first {
            // One of the frames between was misread, and no document much like this one has come.
            if let begun = course.result?.zone, FrameVote.isNear(begun, again) { course = ScanCourse(settings) }
            let quality = FrameQuality(of: again, in: frame.picture)
            return (FrameResult(.documentScanned, quadrilateral: again.quadrilateral, quality: quality), [])
        }
        let result = course.take(others, of: frame, at: now)
        var results: [ScanResult] = []
        if let left = course.replaced, left.frameCount >= Self.leastFrames {
            if let next = course.result?.zone, FrameVote.isNear(left.zone, next), pending.count < Self.pendingLimit {
                pending.append(left)
            } else {
                results.append(left)
            }
        }
        if course.status == .documentScanned, let read = course.result {
            results += taken(besides: read) + [read]
            known = known.filter { one in zones.contains { FrameVote.isSame($0, as: one) } } + [read.zone]
            course = ScanCourse(settings)
        }
        resultCount += results.count
        return (result, results)
    }

    /// The documents that were left unread, those left out that seem to be the one that was read.
    private mutating func taken(besides read: ScanResult) -> [ScanResult] {
        defer { pending = [] }
        return pending.filter { left in
            guard FrameVote.isNear(left.zone, read.zone) else { return true }
            return left.zone.isLikely && left.zone.contradicts(read.zone)
        }
    }

    /// What is left at the end of the source: documents that were not read to the end.
    package mutating func finish() -> [ScanResult] {
        defer { (course, pending) = (ScanCourse(settings), []) }
        guard let left = course.result, resultCount == 0 || left.frameCount >= Self.leastFrames else { return pending }
        return taken(besides: left) + [left]
    }
}
