import ByteCoding
import Foundation
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

    /// The options that `init` reads.
    static let options: [Option] = [
        .value(
            "image", "FILE",
            "take the printed lines out of a picture of the document (\(PictureKind.taken)); - for standard input"),
        .value("page", "NUMBER", "with --image: the page of a file that has several (default 1)"),
        .value("zone", "NUMBER", "with --image: which zone, where the picture shows several documents"),
        .flag("try-doubtful", "with --image: send a key to the chip though it is more probably wrong than right"),
    ]

    /// The most bytes of a picture.
    private static let byteLimit = 64 << 20

    /// Reads the picture that the options name; nil where they name none.
    init?(_ invocation: Invocation) throws {
        guard let path = invocation["image"] else {
            let other = ["page", "zone"].first { invocation[$0] != nil }
            if let name = other ?? (invocation[flag: "try-doubtful"] ? "try-doubtful" : nil) {
                throw UsageError("--\(name) goes with --image", command: invocation.command)
            }
            return nil
        }
        let page = try invocation.integer("page", in: 1...65_536)
        let number = try invocation.integer("zone", in: 1...99)
        // The kind comes first: a video has more bytes than a picture may have.
        if let kind = PictureKind(file: path) { throw kind.refusal(path, page: page, command: invocation.command) }
        let bytes = try InputText.bytes(path, limit: Self.byteLimit)
        if let kind = PictureKind(bytes) { throw kind.refusal(path, page: page, command: invocation.command) }
        let name = path == "-" ? "standard input" : URL(filePath: path).lastPathComponent
        let answer: CaptureAnswer
        do throws(VisionError) { answer = try Self.capture(bytes, page: page ?? 1) } catch {
            throw CommandError(
                "'\(path)': \(error)",
                hint: "\(PictureKind.hint(for: error)); or give the printed lines by --mrz-file FILE")
        }
        try self.init(
            answer, zone: number, source: name, page: answer.pageCount > 1 ? page ?? 1 : nil,
            triesDoubtful: invocation[flag: "try-doubtful"])
    }

    /// Asks the worker, with a word on the terminal.
    static func capture(_ picture: [UInt8], page: Int) throws(VisionError) -> CaptureAnswer {
        ProgressLine(step: "reading the picture", fraction: nil).show()
        defer { Terminal.endProgress() }
        var worker = VisionWorker()
        return try worker.capture(CaptureRequest(page: page - 1, wantsCrops: true), picture)
    }

    /// Takes what the worker found in a picture.
    ///
    /// - Parameters:
    ///   - number: The zone that is meant, from 1; nil for the one of a document.
    ///   - triesDoubtful: Whether a key that was not read for certain is given out too.
    package init(
        _ answer: CaptureAnswer, zone number: Int? = nil, source: String, page: Int? = nil,
        triesDoubtful: Bool = false
    ) throws(CommandError) {
        let (zone, remark) = try ZoneChoice.choose(among: answer.zones, number)
        guard let captured = CapturedMRZ(zone, source: source, page: page) else {
            throw CommandError("\(VisionError.brokenAnswer)", hint: VisionError.brokenAnswer.hint)
        }
        self.captured = captured
        picture = Portrait(crop: zone.crop)
        remarks = remark.map { [$0] } ?? []
        switch captured.keyState {
        case .sure, .doubtful: key = captured.zone.keyInformation
        case .uncertain: key = triesDoubtful ? captured.zone.keyInformation : nil
        case .broken, .noKey: key = nil
        }
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

    /// Tells which characters of a key that is sent are doubtful.
    func tell() {
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
                confidence: character.confidence,
                seen: character.printed == character.character ? nil : character.printed,
                overruledBy: character.reason?.rawValue,
                alternatives: character.alternatives.map { Alternative($0.character, chance: $0.chance) })
        }
        self.init(zone.zone, evidence: evidence, confidence: zone.confidence, source: source, page: page)
    }
}

extension Portrait {
    /// A cut-out of the worker; nil where there is none, or one that browsers do not show.
    fileprivate init?(crop: [UInt8]) {
        switch ImageFormat.detect(crop) {
        case .png: self.init(mediaType: .png, bytes: crop)
        case .jpeg: self.init(mediaType: .jpeg, bytes: crop)
        default: return nil
        }
    }
}
