import ByteCoding
import Glibc

/// Frames from a file, a FIFO or standard input: YUV4MPEG2, or JPEG pictures one after the other.
public final class FrameStream: FrameSource {
    private let feed: ByteFeed
    private var parser: FrameStreamParser
    private var isAtEnd = false

    public let droppedCount = 0
    public private(set) var endedEarly = false

    /// Opens a file or a FIFO; `-` is standard input.
    ///
    /// - Parameter isCancelled: Asked every 50 ms while waiting; where it says yes, `next` throws `cancelled`.
    public convenience init(
        path: String, limits: FrameLimits = FrameLimits(), isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FrameError) {
        guard path != "-" else {
            self.init(descriptor: STDIN_FILENO, ownsDescriptor: false, limits: limits, isCancelled: isCancelled)
            return
        }
        // Without blocking: a FIFO that nobody writes to is waited for with an end.
        let descriptor = open(FileName.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == EACCES ? .permissionDenied(path: path) : .cannotOpen(path: path, error: errno)
        }
        self.init(descriptor: descriptor, ownsDescriptor: true, limits: limits, isCancelled: isCancelled)
    }

    /// Reads from an open descriptor.
    package init(
        descriptor: Int32, ownsDescriptor: Bool, beginning: [UInt8] = [], limits: FrameLimits = FrameLimits(),
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        feed = ByteFeed(
            descriptor, ownsDescriptor: ownsDescriptor, patience: limits.patience, isCancelled: isCancelled)
        parser = FrameStreamParser(limits)
        parser.append(beginning)
    }

    public func next() throws(FrameError) -> Frame? {
        while !isAtEnd {
            if let frame = try parser.next() { return frame }
            let feed = feed
            guard try parser.fill({ (bytes) throws(FrameError) in try feed.read(into: &bytes) }) else {
                isAtEnd = true
                endedEarly = parser.isWithinFrame
                break
            }
        }
        return nil
    }
}

extension FrameStream {
    /// Whether bytes begin as a stream that is read here and not a picture: for JPEG, that a second picture follows.
    public static func isStream(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: Y4MHeader.magic) { return true }
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return false }
        var boundary = JPEGBoundary(start: 0)
        guard case .end(let end) = boundary.advance(through: bytes) else { return false }
        return bytes[end...].starts(with: [0xFF, 0xD8, 0xFF])
    }
}
