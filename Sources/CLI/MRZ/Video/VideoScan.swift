import FrameSources
import Vision

/// Reads the frames of one source until it ends, or until enough was read.
struct VideoScan {
    private let input: VideoInput
    private let options: VideoOptions
    private let open: Opening?
    private let counts: (FrameAnswer.Document) -> Bool
    private let show: (Event) -> Void

    /// Opens a source that ends once it hears yes.
    typealias Opening = (_ isCancelled: @escaping @Sendable () -> Bool) throws(FrameError) -> any FrameSource

    /// What is told while it runs.
    enum Event {
        /// A frame was read.
        case frame(Frame, FrameAnswer)
        /// A document was read, or went out of view before.
        case document(FrameAnswer.Document, width: Int, height: Int)
        /// Something that does not end the scan.
        case note(String)
    }

    /// What became of a source.
    struct Outcome {
        var frameCount = 0
        var droppedCount = 0
        var documentCount = 0
        /// Those of them that were read to the end.
        var completeCount = 0
        /// Where the source breaks off, if it ended within a frame or its decoder complained in the end.
        var breakOff: BreakOff?
        /// How often the worker ended over one of its frames.
        var workerEnds = 0
        /// The size of its frames; nil where none came.
        var size: (width: Int, height: Int)?
        /// Why it ended before its time.
        var fault: ScanFault?
    }

    /// Where a source breaks off.
    struct BreakOff: Hashable {
        /// The whole frames before.
        let frameCount: Int
        /// What its decoder says of it.
        let words: String

        /// What happened, for people.
        var message: String {
            let place = "the video breaks off after \(Counted.text(frameCount, "whole frame"))"
            return words.isEmpty ? "\(place), within the next" : "\(place) or is damaged there (\(words))"
        }

        /// What to try.
        static let hint = "copy or record it again for the rest; one that is still written has an end later"
    }

    /// - Parameters:
    ///   - open: Opens another source than the input's own.
    ///   - counts: Whether a document is one of those after which the scan ends.
    init(
        _ input: VideoInput, _ options: VideoOptions, open: Opening? = nil,
        counts: @escaping (FrameAnswer.Document) -> Bool = { _ in true }, show: @escaping (Event) -> Void
    ) {
        self.input = input
        self.options = options
        self.open = open
        self.counts = counts
        self.show = show
    }

    /// Reads all frames.
    ///
    /// A fault ends the source and not the program; what was read before it is shown.
    func run(_ worker: inout VisionWorker) -> Outcome {
        var outcome = Outcome()
        let deadline = options.timeout.map { ContinuousClock.now + $0 }
        do throws(ScanFault) {
            var source = try opened(until: deadline)
            try begin(&worker)
            try read(&source, &worker, &outcome, until: deadline)
        } catch {
            // Where nobody asked for the end it was the time.
            outcome.fault = error == Self.cancelled && !StreamInterruption.wasAsked ? Self.late : error
        }
        // What is left was read from frames that came: it is worth telling however the source ended.
        if let size = outcome.size, worker.processID != nil,
            let left = try? worker.frame(.finish, [], within: StreamInterruption.wasAsked ? Self.lastWait : nil)
        {
            tell(left, size, &outcome)
        }
        return outcome
    }

    /// How long somebody who has asked for the end waits for what was read so far.
    private static let lastWait = Duration.milliseconds(60)
    private static let cancelled = ScanFault(FrameError.cancelled)
    private static let late = ScanFault(
        ScanFault.timedOut, "no document was read within the time", hint: "allow more with --timeout")

    private func opened(until deadline: ContinuousClock.Instant?) throws(ScanFault) -> any FrameSource {
        let isEnded: @Sendable () -> Bool = { StreamInterruption.wasAsked || deadline.map { $0 < .now } ?? false }
        do throws(FrameError) {
            if let open { return try open(isEnded) }
            return try input.open(options.limits, isLive: options.isLive, isCancelled: isEnded)
        } catch { throw ScanFault(error) }
    }

    private func begin(_ worker: inout VisionWorker) throws(ScanFault) {
        do throws(VisionError) { _ = try worker.frame(.begin(agreeingFrameCount: 2), []) } catch {
            throw ScanFault(error)
        }
    }

    private func read(
        _ source: inout any FrameSource, _ worker: inout VisionWorker, _ outcome: inout Outcome,
        until deadline: ContinuousClock.Instant?
    ) throws(ScanFault) {
        let wanted = options.documentCount ?? (input.isLive ? 1 : .max)
        defer { outcome.droppedCount = source.droppedCount }
        while let frame = try next(&source) {
            let answer = try read(frame, &worker, &outcome)
            outcome.frameCount += 1
            outcome.size = (frame.width, frame.height)
            show(.frame(frame, answer))
            tell(answer, (frame.width, frame.height), &outcome)
            guard outcome.completeCount < wanted, outcome.frameCount < options.frameCount ?? .max,
                Terminal.lostOutput == nil
            else { return }
            guard !StreamInterruption.wasAsked else { throw .interrupted }
            if let deadline, ContinuousClock.now > deadline { throw Self.late }
        }
        guard source.endedEarly else { return }
        outcome.breakOff = BreakOff(frameCount: outcome.frameCount, words: source.lastWords)
    }

    private func next(_ source: inout any FrameSource) throws(ScanFault) -> Frame? {
        do throws(FrameError) { return try source.next() } catch { throw ScanFault(error) }
    }

    /// After how many ends of the worker no more of a source is read.
    private static let endLimit = 3

    private func read(
        _ frame: Frame, _ worker: inout VisionWorker, _ outcome: inout Outcome
    ) throws(ScanFault) -> FrameAnswer {
        do throws(VisionError) {
            return try worker.frame(.frame(FrameRequest.Frame(frame)), frame.grey ?? frame.bytes)
        } catch {
            switch error {
            case .crashed where outcome.workerEnds < Self.endLimit:
                // What it had gathered over earlier frames is lost; the next frame begins anew.
                outcome.workerEnds += 1
                show(.note("\(input.place): frame \(frame.sequence + 1): \(error); reading goes on"))
                try begin(&worker)
                return FrameAnswer(status: .sideInProgress)
            case .notCaptured(let failure) where failure.isOfOnePicture:
                // A camera's JPEG picture may come damaged over the wire: the next is another one.
                show(.note("\(input.place): frame \(frame.sequence + 1): \(error)"))
                return FrameAnswer(status: .sideInProgress)
            default: throw ScanFault(error)
            }
        }
    }

    private func tell(_ answer: FrameAnswer, _ size: (width: Int, height: Int), _ outcome: inout Outcome) {
        for document in answer.documents {
            if counts(document) {
                outcome.documentCount += 1
                if document.isComplete { outcome.completeCount += 1 }
            }
            show(.document(document, width: size.width, height: size.height))
        }
    }
}

extension CaptureFailure {
    /// Whether the next picture may fare better.
    fileprivate var isOfOnePicture: Bool {
        switch cause {
        case .unrecognized, .undecodable, .tooLarge, .noSuchPage: true
        case .weightsMissing, .weightsDamaged, .inferenceFailed: false
        }
    }
}
