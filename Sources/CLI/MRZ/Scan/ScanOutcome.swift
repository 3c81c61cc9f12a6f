import ByteCoding
import MRZ
import Standards
import Vision

/// One picture that is to be looked at: a file, or a page of one that other programs took apart.
struct ScanItem: Sendable {
    /// The name as it was given or found, as `FileName` writes it; `-` for standard input.
    let file: String
    /// The page, from 1; nil where the file is one picture.
    let page: Int?
    /// Which page of the bytes it is, from 0.
    let pageOfBytes: Int
    let content: Result<[UInt8], ScanFault>
    /// How files that belong to it begin; no other item has the same.
    let stem: String

    var byteCount: Int { (try? content.get().count) ?? 0 }
}

/// Why nothing was read from an input.
struct ScanFault: Error, Hashable, Encodable, Sendable {
    /// A stable name.
    let code: String
    /// Lower case, no full stop.
    let message: String
    /// What to try next.
    let hint: String
    /// Whether the message says of which input it is.
    let namesInput: Bool

    init(_ code: String, _ message: String, hint: String, namesInput: Bool = false) {
        self.code = code
        self.message = message
        self.hint = hint
        self.namesInput = namesInput
    }

    private enum CodingKeys: CodingKey { case code, message, hint }

    /// Of a picture that breaks off before any zone.
    init(damagedBy remarks: [String]) {
        let words = "the picture breaks off, and what came before shows no machine readable zone"
        self.init(
            "damaged", remarks.isEmpty ? words : "\(words) (\(remarks.joined(separator: "; ")))",
            hint: "copy the file again, or take the picture again")
    }

    init(_ error: VisionError) { self.init(error.code, "\(error)", hint: error.hint) }

    /// Nobody waits for the picture any more.
    static let interrupted = ScanFault(VisionError.cancelled)

    var isInterruption: Bool { code == Self.interrupted.code }
}

/// What became of one page.
struct ScannedPage: Sendable {
    let file: String
    /// From 1.
    let page: Int
    /// Whether the file has pages, so that messages name this one.
    var isOneOfSeveral = false
    let result: Result<Reading, ScanFault>

    /// What messages call it.
    var place: String { isOneOfSeveral ? "\(words), page \(page)" : words }

    /// What people call the input.
    var words: String { file == "-" ? "standard input" : name }

    /// What programs call the file: `-` is standard input.
    var name: String { FileName.shown(file) }

    struct Reading: Sendable {
        let width: Int
        let height: Int
        let zones: [CaptureAnswer.Zone]
        let milliseconds: CaptureAnswer.Stages
        let engine: String
        /// Where the marked picture was written.
        let annotation: String?
        /// Where each zone's picture was written; empty where none was asked for.
        let crops: [String?]
        /// Why pictures that were asked for were not written.
        let faults: [ScanFault]
        /// What the codec tolerated, in its own words.
        var remarks: [String] = []
        /// Whether pixels or pages are missing that the file should have.
        var breaksOff = false

        /// That something is missing, for people; nil where nothing is.
        var damage: String? {
            guard breaksOff else { return nil }
            let words = "the picture breaks off; what came before was read"
            return remarks.isEmpty ? words : "\(words) (\(remarks.joined(separator: "; ")))"
        }
    }
}

/// What all pages came to, and with that the exit status.
struct ScanTally: Sendable {
    private(set) var pages = 0
    private(set) var zones = 0
    private(set) var results: [CaptureAnswer.Zone.Result: Int] = [:]
    /// Inputs that failed or show no zone.
    private(set) var failures = 0
    /// Pages of files of which pages come one by one, that showed no zone so far.
    private var openFile: (name: String, hasZone: Bool)?

    /// Counts one page; the pages of a file follow each other.
    mutating func add(_ page: ScannedPage, asOf reference: Timestamp) {
        if openFile?.name != page.file { closeFile() }
        var hasZone = openFile?.hasZone ?? false
        pages += 1
        switch page.result {
        case .failure:
            failures += 1
            // It is counted already.
            hasZone = true
        case .success(let reading):
            zones += reading.zones.count
            failures += reading.faults.isEmpty ? 0 : 1
            for zone in reading.zones {
                results[zone.result(asOf: reference), default: 0] += 1
                hasZone = true
            }
        }
        openFile = (page.file, hasZone)
    }

    /// Counts what is missing behind what was read: whether it shows a document is open.
    mutating func addPart() { results[.undetermined, default: 0] += 1 }

    /// Counts the last file as one without a zone, where it showed none.
    mutating func closeFile() {
        if let openFile, !openFile.hasZone { failures += 1 }
        openFile = nil
    }

    /// The status by which the program ends; the worst of all inputs decides.
    var status: ExitStatus {
        if failures > 0 || pages == 0 { return .failed }
        if results[.invalid, default: 0] > 0 { return .rejected }
        return results[.undetermined, default: 0] > 0 ? .undecided : .success
    }
}
