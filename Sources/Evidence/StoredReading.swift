public import CardTransport
public import LDS
public import MRZ

/// A reading as it is kept: what the chip delivered, and what is needed to judge it again.
public struct StoredReading: Hashable, Sendable {
    /// What the chip delivered.
    public var reading: ChipReading
    /// The lines printed on the document, where somebody typed or scanned them; without line ends.
    public var printedLines: [String]
    /// The program that read the chip, such as `emrtd 0.1.0`.
    public var component: String
    /// The lists of trusted certificates that were used when it was read.
    public var usedLists: [UsedList]
    /// What went over the wire, where it was recorded.
    public var trace: Trace?
    /// The files whose bytes were taken out on request.
    public var redactions: [Redaction]
    /// The records whose bytes were taken out on request.
    public var recordRedactions: [RecordRedaction]
    /// Which access protocols the reader was allowed to use, by name; nil where that is not on record.
    public var accessPolicy: String?
    /// What a picture says of the printed lines, where they come from one; the picture itself is not kept.
    public var capture: CapturedMRZ?
    /// The zone cut out of that picture, as PNG or JPEG; nil unless somebody asked for it to be kept.
    public var zonePicture: [UInt8]?

    /// A list that was at hand.
    public struct UsedList: Hashable, Codable, Sendable {
        public var name: String
        public var certificateCount: Int
        /// The SHA-256 hash of the list, in upper case hexadecimal, where there is one.
        public var sha256: String?

        public init(name: String, certificateCount: Int, sha256: String? = nil) {
            self.name = name
            self.certificateCount = certificateCount
            self.sha256 = sha256
        }
    }

    /// A file whose bytes were taken out, and what is left of it.
    public struct Redaction: Hashable, Sendable {
        public let file: ElementaryFile
        public let byteCount: Int
        /// The SHA-256 hash of the bytes that were taken out.
        public let sha256: [UInt8]

        public init(file: ElementaryFile, byteCount: Int, sha256: [UInt8]) {
            self.file = file
            self.byteCount = byteCount
            self.sha256 = sha256
        }
    }

    /// A record whose bytes were taken out, and what is left of it.
    public struct RecordRedaction: Hashable, Sendable {
        public let file: RecordFile
        public let number: Int
        public let byteCount: Int
        /// The SHA-256 hash of the bytes that were taken out.
        public let sha256: [UInt8]

        public init(file: RecordFile, number: Int, byteCount: Int, sha256: [UInt8]) {
            self.file = file
            self.number = number
            self.byteCount = byteCount
            self.sha256 = sha256
        }
    }

    public init(
        reading: ChipReading, printedLines: [String] = [], component: String = "", usedLists: [UsedList] = [],
        trace: Trace? = nil, redactions: [Redaction] = [], recordRedactions: [RecordRedaction] = [],
        accessPolicy: String? = nil, capture: CapturedMRZ? = nil, zonePicture: [UInt8]? = nil
    ) {
        self.reading = reading
        self.printedLines = printedLines
        self.component = component
        self.usedLists = usedLists
        self.trace = trace
        self.redactions = redactions
        self.recordRedactions = recordRedactions
        self.accessPolicy = accessPolicy
        self.capture = capture
        self.zonePicture = zonePicture
    }
}

/// Why evidence cannot be read, written or removed.
public enum EvidenceError: Error, Hashable, Sendable {
    /// There is no such file or folder.
    case notFound(String)
    /// The folder holds no manifest, so it is no evidence.
    case notEvidence(String)
    /// The path is a link to a folder, which is not deleted through it.
    case linkedFolder(String)
    /// The folder holds other things, which are left alone.
    case foreignFolder(String)
    /// The folder holds evidence already.
    case alreadyThere(String)
    /// The manifest is no JSON or lacks a member, with what is wrong.
    case manifest(String)
    /// Written in another version of the format.
    case format(String)
    /// A file that the manifest lists is not there.
    case missing(String)
    /// A file has not the bytes that the manifest says.
    case altered(String)
    /// A file is larger than any this program keeps.
    case tooLarge(String, limit: Int)
    /// A file is a link, a folder or something else than a plain file.
    case notAFile(String)
    /// Two files of a folder hold the same file of the chip.
    case ambiguous(String, String)
    /// The folder holds no file with a name of a chip's file.
    case nothingToImport(String)
    /// The operating system refuses, with its own words.
    case system(String, path: String)
}

extension EvidenceError: CustomStringConvertible {
    /// One line; names of files, never what they hold.
    public var description: String {
        switch self {
        case .notFound(let path): "there is no '\(path)'"
        case .notEvidence(let path): "'\(path)' holds no evidence: there is no manifest.json of this program in it"
        case .linkedFolder(let path): "'\(path)' is a link to a folder, and nothing is deleted through links"
        case .foreignFolder(let path): "'\(path)' is a folder with other things in it, which are not touched"
        case .alreadyThere(let path): "'\(path)' holds evidence already, which is not overwritten"
        case .manifest(let fault): "the manifest of the evidence is damaged: \(fault)"
        case .format(let format): "this program does not read evidence of format '\(format)'"
        case .missing(let name): "\(name) is missing from the evidence"
        case .altered(let name): "\(name) of the evidence was altered after it was written"
        case .tooLarge(let name, let limit): "\(name) has more than \(limit) bytes"
        case .notAFile(let name): "\(name) is a link, a folder or a device, and no plain file"
        case .ambiguous(let first, let second): "'\(first)' and '\(second)' both look like the same file of the chip"
        case .nothingToImport(let path): "'\(path)' holds no file with a name such as DG1.bin, EF_SOD.bin or 0101.bin"
        case .system(let words, let path): "'\(path)': \(words)"
        }
    }
}

extension EvidenceError {
    /// What to try next, where there is something.
    public var hint: String? {
        switch self {
        case .foreignFolder: "name a folder that does not exist yet, or an empty one"
        case .linkedFolder: "name the folder that it leads to"
        case .alreadyThere: "go on with it by --resume, or name another folder"
        case .altered, .missing: "the rest can still be looked at file by file with 'emrtd lds show'"
        case .ambiguous: "keep one of the two in the folder"
        case .system: "look whether the disk has room and the folder may be written"
        case .nothingToImport, .notEvidence, .notFound, .manifest, .format, .tooLarge, .notAFile: nil
        }
    }
}
