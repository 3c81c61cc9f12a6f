public import ByteCoding
import FoundationEssentials

/// Asks the worker for the machine readable zones of a picture.
///
/// Travels as JSON, four bytes of length before it, in front of the picture; members that are not known are passed over.
public struct CaptureRequest: Codable, Hashable, Sendable {
    /// The version that both sides must speak.
    public static let version = 1

    /// The page of a file with several, from 0.
    public var page: Int
    /// The longest side in which a large picture is first looked at, in pixels; small print is looked at again.
    public var longestSide: Int
    /// Whether each zone is cut out, turned upright.
    public var wantsCrops: Bool
    /// The form of the picture in which zones and doubtful characters are marked; nil for none.
    public var annotation: PictureForm?
    /// The size of a picture that is stored without any format, as frames of a video are.
    public var samples: Samples?

    /// A form in which pictures come back.
    public enum PictureForm: String, CaseIterable, Codable, Hashable, Sendable {
        case png, jpeg

        /// The format of the bytes.
        public var format: ImageFormat { self == .png ? .png : .jpeg }
    }

    /// The size of samples of eight bits a channel, line after line from the top.
    public struct Samples: Codable, Hashable, Sendable {
        public let width: Int
        public let height: Int
        /// 1 for grey, 3 for red, green, blue.
        public let channelCount: Int

        public init(width: Int, height: Int, channelCount: Int = 1) {
            self.width = width
            self.height = height
            self.channelCount = channelCount
        }
    }

    /// Asks for the zones of a picture.
    public init(
        page: Int = 0, longestSide: Int = 2400, wantsCrops: Bool = false, annotation: PictureForm? = nil,
        samples: Samples? = nil
    ) {
        self.page = page
        self.longestSide = longestSide
        self.wantsCrops = wantsCrops
        self.annotation = annotation
        self.samples = samples
    }

    private enum Key: String, CodingKey { case version, page, longestSide, crops, annotation, samples }

    /// Takes what another process sent.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        try members.checkVersion(Self.version, .version)
        page = try members.number(.page, in: 0...0xFFFF)
        longestSide = try members.number(.longestSide, in: 64...0xFFFF)
        wantsCrops = try members.decodeIfPresent(Bool.self, forKey: .crops) ?? false
        annotation = try members.decodeIfPresent(PictureForm.self, forKey: .annotation)
        samples = try members.decodeIfPresent(Samples.self, forKey: .samples)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(Self.version, forKey: .version)
        try members.encode(page, forKey: .page)
        try members.encode(longestSide, forKey: .longestSide)
        if wantsCrops { try members.encode(true, forKey: .crops) }
        try members.encodeIfPresent(annotation, forKey: .annotation)
        try members.encodeIfPresent(samples, forKey: .samples)
    }

    // MARK: In a message

    /// The most bytes of the JSON of a request.
    private static let limit = 1 << 16

    /// This request and the picture, as `VisionRequest.picture` holds both.
    package func encoded(with picture: [UInt8]) -> [UInt8] {
        // A value of numbers and words can always be written.
        let json = (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
        return json.count.octets(4) + json + picture
    }

    /// Takes the two apart again.
    package static func decode(_ encoded: [UInt8]) throws(DecodingFailure) -> (CaptureRequest, picture: [UInt8]) {
        var reader = ByteReader(encoded)
        let json = try reader.json(CaptureRequest.self, limit: limit)
        return (json, Array(reader.takeRest()))
    }
}

extension VisionRequest {
    /// Asks for the machine readable zones of a picture.
    public init(_ capture: CaptureRequest, _ picture: [UInt8]) {
        self.init(.capture, capture.encoded(with: picture))
    }
}
