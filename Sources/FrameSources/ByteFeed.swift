import Glibc

/// Bytes from a descriptor, waited for with patience and an ear for the wish to end; closes what it owns.
final class ByteFeed {
    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let patience: Duration
    private let isCancelled: @Sendable () -> Bool
    private var chunk = [UInt8](repeating: 0, count: 1 << 18)

    /// How often the wish to end is looked for.
    private static let slice: Int32 = 50

    init(
        _ descriptor: Int32, ownsDescriptor: Bool, patience: Duration, isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.descriptor = descriptor
        self.ownsDescriptor = ownsDescriptor
        self.patience = patience
        self.isCancelled = isCancelled
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Waits for bytes and adds them; false at the end of the input.
    func read(into bytes: inout [UInt8]) throws(FrameError) -> Bool {
        try wait()
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
                return true
            }
            if count == 0 { return false }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait()
            case EISDIR: throw .notAStream
            default: throw .cannotOpen(path: "the input", error: errno)
            }
        }
    }

    private func wait() throws(FrameError) {
        let deadline = ContinuousClock.now + patience
        while true {
            guard !isCancelled() else { throw .cancelled }
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&watched, 1, Self.slice) > 0 { return }
            guard ContinuousClock.now < deadline else { throw .stalled(patience) }
        }
    }
}
