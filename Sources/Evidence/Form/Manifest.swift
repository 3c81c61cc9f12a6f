import ByteCoding
import FoundationEssentials
import LDS
import Standards

/// The JSON form of a stored reading, without the bytes of its files (in a folder) or with them (in one line).
struct Manifest: Codable {
    static let formatName = "emrtd/evidence/1"

    var format = Manifest.formatName
    var component: String
    var startedAt: String
    var readerName: String?
    var answerToReset: String
    var printedLines: [String]?
    /// What a picture says of the printed lines; nil where they were typed.
    var capture: Capture?
    var access: Access
    var activeAuthentication: ActiveAuthentication?
    var chipAuthentication: ChipAuthentication?
    var terminalAuthentication: TerminalAuthentication?
    var files: [File]
    /// The records of LDS2 applications; nil where there are none.
    var records: [Record]?
    /// What became of the files of records; nil where the chip was not asked for them.
    var recordFiles: [RecordList]?
    var steps: [Step]
    var remarks: [Note]
    var brokenOff: Note?
    var usedLists: [StoredReading.UsedList]?
    /// The trace as its file has it; in a line only.
    var trace: String?

    struct Access: Codable {
        var offersPACE: Bool?
        var used: String?
        var failure: Note?
        var keyFitsDG1: Bool?
        var pace: PACE?
        var attempts: [Attempt]?
        var remainingTries: Int?
        /// Which protocols were allowed: `auto`, `pace-only` or `bac-only`; nil where that is not on record.
        var policy: String?
    }

    struct ActiveAuthentication: Codable {
        var challenge: String
        var signature: String?
        var refused: String?
    }

    struct File: Codable {
        var name: String
        /// `read`, `absent`, `refused`, `protected`, `skipped`, `damaged`, `partial` or `redacted`.
        var state: String
        var status: String?
        var fault: Note?
        var byteCount: Int?
        var totalByteCount: Int?
        var sha256: String?
        /// The bytes; in a line only.
        var base64: String?
    }

    struct Record: Codable {
        /// The name of the file of records.
        var file: String
        var number: Int
        /// `read` or `redacted`.
        var state: String
        var byteCount: Int
        var sha256: String
        /// The bytes; in a line only.
        var base64: String?
    }

    struct RecordList: Codable {
        var file: String
        /// `read`, `incomplete`, `absent`, `refused`, `protected` or `skipped`.
        var state: String
        /// How many records there are, where all were read.
        var count: Int?
        var status: String?
        var reason: Note?
    }

    struct Step: Codable {
        var name: String
        var apduCount: Int
        var sentByteCount: Int
        var receivedByteCount: Int
        var microseconds: Int
    }

    struct Note: Codable {
        var code: String
        var text: String

        init(_ reason: Reason) {
            code = reason.code
            text = reason.text
        }

        var reason: Reason { Reason(code, text) }
    }

    /// The manifest as JSON; `isLine` for one without line ends.
    func json(isLine: Bool) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !isLine { encoder.outputFormatting.insert(.prettyPrinted) }
        return Array(try encoder.encode(self)) + [0x0A]
    }

    /// Reads what `json` wrote.
    static func decode(_ bytes: [UInt8]) throws(EvidenceError) -> Manifest {
        struct Head: Codable { var format: String? }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: Data(bytes)), let format = head.format else {
            throw .manifest("it is no JSON object with a format")
        }
        guard format == formatName else { throw .format(format) }
        do { return try decoder.decode(Manifest.self, from: Data(bytes)) } catch {
            throw .manifest(Self.place(of: error))
        }
    }

    /// The member at which decoding failed.
    private static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "a member is missing" }
        let (path, last): ([any CodingKey], (any CodingKey)?) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context.codingPath, nil)
            @unknown default: ([], nil)
            }
        let names = (path + (last.map { [$0] } ?? [])).map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
        let place = names.joined().drop { $0 == "." }
        return place.isEmpty ? "it is no JSON object" : "'\(place)' is missing or of another type"
    }
}
