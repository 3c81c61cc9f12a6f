import Foundation
import MRZ
import Report
import Standards
import Synchronization
import Vision

extension Command {
    private static let surePercentage = Int((CapturedMRZ.sureConfidence * 100).rounded())

    static let mrzScan = Command(
        "mrz", "scan",
        summary: "read machine readable zones from pictures",
        discussion: """
            Finds every zone of each picture, whichever way up it is, and reads it. The lines are what is held to be \
            printed: where check digits or a field's alphabet say something else than the picture, that is told, with how \
            certain each character is. Certain is what is right with a chance of \(surePercentage) in 100, every character of names, which no \
            check digit covers, counted in; anything less is undetermined and only a proposal. Pictures are decoded by \
            emrtd-vision, under limits of memory and time: one that cannot be read is an error \
            of its own and the others are read all the same.

            With --json each zone is a line of JSON, and so is each page without a zone and each input that failed; 'ms' \
            has the milliseconds that decode, find, recognise, decide and draw took for the page, in total and of the \
            processor. \
            Results come in the order of the inputs. With --lines the lines of certain zones come out and nothing else; \
            an empty line parts one zone from the next. 'emrtd mrz check' and --mrz-file of other commands take them from \
            a pipe, one document at a time: a picture of one, or one part of the output.

            A picture that breaks off is read as far as it goes: a zone in it counts and is told with a remark, and \
            without one it is an error. Parts of --pages that a file named here lacks are errors; in a folder only files \
            that have none of the pages are.

            The exit status is 3 where an input failed or shows no zone, else 1 where a zone breaks a rule, else 2 where one \
            is undetermined, else 0: all was read and is valid. Of a file with several pages a page without a zone counts only \
            where none of the pages that were looked at shows one; a page that failed or breaks off without a zone always \
            counts.

            A video or stream that breaks off is read as far as it goes, too. If it showed documents until then, a last \
            line says that the rest is undetermined and how many whole frames there were, and the exit status is 2 at \
            best; if it showed none, it is an error. --annotate and --crop are for pictures alone.

            Ctrl-C ends the scan at once: what was read before stays printed, what was under way is left out, and the \
            exit status is 3. A pipe is read as standard input is, where it is named itself; in a folder it is an error. \
            A name that is not UTF-8 is shown as shells take it, such as $'b\\xE4d.png'; with --json its bytes come, too. \
            A picture over which emrtd-vision ends is tried once more.
            """,
        operands: [
            Operand(
                "FILE",
                "JPEG, PNG, TIFF, WebP, bitmaps, HEIC, PDF, videos, and folders of pictures; '-' is standard input",
                arity: .any)
        ],
        options: ScanOptions.all + VideoOptions.all + [MRZInput.referenceDate],
        examples: [
            Example(
                "emrtd mrz scan TestVectors/capture/specimen-td3.png", "the fields of a specimen passport"),
            Example(
                "emrtd mrz scan --lines TestVectors/capture/specimen-td3.png | emrtd mrz check",
                "the lines alone, handed on"),
        ]
    ) { invocation in
        let video = try VideoOptions(invocation)
        if video.usesCamera, invocation.operands == ["list"] {
            return try CameraList.show(asJSON: invocation[flag: "json"])
        }
        let (videos, pictures) = video.inputs(invocation.operands)
        let wantsPictures = invocation["annotate"] != nil || invocation["crop"] != nil
        // Before the folders are made.
        guard !wantsPictures || videos.isEmpty || !pictures.isEmpty else {
            throw UsageError(
                "--annotate and --crop are for pictures, and here only frames are read", command: invocation.command)
        }
        let options = try ScanOptions(invocation)
        if wantsPictures, !videos.isEmpty {
            Terminal.note("of videos no picture is written: --annotate and --crop are for pictures")
        }
        guard !videos.isEmpty else { return try ScanRun(options, patience: video.timeout).scan(pictures) }
        return try VideoRun(options, video).scan(videos, then: pictures)
    }
}

/// The options of a scan.
struct ScanOptions: Sendable {
    let jobs: Int
    let pages: PageSelection
    let pictures: ScanPictures
    let form: Form
    let withCharacters: Bool
    let referenceDate: Timestamp

    /// What is printed.
    enum Form: Sendable { case text, json, lines }

    static let all: [Option] =
        [
            .flag("json", "print a line of JSON for each zone"),
            .flag("lines", "print the lines of zones that are certain, and nothing else; an empty line parts them"),
            .flag("characters", "with --json: every character with its certainty and what else it may be"),
            .value("pages", "LIST", "pages of files with several, such as 1-3,5 (default: all)"),
            .value("jobs", "N", "how many pictures are read at the same time (default: one for each core)"),
        ] + ScanPictures.options

    init(_ invocation: Invocation) throws {
        let isJSON = invocation[flag: "json"]
        guard !isJSON || !invocation[flag: "lines"] else {
            throw UsageError("--json and --lines exclude each other", command: invocation.command)
        }
        guard isJSON || !invocation[flag: "characters"] else {
            throw UsageError("--characters goes with --json", command: invocation.command)
        }
        guard invocation.operands.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input is given twice", command: invocation.command)
        }
        form = isJSON ? .json : invocation[flag: "lines"] ? .lines : .text
        withCharacters = invocation[flag: "characters"]
        referenceDate = try MRZInput.referenceDate(invocation)
        jobs = try invocation.integer("jobs", in: 1...256) ?? ProcessInfo.processInfo.activeProcessorCount
        pages = try Self.pages(invocation)
        pictures = try ScanPictures(invocation)
    }

    private static func pages(_ invocation: Invocation) throws(UsageError) -> PageSelection {
        guard let text = invocation["pages"] else { return .all }
        guard let pages = PageSelection(text) else {
            throw UsageError(
                "'--pages' is a list such as 1-3,5, with pages from 1 to \(PageSelection.limit)",
                command: invocation.command)
        }
        return pages
    }
}

/// One run of the command.
final class ScanRun: Sendable {
    private let options: ScanOptions
    /// How long bytes of another program are waited for; nil for the usual time.
    private let patience: Duration?
    private let state = Mutex(State())
    private let start = ContinuousClock.now

    private struct State {
        var tally = ScanTally()
        var printed = 0
    }

    /// The most bytes of pictures that wait or are read.
    private static let byteLimit = 256 << 20

    init(_ options: ScanOptions, patience: Duration? = nil) {
        self.options = options
        self.patience = patience
    }

    func scan(_ operands: [String]) throws -> ExitStatus {
        _ = StreamInterruption.watch()
        let options = options
        let jobs = OrderedJobs<ScanItem, ScannedPage>(
            jobs: options.jobs, byteLimit: Self.byteLimit,
            makeWork: {
                let worker = ScanWorker(VisionWorker(isCancelled: { StreamInterruption.wasAsked }), options.pictures)
                return { worker.read($0) }
            },
            deliver: { self.take($0) })
        let inColours = options.pictures.wantsCrops || options.pictures.wantsAnnotations
        var inputs = ScanInputs(operands, options.pages, inColours: inColours, patience: patience)
        while !StreamInterruption.wasAsked, Terminal.lostOutput == nil, let item = inputs.next() {
            jobs.hand(over: item, byteCount: item.byteCount)
        }
        jobs.finish()
        Terminal.endProgress()
        guard !StreamInterruption.wasAsked else {
            throw CommandError("interrupted, so the rest was left out").afterResult
        }
        return state.withLock { state in
            state.tally.closeFile()
            return state.tally.status
        }
    }

    // MARK: Results

    private func take(_ page: ScannedPage) {
        if case .failure(let fault) = page.result, fault.isInterruption { return }
        Terminal.endProgress()
        show(page)
        let pages = state.withLock { state in
            state.tally.add(page, asOf: options.referenceDate)
            return state.tally.pages
        }
        if ContinuousClock.now - start > .seconds(1) {
            ProgressLine(step: "\(Counted.text(pages, "picture")) read, \(SafeText.clean(page.words))", fraction: nil)
                .show()
        }
    }

    private func show(_ page: ScannedPage) {
        switch page.result {
        case .failure(let fault):
            Terminal.error("\(page.place): \(fault.message)", hint: fault.hint)
        case .success(let reading):
            for fault in reading.faults { Terminal.error("\(page.place): \(fault.message)", hint: fault.hint) }
        }
        switch options.form {
        case .json:
            for view in ScanView.all(of: page, asOf: options.referenceDate, withCharacters: options.withCharacters) {
                // Numbers within bounds and texts can always be written.
                if let line = try? view.json() { Terminal.print(line) }
            }
        case .lines: showLines(of: page)
        case .text:
            let text = ScanText(page, asOf: options.referenceDate, usesColour: Terminal.showsColour).text
            guard !text.isEmpty else { return }
            Terminal.print(isFirst ? text : "\n" + text)
        }
    }

    private func showLines(of page: ScannedPage) {
        guard case .success(let reading) = page.result else { return }
        if reading.zones.isEmpty { Terminal.note("\(page.place): no machine readable zone") }
        if let damage = reading.damage { Terminal.note("\(page.place): \(damage)") }
        for zone in reading.zones {
            guard zone.isCertain else {
                Terminal.note("\(page.place): a zone is undetermined, and its lines are left out")
                continue
            }
            Terminal.print((isFirst ? "" : "\n") + zone.lines.joined(separator: "\n"))
        }
    }

    /// Whether nothing was printed before; from then on something was.
    private var isFirst: Bool {
        state.withLock { state in
            state.printed += 1
            return state.printed == 1
        }
    }
}
