public import ByteCoding

/// What is asked of the worker about one picture.
///
/// A message is a frame: four bytes of length, then the message itself, whose first byte is the protocol's version.
/// Numbers are big-endian, texts UTF-8 behind two bytes of length.
public struct VisionRequest: Hashable, Sendable {
    public let operation: Operation
    /// The picture as stored.
    public let picture: [UInt8]

    /// What to do.
    public enum Operation: UInt8, CaseIterable, Hashable, Sendable {
        /// Read the header alone.
        case describe = 1
        case png, jpeg
        /// Pixels of eight bits a channel.
        case pixels
        /// A PNG of what is no picture yet but the samples of one, in the form of `PictureSamples`.
        case pngOfSamples
        /// Find and read machine readable zones, as the `CaptureRequest` in front of the picture says.
        case capture
        /// One step of a session over many frames, as the `FrameRequest` in front of the frame says.
        case frame
        /// Abort, as an assertion of a codec would; only debug builds do it.
        case abort = 0xFD
        /// Never answer; only debug builds do it.
        case hang = 0xFE
    }

    /// The version that both sides must speak.
    public static let version: UInt8 = 1
    /// The most bytes of a frame: the pixels of the largest picture that is decoded, and room for the rest.
    public static let frameLimit = 96 << 20

    public init(_ operation: Operation, _ picture: [UInt8]) {
        self.operation = operation
        self.picture = picture
    }

    /// Asks for a PNG of samples.
    public init(_ samples: PictureSamples) {
        self.init(
            .pngOfSamples,
            samples.width.octets(4) + samples.height.octets(4) + samples.channelCount.octets(1) + samples.bytes)
    }

    /// Decodes a message; the frame's length is already taken off.
    public init(message: [UInt8]) throws(DecodingFailure) {
        var reader = ByteReader(message)
        guard try reader.integer(width: 1) == Self.version else {
            throw DecodingFailure(.invalidValue("version"), at: 0)
        }
        guard let operation = Operation(rawValue: UInt8(try reader.integer(width: 1))) else {
            throw DecodingFailure(.invalidValue("operation"), at: 1)
        }
        self.operation = operation
        picture = Array(reader.takeRest())
    }

    /// The message, without the frame's length.
    public var message: [UInt8] { [Self.version, operation.rawValue] + picture }
}

/// The samples of a picture that is stored without any format: of eight bits a channel, line after line from the top.
public struct PictureSamples: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// 1 for grey, 3 for red, green, blue.
    public let channelCount: Int
    /// As many as the size asks for, which the worker checks.
    public let bytes: [UInt8]

    public init(width: Int, height: Int, channelCount: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.bytes = bytes
    }

    /// Decodes what `VisionRequest.init(_:)` sends.
    package init(encoded: [UInt8]) throws(DecodingFailure) {
        var reader = ByteReader(encoded)
        width = try reader.integer(width: 4)
        height = try reader.integer(width: 4)
        channelCount = try reader.integer(width: 1)
        bytes = Array(reader.takeRest())
    }
}

/// The worker's answer.
public enum VisionResponse: Hashable, Sendable {
    case picture(VisionPicture)
    /// What was found in the picture.
    case captured(CaptureAnswer)
    /// What a frame of a session gave.
    case frame(FrameAnswer)
    /// Nothing could be captured, and why.
    case notCaptured(CaptureFailure)
    /// The picture cannot be decoded, and why.
    case refused(String)
    /// The worker was built without pictures.
    case withoutPictures
    /// The request is of another version or of no known operation.
    case notUnderstood

    /// Decodes a message; the frame's length is already taken off.
    public init(message: [UInt8]) throws(DecodingFailure) {
        var reader = ByteReader(message)
        guard try reader.integer(width: 1) == Int(VisionRequest.version) else {
            throw DecodingFailure(.invalidValue("version"), at: 0)
        }
        switch try reader.integer(width: 1) {
        case 0: self = .picture(try VisionPicture(&reader))
        case 1: self = .refused(String(decoding: reader.takeRest(), as: UTF8.self))
        case 2: self = .withoutPictures
        case 3: self = .notUnderstood
        case 4: self = .captured(try CaptureAnswer(&reader))
        case 6: self = .frame(try FrameAnswer(&reader))
        case 5: self = .notCaptured(try reader.json(CaptureFailure.self, limit: 1 << 16))
        default: throw DecodingFailure(.invalidValue("status"), at: 1)
        }
    }

    /// The message, without the frame's length.
    public var message: [UInt8] {
        switch self {
        case .picture(let picture): [VisionRequest.version, 0] + picture.fields
        case .refused(let words): [VisionRequest.version, 1] + Array(words.utf8)
        case .withoutPictures: [VisionRequest.version, 2]
        case .notUnderstood: [VisionRequest.version, 3]
        case .captured(let answer): [VisionRequest.version, 4] + answer.encoded
        case .frame(let answer): [VisionRequest.version, 6] + answer.encoded
        case .notCaptured(let failure): [VisionRequest.version, 5] + failure.encoded
        }
    }
}

/// A picture as the worker hands it back.
public struct VisionPicture: Hashable, Sendable {
    /// The format it was stored in; that of the answer where samples were sent.
    public let storedFormat: ImageFormat
    public let width: Int
    public let height: Int
    public let channelCount: Int
    /// What the codec tolerated.
    public let remarks: [String]
    /// The picture in the format that was asked for; empty where only a description was.
    public let data: [UInt8]

    public init(
        storedFormat: ImageFormat, width: Int, height: Int, channelCount: Int, remarks: [String] = [],
        data: [UInt8] = []
    ) {
        self.storedFormat = storedFormat
        self.width = width
        self.height = height
        self.channelCount = channelCount
        self.remarks = remarks
        self.data = data
    }

    fileprivate init(_ reader: inout ByteReader) throws(DecodingFailure) {
        let offset = reader.offset
        guard let format = ImageFormat(rawValue: try reader.text()) else {
            throw DecodingFailure(.invalidValue("format"), at: offset)
        }
        storedFormat = format
        width = try reader.integer(width: 4)
        height = try reader.integer(width: 4)
        channelCount = try reader.integer(width: 1)
        var remarks: [String] = []
        for _ in 0..<(try reader.integer(width: 1)) { remarks.append(try reader.text()) }
        self.remarks = remarks
        data = Array(reader.takeRest())
    }

    fileprivate var fields: [UInt8] {
        let told = remarks.prefix(8)
        return storedFormat.rawValue.field + width.octets(4) + height.octets(4) + channelCount.octets(1)
            + told.count.octets(1) + told.flatMap(\.field) + data
    }
}

extension ByteReader {
    fileprivate mutating func text() throws(DecodingFailure) -> String {
        String(decoding: try take(integer(width: 2)), as: UTF8.self)
    }
}

extension String {
    /// Two bytes of length and the text, which is cut where it is long.
    fileprivate var field: [UInt8] {
        let bytes = Array(utf8.prefix(400))
        return bytes.count.octets(2) + bytes
    }
}

extension Int {
    /// The number as `width` big-endian bytes.
    package func octets(_ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
