/// One picture of a video, a camera or a stream.
public struct Frame: Hashable, Sendable {
    public let width: Int
    public let height: Int
    public let format: PixelFormat
    /// The pixels, or the stored picture where the format is `mjpeg`.
    public let bytes: [UInt8]
    /// When it was taken: counted from the first frame of a file, from any point for a camera.
    public let time: Duration
    /// How many frames came before it, those that were dropped counted in.
    public let sequence: Int

    /// How the pixels lie.
    public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
        /// One byte of brightness for each pixel.
        case grey
        /// Brightness and one of two colours in turn, two bytes a pixel.
        case yuyv
        /// All brightness, then both colours in a quarter of the size.
        case nv12
        /// A JPEG picture.
        case mjpeg
    }

    /// - Returns: nil where the count of bytes does not fit the size.
    public init?(width: Int, height: Int, format: PixelFormat, bytes: [UInt8], time: Duration, sequence: Int) {
        guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else { return nil }
        let isWhole =
            switch format {
            case .grey: bytes.count == width * height
            case .yuyv: bytes.count >= width * height * 2
            case .nv12: bytes.count >= width * height + (width + 1) / 2 * ((height + 1) / 2) * 2
            case .mjpeg: bytes.count >= 4
            }
        guard isWhole else { return nil }
        self.width = width
        self.height = height
        self.format = format
        self.bytes = bytes
        self.time = time
        self.sequence = sequence
    }

    /// The brightness of each pixel, line after line; nil of a JPEG picture, which has to be decoded.
    public var grey: [UInt8]? {
        let count = width * height
        switch format {
        case .grey: return bytes
        case .nv12: return Array(bytes.prefix(count))
        case .mjpeg: return nil
        case .yuyv:
            guard bytes.count >= count * 2 else { return nil }
            return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
                bytes.withUnsafeBufferPointer { source in
                    for index in 0..<count { target.initializeElement(at: index, to: source[index * 2]) }
                }
                filled = count
            }
        }
    }
}

/// Hands out frames, one after the other.
public protocol FrameSource {
    /// The next frame; nil at the end.
    ///
    /// Waits for it. A source that is live (a camera) hands out the newest frame there is and counts what it left out.
    mutating func next() throws(FrameError) -> Frame?
    /// How many frames were left out because the one who asks was slower than the source.
    var droppedCount: Int { get }
    /// Whether the source ended within a frame: what came before it was handed out.
    var endedEarly: Bool { get }
    /// What the decoder says of such an end, in its own words; empty where it says nothing.
    var lastWords: String { get }
}

extension FrameSource {
    public var lastWords: String { "" }
}

/// How much of a source is taken.
public struct FrameLimits: Hashable, Sendable {
    /// The most pixels of a frame, width times height.
    public var pixelCount = 24_000_000
    /// The most bytes of a stored picture in a stream.
    public var byteCount = 16 << 20
    /// The most frames.
    public var frameCount = 1_000_000
    /// How long is waited for the next frame.
    public var patience: Duration = .seconds(30)

    public init() {}
}
