import ByteCoding
import FoundationEssentials

/// What a frame of a session gave.
///
/// Comes from a process that a hostile picture may have taken over: what is decoded here are numbers within bounds and
/// words of lists.
public struct FrameAnswer: Hashable, Sendable {
    /// How far the session has come with the document in view.
    public let status: Status
    /// What is missing; nil once the document is read.
    public let hint: Hint?
    /// The corners of the zone in pixels of the frame; none where none was found.
    public let quadrilateral: [CaptureAnswer.Zone.Point]
    public let quality: Quality?
    /// The chance that all characters are right as this frame alone shows them; nil where no zone was read.
    public let confidence: Double?
    /// Documents whose reading this frame ended.
    public let documents: [Document]
    /// How long the stages of this frame took; nil where none was read.
    public let milliseconds: CaptureAnswer.Stages?

    /// How far a session has come.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable {
        case sideInProgress, sideScanned, documentScanned, cancelled
    }

    /// What keeps a document from being read.
    public struct Hint: Codable, Hashable, Sendable {
        public let kind: Kind
        /// By how much the document is turned clockwise, where that is the hint.
        public let degrees: Int?
        /// The check digits that do not hold, where that is the hint.
        public let checkDigits: [CheckDigit]?

        /// The kinds of hints; part of the JSON of `emrtd mrz scan`.
        public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
            case tooDark, tooBright, noZone, tooFar, glare, blurred, turned, checkDigits, namesUncertain
            case charactersUncertain, holdStill, documentChanged
        }

        /// A check digit.
        public enum CheckDigit: String, CaseIterable, Codable, Hashable, Sendable {
            case documentNumber, dateOfBirth, dateOfExpiry, optionalData, composite
        }

        public init(_ kind: Kind, degrees: Int? = nil, checkDigits: [CheckDigit]? = nil) {
            self.kind = kind
            self.degrees = degrees
            self.checkDigits = checkDigits
        }

        private enum CodingKeys: String, CodingKey { case kind, degrees, checkDigits }

        /// Takes what another process sent.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            kind = try members.decode(Kind.self, forKey: .kind)
            degrees = try members.decodeIfPresent(Int.self, forKey: .degrees)
            guard degrees.map((0..<360).contains) ?? true else { throw members.failure(.degrees, "out of bounds") }
            checkDigits = try members.decodeIfPresent([CheckDigit].self, forKey: .checkDigits)
            guard (checkDigits ?? []).count <= 5 else { throw members.failure(.checkDigits, "too many") }
        }
    }

    /// Measures of the picture of the zone, as `FrameQuality` has them.
    public struct Quality: Codable, Hashable, Sendable {
        public let sharpness: Double
        public let brightness: Double
        public let contrast: Double
        public let glare: Double
        /// Pixels between two characters.
        public let pitch: Double

        public init(sharpness: Double, brightness: Double, contrast: Double, glare: Double, pitch: Double) {
            self.sharpness = sharpness
            self.brightness = brightness
            self.contrast = contrast
            self.glare = glare
            self.pitch = pitch
        }
    }

    /// A document whose reading ended.
    public struct Document: Hashable, Sendable {
        public let zone: CaptureAnswer.Zone
        /// Whether it was read to the end; else it went out of view before.
        public let isComplete: Bool
        /// How many frames the lines rest on.
        public let frameCount: Int
        /// The first frame in which it was seen, and the one with which it was complete, else last seen.
        public let first: Mark
        public let last: Mark

        public init(zone: CaptureAnswer.Zone, isComplete: Bool, frameCount: Int, first: Mark, last: Mark) {
            self.zone = zone
            self.isComplete = isComplete
            self.frameCount = frameCount
            self.first = first
            self.last = last
        }
    }

    /// Which frame.
    public struct Mark: Codable, Hashable, Sendable {
        public let sequence: Int
        public let microseconds: Int

        public init(sequence: Int, microseconds: Int) {
            self.sequence = sequence
            self.microseconds = microseconds
        }
    }

    public init(
        status: Status, hint: Hint? = nil, quadrilateral: [CaptureAnswer.Zone.Point] = [], quality: Quality? = nil,
        confidence: Double? = nil, documents: [Document] = [], milliseconds: CaptureAnswer.Stages? = nil
    ) {
        self.status = status
        self.hint = hint
        self.quadrilateral = quadrilateral
        self.quality = quality
        self.confidence = confidence
        self.documents = documents
        self.milliseconds = milliseconds
    }

    // MARK: In a message

    /// The most documents that one frame ends: one that is read and one that was left for it.
    private static let documentLimit = 8
    private static let limit = 1 << 20

    private struct Head: Codable {
        let version: Int
        let status: Status
        let hint: Hint?
        let corners: [Double]
        let quality: Quality?
        let confidence: Double?
        let documents: [Entry]
        let milliseconds: CaptureAnswer.Stages?

        struct Entry: Codable {
            let zone: CaptureAnswer.ZoneHead
            let complete: Bool
            let frames: Int
            let first: Mark
            let last: Mark
        }
    }

    /// The bytes behind the status of a response.
    var encoded: [UInt8] {
        let head = Head(
            version: CaptureRequest.version, status: status, hint: hint,
            corners: quadrilateral.flatMap { [$0.x, $0.y] }, quality: quality,
            confidence: confidence,
            documents: documents.map {
                Head.Entry(
                    zone: CaptureAnswer.ZoneHead($0.zone), complete: $0.isComplete, frames: $0.frameCount,
                    first: $0.first, last: $0.last)
            }, milliseconds: milliseconds)
        // Numbers that are none cannot be written as JSON: then the other side sees a broken answer.
        let json = (try? JSONEncoder().encode(head)).map { [UInt8]($0) } ?? []
        return json.count.octets(4) + json
    }

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        let offset = reader.offset
        let head = try reader.json(Head.self, limit: Self.limit)
        let isSound =
            head.version == CaptureRequest.version && [0, 8].contains(head.corners.count)
            && (head.confidence.map((0...1).contains) ?? true) && head.corners.allSatisfy { abs($0) <= 1e7 }
            && head.documents.count <= Self.documentLimit
            && head.documents.allSatisfy { entry in
                entry.zone.cropSize == 0
                    && [
                        entry.frames, entry.first.sequence, entry.last.sequence, entry.first.microseconds,
                        entry.last.microseconds,
                    ]
                    .allSatisfy { (0...1 << 60).contains($0) }
            }
        guard isSound, reader.takeRest().isEmpty else { throw DecodingFailure(.invalidValue("frame"), at: offset) }
        status = head.status
        hint = head.hint
        quadrilateral = stride(from: 0, to: head.corners.count, by: 2).map {
            CaptureAnswer.Zone.Point(x: head.corners[$0], y: head.corners[$0 + 1])
        }
        quality = head.quality
        confidence = head.confidence
        milliseconds = head.milliseconds
        documents = head.documents.map {
            Document(
                zone: $0.zone.zone, isComplete: $0.complete, frameCount: $0.frames, first: $0.first, last: $0.last)
        }
    }
}
