package import FrameSources
import MRZ
import Standards
package import Vision

/// The lines of a document out of the frames of a video, a stream or a camera, read until they are certain.
///
/// A visa opens no chip: it is told, and the lines of the document itself are waited for. The frame that by itself was
/// read best gives the picture.
package final class FrameCapture {
    private let input: VideoInput
    private let timeout: Duration?
    private let open: VideoScan.Opening?
    private var best: (frame: Frame, confidence: Double)?
    private var found: FrameAnswer.Document?
    private var visa: FrameAnswer.Document?
    private var hint: FrameAnswer.Hint?
    private var lines = StatusLines()

    /// - Parameter timeout: After which time what was read has to do.
    init(_ input: VideoInput, timeout: Duration?, open: VideoScan.Opening? = nil) {
        self.input = input
        self.timeout = timeout
        self.open = open
    }

    /// Looks through a source that is open already, as through a camera of this name.
    package convenience init(
        camera path: String, timeout: Duration?,
        open: @escaping @Sendable () throws(FrameError) -> any FrameSource
    ) {
        self.init(.camera(path: path), timeout: timeout) { (_) throws(FrameError) in try open() }
    }

    /// Reads frames until the lines are certain, the source ends or the time is over.
    package func read(by worker: inout VisionWorker) throws(CommandError) -> Found {
        let scan = VideoScan(
            input, VideoOptions(timeout: timeout, documentCount: 1), open: open, counts: { $0.zone.opensChip },
            show: { [self] event in take(event) })
        let outcome = scan.run(&worker)
        Terminal.endProgress()
        guard !StreamInterruption.wasAsked else { throw CapturedInput.ended }
        if let end = outcome.breakOff {
            Terminal.note("\(input.place): \(end.message); what came before was read", hint: VideoScan.BreakOff.hint)
        }
        guard let document = found ?? visa else { throw failure(outcome.fault, hasFrames: outcome.size != nil) }
        if !document.isComplete {
            if let fault = outcome.fault, input.isLive, fault.code != ScanFault.timedOut { throw failure(fault) }
            let end = outcome.fault.map(\.message) ?? "the video ended"
            Terminal.note(
                "\(input.place): \(end); what was read until then is taken, and it is not certain", hint: words)
        } else if input.isWatched {
            Terminal.note("\(input.place): the printed lines are read")
        }
        let picture = crop(of: document.zone, &worker)
        guard !StreamInterruption.wasAsked else { throw CapturedInput.ended }
        return Found(
            zone: document.zone.with(crop: picture), source: source, breaksOff: outcome.breakOff != nil,
            showsVisa: found != nil && visa != nil)
    }

    /// What was read.
    package struct Found {
        /// The zone as all frames together show it, with its picture from the best of them.
        package let zone: CaptureAnswer.Zone
        /// The name of the source, and the frame of the picture.
        package let source: String
        package let breaksOff: Bool
        package let showsVisa: Bool
    }

    private func take(_ event: VideoScan.Event) {
        switch event {
        case .frame(let frame, let answer):
            if answer.hint?.kind == .documentChanged { best = nil }
            if let confidence = answer.confidence, confidence > best?.confidence ?? -1 { best = (frame, confidence) }
            hint = answer.hint
            lines.show(input, frame: frame.sequence, answer)
        case .document(let document, _, _):
            guard document.zone.opensChip else {
                if visa == nil, document.isComplete { Terminal.note(Self.visaWords) }
                visa = visa ?? document
                // What comes is of another document.
                best = found == nil ? nil : best
                return
            }
            if found?.isComplete != true { found = document }
        case .note(let words): Terminal.note(words)
        }
    }

    private static let visaWords = "these are the lines of a visa, which opens no chip: show those of the document"

    private var words: String? { hint.map(\.words) }

    private func failure(_ fault: ScanFault?, hasFrames: Bool = true) -> CommandError {
        let way = "give the printed lines by --mrz-file FILE"
        guard let fault else {
            let words = hasFrames ? "it shows no machine readable zone" : "there is no frame in it"
            return CommandError("\(input.place): \(words)", hint: "take it again, or \(way)")
        }
        guard fault.code == ScanFault.timedOut else {
            // Those of cameras name the device themselves, and so do some of files.
            let isNamed = input.isLive || fault.message.hasPrefix(input.place)
            let words = isNamed ? fault.message : "\(input.place): \(fault.message)"
            return CommandError(words, hint: "\(fault.hint); or \(way)")
        }
        return CommandError(
            "\(input.place): no printed lines were read within the time" + (words.map { ": \($0)" } ?? ""),
            hint: "allow more by --scan-timeout SECONDS, or \(way)")
    }

    private var source: String {
        if case .camera(let path) = input { return path.map { "camera \($0)" } ?? "camera" }
        let name = input.place.split(separator: "/").last.map(String.init) ?? ""
        return best.map { "\(name), frame \($0.frame.sequence + 1)" } ?? name
    }

    /// The zone cut out of the best frame; empty where that shows another one, or none.
    private func crop(of zone: CaptureAnswer.Zone, _ worker: inout VisionWorker) -> [UInt8] {
        guard let frame = best?.frame else { return [] }
        let samples =
            frame.format == .mjpeg ? nil : CaptureRequest.Samples(width: frame.width, height: frame.height)
        let request = CaptureRequest(longestSide: 0xFFFF, wantsCrops: true, samples: samples)
        let answer = try? worker.capture(request, frame.grey ?? frame.bytes)
        return answer?.zones.first { $0.showsSame(as: zone) }?.crop ?? []
    }
}

extension CaptureAnswer.Zone {
    /// Whether documents with such lines have a chip that they open.
    fileprivate var opensChip: Bool { ![.mrvA, .mrvB, .frenchIdentityCard].contains(zone.format) }

    fileprivate func with(crop: [UInt8]) -> CaptureAnswer.Zone {
        CaptureAnswer.Zone(
            zone: zone, characters: characters, confidence: confidence, isCertain: isCertain,
            quadrilateral: quadrilateral, rotation: rotation, pitch: pitch, doubts: doubts, marked: marked,
            crop: crop)
    }

    /// Whether both are readings of the same print, in which a few characters may differ.
    fileprivate func showsSame(as other: CaptureAnswer.Zone) -> Bool {
        guard let differences = zone.characterDifferences(from: other.zone) else { return false }
        return differences.count * 10 <= characters.count
    }
}

/// What is missing, in words for the person before a camera: a line that is renewed on a terminal, else one for each
/// change.
struct StatusLines {
    private var line = HintLine()
    private var last: (words: String, at: ContinuousClock.Instant)?

    /// How often another line comes where there is no terminal.
    private static let interval = Duration.seconds(1)

    /// Shows what a frame gave, where it is time.
    mutating func show(_ input: VideoInput, frame: Int, _ answer: FrameAnswer) {
        guard let words = answer.hint?.words else { return }
        guard !Terminal.showsProgress else { return line.show(input, frame: frame, answer) }
        let now = ContinuousClock.now
        guard input.isWatched, words != last?.words, last.map({ now - $0.at >= Self.interval }) ?? true else { return }
        Terminal.note("\(input.place): \(words)")
        last = (words, now)
    }
}
