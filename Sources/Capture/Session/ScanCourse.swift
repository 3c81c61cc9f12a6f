import MRZ

/// The course of a session, without a clock or an actor of its own: which state follows from which frame.
package struct ScanCourse {
    private let settings: ScanSettings
    private var vote = FrameVote()
    private var track = ZoneTrack()
    private var begin: Duration?
    private var stepBegin: Duration?
    private var firstFrame: ScanFrameMark?
    /// The first of the frames that contradict the vote.
    private var firstContradiction: ScanFrameMark?
    private var lastFrame: ScanFrameMark?
    /// A document that was left unread when another one came into view.
    package private(set) var replaced: ScanResult?
    package private(set) var status = ScanningStatus.sideInProgress

    package init(_ settings: ScanSettings) { self.settings = settings }

    /// Reads a frame and counts it in.
    ///
    /// - Parameter now: The time of whoever asks, from any point.
    package mutating func process(
        _ frame: ScanFrame, at now: Duration, by reader: some ZoneSource, isCancelled: @escaping () -> Bool
    ) -> FrameResult {
        if let refusal = refusal(at: now) { return FrameResult(status, error: refusal) }
        let zones: [CapturedZone]
        do throws(CaptureError) {
            zones = try reader.read(frame.picture, after: track.next(known: []), isCancelled: isCancelled)
        } catch {
            guard error == .cancelled else { return FrameResult(status, error: .capture(error)) }
            return FrameResult(.cancelled, error: .cancelled)
        }
        track.take(zones)
        return take(zones, of: frame, at: now)
    }

    /// Why no frame is processed now.
    package mutating func refusal(at now: Duration) -> ScanSessionError? {
        guard status != .documentScanned else { return .processedAfterDocumentScanned }
        if begin == nil { begin = now }
        if stepBegin == nil { stepBegin = now }
        if let timeout = settings.timeout, let begin, now - begin > timeout { return .timedOut }
        if let timeout = settings.stepTimeout, let stepBegin, now - stepBegin > timeout { return .stepTimedOut }
        return nil
    }

    /// Counts in what was found in a frame.
    package mutating func take(_ zones: [CapturedZone], of frame: ScanFrame, at now: Duration) -> FrameResult {
        replaced = nil
        guard let seen = vote.choose(of: zones) else {
            let quality = FrameQuality(ofMiddleOf: frame.picture)
            return FrameResult(
                status, quality: quality, hint: ScanAdvice.hint(withoutZone: quality),
                agreedFrameCount: vote.agreeingFrameCount)
        }
        let before = result
        let outcome = vote.add(seen)
        let mark = ScanFrameMark(frame)
        switch outcome {
        case .startedOver:
            replaced = before
            firstFrame = vote.frameCount > 1 ? firstContradiction ?? mark : mark
            (lastFrame, stepBegin) = (mark, now)
        case .counted: (firstFrame, lastFrame) = (firstFrame ?? mark, mark)
        case .contradicted(1): firstContradiction = mark
        case .contradicted, .ignored: break
        }
        if isComplete { status = .documentScanned }
        let quality = FrameQuality(of: seen, in: frame.picture)
        let hint: ScanHint? =
            if status == .documentScanned { nil } else if outcome == .startedOver { .documentChanged } else {
                ScanAdvice.hint(for: vote.zone ?? seen, seen: seen, quality)
            }
        return FrameResult(
            status, quadrilateral: seen.quadrilateral, quality: quality, hint: hint,
            agreedFrameCount: vote.agreeingFrameCount, confidence: seen.confidence)
    }

    /// Whether check digits hold, every character is sure, and enough frames show the same lines, sure of them.
    private var isComplete: Bool {
        guard let zone = vote.zone else { return false }
        return zone.isCertain && zone.zone.checkDigits.allSatisfy(\.isCorrect)
            && vote.agreeingFrameCount >= settings.agreeingFrameCount && vote.isShown
    }

    /// What was read so far; nil where no zone was seen.
    package var result: ScanResult? {
        guard let zone = vote.zone, let firstFrame, let lastFrame else { return nil }
        return ScanResult(
            zone: zone, isComplete: status == .documentScanned, frameCount: vote.frameCount, firstFrame: firstFrame,
            lastFrame: lastFrame)
    }

    /// Gives the step and the whole their time anew.
    package mutating func restartTimes() { (begin, stepBegin) = (nil, nil) }

    /// Forgets all that was seen.
    package mutating func reset() { self = ScanCourse(settings) }
}
