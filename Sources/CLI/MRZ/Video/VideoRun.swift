import FrameSources
import Vision

/// Scans videos, streams and cameras, one after the other, and shows what comes.
final class VideoRun {
    private let options: ScanOptions
    private let video: VideoOptions
    private var worker = VisionWorker(isCancelled: { StreamInterruption.wasAsked })
    private var hasPrinted = false
    private var line = HintLine()
    /// What all sources came to.
    private(set) var tally = ScanTally()

    init(_ options: ScanOptions, _ video: VideoOptions) {
        self.options = options
        self.video = video
    }

    /// Scans all sources, and then pictures.
    ///
    /// - Returns: The worse of what both came to.
    func scan(_ videos: [VideoInput], then pictures: [String]) throws -> ExitStatus {
        _ = StreamInterruption.watch()
        for input in videos where !StreamInterruption.wasAsked { try scan(input) }
        tally.closeFile()
        guard !StreamInterruption.wasAsked else {
            throw CommandError("interrupted, so the rest was left out").afterResult
        }
        guard !pictures.isEmpty else { return tally.status }
        if hasPrinted { Terminal.print("") }
        return max(tally.status, try ScanRun(options, patience: video.timeout).scan(pictures))
    }

    private func max(_ first: ExitStatus, _ second: ExitStatus) -> ExitStatus {
        let order: [ExitStatus] = [.success, .undecided, .rejected, .failed, .usage]
        return order.last { $0 == first || $0 == second } ?? .failed
    }

    /// Scans one source to its end.
    private func scan(_ input: VideoInput) throws {
        let scan = VideoScan(input, video) { [self] event in show(event, of: input) }
        let outcome = scan.run(&worker)
        Terminal.endProgress()
        let isLeft = StreamInterruption.wasAsked
        if !isLeft, outcome.documentCount == 0 || outcome.fault != nil {
            showEnd(input, outcome)
        } else if let end = outcome.breakOff {
            show(end, of: input)
        }
        if outcome.droppedCount > 0, !input.isLive {
            Terminal.note("\(input.place): \(Counted.text(outcome.droppedCount, "frame")) left out")
        }
        try Terminal.requireOutput()
    }

    private func show(_ event: VideoScan.Event, of input: VideoInput) {
        switch event {
        case .frame(let frame, let answer):
            line.show(input, frame: frame.sequence, answer)
            if video.showsStatus, let text = try? FrameView(input.name, frame, answer).json() { Terminal.print(text) }
        case .document(let document, let width, let height):
            Terminal.endProgress()
            show(document, of: input, width, height)
        case .note(let words):
            Terminal.endProgress()
            Terminal.note(words)
        }
    }

    private func show(_ document: FrameAnswer.Document, of input: VideoInput, _ width: Int, _ height: Int) {
        let page = page(input.name, .success(reading(width, height, [document.zone])))
        tally.add(page, asOf: options.referenceDate)
        switch options.form {
        case .json:
            for var view in ScanView.all(of: page, asOf: options.referenceDate, withCharacters: options.withCharacters)
            {
                view.take(document)
                if let text = try? view.json() { Terminal.print(text) }
            }
        case .lines:
            guard document.zone.isCertain else {
                Terminal.note("\(input.place): a zone is undetermined, and its lines are left out")
                return
            }
            Terminal.print((hasPrinted ? "\n" : "") + document.zone.lines.joined(separator: "\n"))
            hasPrinted = true
        case .text:
            let time = Int(FrameTime.seconds(of: document.last).rounded(.down))
            let place =
                "\(input.name), frame \(document.last.sequence + 1) at \(time / 60):\(time % 60 < 10 ? "0" : "")\(time % 60)"
            let named = self.page(place, page.result)
            let text = ScanText(named, asOf: options.referenceDate, usesColour: Terminal.showsColour).text
            Terminal.print((hasPrinted ? "\n" : "") + text)
            hasPrinted = true
        }
    }

    /// Says that no document was read, or why the source ended.
    private func showEnd(_ input: VideoInput, _ outcome: VideoScan.Outcome) {
        let result: Result<ScannedPage.Reading, ScanFault> =
            if let fault = outcome.fault {
                .failure(fault)
            } else if let end = outcome.breakOff {
                .failure(
                    ScanFault(
                        "damaged", "\(end.message), and what came before shows no machine readable zone",
                        hint: VideoScan.BreakOff.hint))
            } else if let size = outcome.size {
                .success(reading(size.width, size.height, []))
            } else {
                .failure(
                    ScanFault(
                        "undecodable", "there is no frame in it",
                        hint: "play it with another program, or make it anew: 'ffmpeg -i FILE OUT.mkv'"))
            }
        let page = page(input.name, result)
        tally.add(page, asOf: options.referenceDate)
        if case .failure(let fault) = result {
            let words = fault.namesInput ? fault.message : "\(page.name): \(fault.message)"
            Terminal.error(words, hint: fault.hint)
        }
        switch options.form {
        case .json:
            for var view in ScanView.all(of: page, asOf: options.referenceDate, withCharacters: false) {
                view.ms = nil
                view.engine = nil
                view.frames = outcome.frameCount
                if let text = try? view.json() { Terminal.print(text) }
            }
        case .lines: if case .success = result { Terminal.note("\(page.name): no machine readable zone") }
        case .text:
            let text = ScanText(page, asOf: options.referenceDate, usesColour: Terminal.showsColour).text
            if !text.isEmpty { Terminal.print((hasPrinted ? "\n" : "") + text) }
            hasPrinted = true
        }
    }

    /// Says that the rest is missing behind what was read.
    private func show(_ end: VideoScan.BreakOff, of input: VideoInput) {
        let page = page(input.name, .success(reading(0, 0, [])))
        Terminal.note("\(page.name): \(end.message); what came before was read", hint: VideoScan.BreakOff.hint)
        tally.addPart()
        guard options.form == .json, let text = try? ScanView(page, breakingOff: end).json() else { return }
        Terminal.print(text)
    }

    private func page(_ file: String, _ result: Result<ScannedPage.Reading, ScanFault>) -> ScannedPage {
        ScannedPage(file: file, page: 1, result: result)
    }

    private func reading(_ width: Int, _ height: Int, _ zones: [CaptureAnswer.Zone]) -> ScannedPage.Reading {
        ScannedPage.Reading(
            width: width, height: height, zones: zones,
            milliseconds: CaptureAnswer.Stages(
                decode: 0, find: 0, recognise: 0, decide: 0, draw: 0, total: 0, processor: 0), engine: "",
            annotation: nil, crops: [], faults: [])
    }
}

extension ScanView {
    /// Takes in which frames of a video show the document.
    mutating func take(_ document: FrameAnswer.Document) {
        // Times of single stages mean nothing over many frames.
        ms = nil
        engine = nil
        frame = document.last.sequence + 1
        seconds = FrameTime.seconds(of: document.last)
        firstFrame = document.first.sequence + 1
        frames = document.frameCount
        complete = document.isComplete
    }
}
