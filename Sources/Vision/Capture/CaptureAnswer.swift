import ByteCoding
import FoundationEssentials

/// What the worker found in a picture.
///
/// Comes from a process that a hostile picture may have taken over: what is decoded here has lines of a known format,
/// numbers within bounds, and of words few, which can be shown; what the lines mean is worked out on this side.
public struct CaptureAnswer: Hashable, Sendable {
    /// The size of the upright picture in pixels, as stored.
    public let width: Int
    public let height: Int
    /// How many pages the file has.
    public let pageCount: Int
    /// What the codec tolerated, in its own words, such as that the data end early; empty for a sound picture.
    public let remarks: [String]
    /// Whether pixels or pages are missing that the file should have; a remark says why.
    public let breaksOff: Bool
    /// The zones, the largest first.
    public let zones: [Zone]
    public let milliseconds: Stages
    /// The library that ran the networks, with its version: `OpenCV 4.6.0`.
    public let engine: String
    /// The picture with marks, where it was asked for.
    public let annotation: [UInt8]

    public init(
        width: Int, height: Int, pageCount: Int, zones: [Zone], milliseconds: Stages, engine: String,
        annotation: [UInt8] = [], remarks: [String] = [], breaksOff: Bool = false
    ) {
        self.width = width
        self.height = height
        self.pageCount = pageCount
        self.zones = zones
        self.milliseconds = milliseconds
        self.engine = engine
        self.annotation = annotation
        self.remarks = Array(remarks.prefix(Self.remarkLimit))
        self.breaksOff = breaksOff
    }

    // MARK: In a message

    /// The most zones of a picture.
    static let zoneLimit = 32
    /// The most remarks, and the most characters of one.
    private static let remarkLimit = 8
    private static let wordLimit = 200
    /// The most bytes of the JSON of an answer.
    private static let limit = 1 << 20

    /// What goes as JSON; pictures follow it in the order of their sizes here.
    private struct Head: Codable {
        let version: Int
        let width: Int
        let height: Int
        let pageCount: Int
        let zones: [ZoneHead]
        let milliseconds: Stages
        let engine: String
        let annotationSize: Int
        let remarks: [String]
        let breaksOff: Bool

        enum CodingKeys: String, CodingKey {
            case version, width, height, pageCount, zones, milliseconds, engine, annotationSize, remarks, breaksOff
        }

        init(_ answer: CaptureAnswer) {
            version = CaptureRequest.version
            width = answer.width
            height = answer.height
            pageCount = answer.pageCount
            zones = answer.zones.map(ZoneHead.init)
            milliseconds = answer.milliseconds
            engine = answer.engine
            annotationSize = answer.annotation.count
            remarks = answer.remarks
            breaksOff = answer.breaksOff
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            try members.checkVersion(CaptureRequest.version, .version)
            version = CaptureRequest.version
            width = try members.number(.width, in: 1...0xFFFF)
            height = try members.number(.height, in: 1...0xFFFF)
            pageCount = try members.number(.pageCount, in: 1...0xFFFF)
            zones = try members.list(.zones, of: ZoneHead.self, count: 0...zoneLimit)
            milliseconds = try members.decode(Stages.self, forKey: .milliseconds)
            engine = try members.decode(String.self, forKey: .engine)
            guard engine.utf8.count <= 40, engine.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
                throw members.failure(.engine, "no name")
            }
            annotationSize = try members.number(.annotationSize, in: 0...VisionRequest.frameLimit)
            remarks = try members.list(.remarks, of: String.self, count: 0...remarkLimit)
                .map { .harmless($0, limit: wordLimit) }
            breaksOff = try members.decode(Bool.self, forKey: .breaksOff)
        }
    }

    /// The bytes behind the status of a response.
    var encoded: [UInt8] {
        // Numbers that are none cannot be written as JSON: then the other side sees a broken answer.
        let json = (try? JSONEncoder().encode(Head(self))).map { [UInt8]($0) } ?? []
        return json.count.octets(4) + json + zones.flatMap(\.crop) + annotation
    }

    init(_ reader: inout ByteReader) throws(DecodingFailure) {
        let head = try reader.json(Head.self, limit: Self.limit)
        width = head.width
        height = head.height
        pageCount = head.pageCount
        milliseconds = head.milliseconds
        engine = head.engine
        remarks = head.remarks
        breaksOff = head.breaksOff
        var zones: [Zone] = []
        for part in head.zones {
            var zone = part.zone
            zone.crop = try reader.picture(part.cropSize)
            zones.append(zone)
        }
        self.zones = zones
        annotation = try reader.picture(head.annotationSize)
        guard reader.takeRest().isEmpty else { throw DecodingFailure(.invalidValue("length"), at: reader.offset) }
    }
}

extension ByteReader {
    /// Takes a picture of a format that viewers open; none where the size is 0.
    fileprivate mutating func picture(_ count: Int) throws(DecodingFailure) -> [UInt8] {
        let offset = offset
        let bytes = try take(count)
        guard bytes.isEmpty || [.png, .jpeg].contains(ImageFormat.detect(bytes)) else {
            throw DecodingFailure(.invalidValue("format"), at: offset)
        }
        return Array(bytes)
    }
}
