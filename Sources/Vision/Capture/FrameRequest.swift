package import ByteCoding
import FoundationEssentials

/// One step of a session over many frames, in which the worker gathers what each of them shows.
///
/// A worker holds one session: `begin` opens it anew, each frame is counted in, and `finish` asks for what is left.
/// Travels as JSON, four bytes of length before it, in front of the frame's bytes.
public struct FrameRequest: Codable, Hashable, Sendable {
    public let step: Step
    /// How many frames must show the same lines before a document is read.
    public let agreeingFrameCount: Int
    /// The frame's size and format, for the step `frame`.
    public let frame: Frame?

    /// What is asked.
    public enum Step: String, CaseIterable, Codable, Hashable, Sendable { case begin, frame, finish }

    /// A frame without its bytes.
    public struct Frame: Codable, Hashable, Sendable {
        public let width: Int
        public let height: Int
        /// Whether the bytes are a JPEG picture; else brightness, a byte for each pixel.
        public let isJPEG: Bool
        public let sequence: Int
        public let microseconds: Int

        public init(width: Int, height: Int, isJPEG: Bool, sequence: Int, microseconds: Int) {
            self.width = width
            self.height = height
            self.isJPEG = isJPEG
            self.sequence = sequence
            self.microseconds = microseconds
        }

        private enum CodingKeys: String, CodingKey { case width, height, isJPEG, sequence, microseconds }

        /// Takes what another process sent.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            width = try members.number(.width, in: 1...0xFFFF)
            height = try members.number(.height, in: 1...0xFFFF)
            isJPEG = try members.decode(Bool.self, forKey: .isJPEG)
            sequence = try members.number(.sequence, in: 0...1 << 40)
            microseconds = try members.number(.microseconds, in: 0...1 << 60)
        }
    }

    private init(_ step: Step, agreeingFrameCount: Int = 2, frame: Frame? = nil) {
        self.step = step
        self.agreeingFrameCount = agreeingFrameCount
        self.frame = frame
    }

    /// Opens a session.
    public static func begin(agreeingFrameCount: Int) -> FrameRequest {
        FrameRequest(.begin, agreeingFrameCount: agreeingFrameCount)
    }

    /// Hands a frame over.
    public static func frame(_ frame: Frame) -> FrameRequest { FrameRequest(.frame, frame: frame) }

    /// Asks for what was not read to the end, and closes the session.
    public static let finish = FrameRequest(.finish)

    private enum Key: String, CodingKey { case version, step, agreeing, frame }

    /// Takes what another process sent.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        try members.checkVersion(CaptureRequest.version, .version)
        step = try members.decode(Step.self, forKey: .step)
        agreeingFrameCount = try members.number(.agreeing, in: 1...1000)
        frame = try members.decodeIfPresent(Frame.self, forKey: .frame)
        guard (step == .frame) == (frame != nil) else { throw members.failure(.frame, "missing or too much") }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(CaptureRequest.version, forKey: .version)
        try members.encode(step, forKey: .step)
        try members.encode(agreeingFrameCount, forKey: .agreeing)
        try members.encodeIfPresent(frame, forKey: .frame)
    }

    private static let limit = 1 << 12

    /// This request and the frame's bytes, as `VisionRequest.picture` holds both.
    package func encoded(with bytes: [UInt8]) -> [UInt8] {
        // A value of numbers and words can always be written.
        let json = (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
        return json.count.octets(4) + json + bytes
    }

    /// Takes the two apart again.
    package static func decode(_ encoded: [UInt8]) throws(DecodingFailure) -> (FrameRequest, bytes: [UInt8]) {
        var reader = ByteReader(encoded)
        let request = try reader.json(FrameRequest.self, limit: limit)
        return (request, Array(reader.takeRest()))
    }
}

extension VisionRequest {
    /// Takes one step of a session.
    public init(_ step: FrameRequest, _ bytes: [UInt8]) {
        self.init(.frame, step.encoded(with: bytes))
    }
}
