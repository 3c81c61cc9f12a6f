import ByteCoding
import Foundation
import Inspection
package import MRZ
package import Report
package import Standards
package import Vision

/// The printed lines out of a picture of the document, and how far they can be relied on.
package struct CapturedInput {
    /// What the picture says.
    package let captured: CapturedMRZ
    /// The zone cut out of the picture, for the page of the report.
    package let picture: Portrait?
    /// What a report has to say of the choice of the zone.
    package let remarks: [Reason]
    /// What opens the chip; nil where the lines give no key that may be sent to one.
    package let key: MRZKeyInformation?

    /// Reads the picture, the video or the camera that the options name; nil where they name none.
    init?(_ invocation: Invocation) throws {
        guard let options = try CaptureOptions(invocation) else { return nil }
        _ = StreamInterruption.watch()
        var worker = VisionWorker(isCancelled: { StreamInterruption.wasAsked })
        switch options.source {
        case .picture(let path):
            var picture = PictureCapture(path, page: options.page)
            let found = try picture.read(by: &worker)
            let name = path == "-" ? "standard input" : URL(filePath: path).lastPathComponent
            try self.init(
                found.answer, zone: options.zone, source: name, page: found.page,
                triesDoubtful: options.triesDoubtful)
        case .frames(let input):
            let found = try FrameCapture(input, timeout: options.timeout).read(by: &worker)
            try self.init(found, triesDoubtful: options.triesDoubtful)
        }
    }

    /// What is said where somebody asks for the end; no chip is asked for anything then.
    static let ended = CommandError("ended on request, before the printed lines were read")

    /// Asks the worker, with a word on the terminal.
    static func capture(_ picture: [UInt8]) throws(VisionError) -> CaptureAnswer {
        ProgressLine(step: "reading the picture", fraction: nil).show()
        defer { Terminal.endProgress() }
        var worker = VisionWorker()
        return try worker.capture(CaptureRequest(wantsCrops: true), picture)
    }

    /// Takes what the worker found in a picture.
    ///
    /// - Parameters:
    ///   - number: The zone that is meant, from 1; nil for the one of a document.
    ///   - triesDoubtful: Whether a key that is more probably wrong than right is given out too.
    package init(
        _ answer: CaptureAnswer, zone number: Int? = nil, source: String, page: Int? = nil,
        triesDoubtful: Bool = false
    ) throws(CommandError) {
        let (zone, visa) = try ZoneChoice.choose(among: answer.zones, number)
        var remarks = visa.map { [$0] } ?? []
        if answer.breaksOff { remarks.append(Self.breaksOff(answer.remarks)) }
        try self.init(zone, source: source, page: page, remarks: remarks, triesDoubtful: triesDoubtful)
    }

    /// Takes what frames show together.
    package init(_ found: FrameCapture.Found, triesDoubtful: Bool = false) throws(CommandError) {
        var remarks = found.showsVisa ? [ZoneChoice.visa] : []
        if found.breaksOff { remarks.append(Self.breaksOff([])) }
        try self.init(found.zone, source: found.source, page: nil, remarks: remarks, triesDoubtful: triesDoubtful)
    }

    private init(
        _ zone: CaptureAnswer.Zone, source: String, page: Int?, remarks: [Reason], triesDoubtful: Bool
    ) throws(CommandError) {
        guard let captured = CapturedMRZ(zone, source: source, page: page) else {
            throw CommandError("\(VisionError.brokenAnswer)", hint: VisionError.brokenAnswer.hint)
        }
        self.captured = captured
        picture = Portrait(crop: zone.crop)
        self.remarks = remarks + (zone.marked.isEmpty ? [] : [Self.marks(zone.marked)])
        switch captured.keyState {
        case .sure, .doubtful: key = captured.zone.keyInformation
        case .uncertain: key = triesDoubtful ? captured.zone.keyInformation : nil
        case .broken, .noKey: key = nil
        }
    }

    private static func breaksOff(_ words: [String]) -> Reason {
        let cause = words.isEmpty ? "" : " (\(words.joined(separator: "; ")))"
        return Reason(
            "pictureBreaksOff", "The picture of the printed lines breaks off; what came before was read\(cause).")
    }

    private static func marks(_ places: [CaptureAnswer.Zone.Place]) -> Reason {
        let named = places.prefix(8).map { "line \($0.line) position \($0.position)" }.joined(separator: ", ")
        let rest = places.count > 8 ? " and \(places.count - 8) more" : ""
        return Reason(
            "lettersMarked",
            "Letters of the printed lines bear a mark and are read without, as Ñ is read as N: \(named)\(rest).")
    }

    /// Why no key is sent to the chip; nil where one is.
    ///
    /// Places are named, and never what stands there: errors go into logs.
    package var refusal: CommandError? {
        guard key == nil else { return nil }
        switch captured.keyState {
        case .sure, .doubtful: return nil
        case .uncertain(let doubts):
            return CommandError(
                "the picture leaves the key to the chip open, in \(Self.places(doubts))",
                hint: "compare these characters with the document and give the lines by --mrz-file FILE, "
                    + "take a better picture, or add --try-doubtful")
        case .broken(let digits, _) where captured.showsKeyClearly:
            let message =
                digits.isEmpty
                ? "a date as printed is none"
                : "the check digit is wrong as printed: \(digits.map(\.label).joined(separator: ", "))"
            return CommandError(message, hint: "\(ScanText.clearAndWrong); typing the lines does not help")
        case .broken(let digits, let doubts):
            let fields = digits.isEmpty ? "a date" : digits.map(\.label).joined(separator: ", ")
            let places = doubts.isEmpty ? "" : "; doubtful: \(Self.places(doubts))"
            return CommandError(
                "the check digit does not fit what the picture shows: \(fields)\(places)",
                hint: "take a better picture, or give the printed lines by --mrz-file FILE")
        case .noKey:
            return CommandError(
                "the picture shows the lines of a document without a chip that they open (\(captured.zone.format.rawValue))",
                hint: "take a picture of the passport's data page, or of the back of the card")
        }
    }

    /// Tells what is odd about the picture, and which characters of a key that is sent are doubtful.
    func tell() {
        for remark in remarks { Terminal.note(remark.line) }
        for doubt in captured.layoutDoubts { Terminal.note(Reason(doubt.rawValue, doubt.words).line) }
        guard key != nil else { return }
        switch captured.keyState {
        case .doubtful(let doubts), .uncertain(let doubts):
            Terminal.note(
                "the picture leaves characters of the key open: \(Self.places(doubts))",
                hint: "if the chip refuses it, give the printed lines by --mrz-file FILE")
        case .sure, .broken, .noKey: return
        }
    }

    private static func places(_ doubts: [CapturedMRZ.Doubt]) -> String {
        let named = doubts.prefix(8).map { "\($0.place)" }.joined(separator: ", ")
        return doubts.count > 8 ? "\(named) and \(doubts.count - 8) more" : named
    }
}

extension CapturedMRZ {
    /// What the worker says of a zone; nil for an answer that is not whole.
    init?(_ zone: CaptureAnswer.Zone, source: String, page: Int?) {
        let evidence = zone.characters.map { character in
            Evidence(
                of: character.character, printed: character.printed, confidence: character.confidence,
                reason: character.reason?.rawValue,
                alternatives: character.alternatives.map { Alternative($0.character, chance: $0.chance) })
        }
        self.init(
            zone.zone, evidence: evidence, confidence: zone.confidence, layoutDoubts: zone.doubts, source: source,
            page: page)
    }
}

extension CapturedMRZ {
    /// Says that no other reading of the key is tried, and which characters to look at for the likeliest ones.
    ///
    /// Places are named, and never what stands there: the report has that.
    func tellUntried() {
        let places = keyRereadings().filter { $0.share >= CaptureSummary.leastShare }.flatMap(\.replacements).map(
            \.place)
        var named: [String] = []
        for place in places.map({ "\($0)" }) where !named.contains(place) { named.append(place) }
        Terminal.note(
            "the chip did not take the key, and no other reading of the picture is tried",
            hint: named.isEmpty
                ? "make sure that the picture is of the document on the reader"
                : "compare \(named.prefix(8).joined(separator: ", ")) with the document, and give its lines by --mrz-file FILE"
        )
    }
}

extension Portrait {
    /// A cut-out of the worker; nil where there is none, or one that browsers do not show.
    init?(crop: [UInt8]) {
        switch ImageFormat.detect(crop) {
        case .png: self.init(mediaType: .png, bytes: crop)
        case .jpeg: self.init(mediaType: .jpeg, bytes: crop)
        default: return nil
        }
    }
}
