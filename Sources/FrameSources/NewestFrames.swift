import Dispatch
import Synchronization

/// Takes the frames of a live source as they come and hands out the newest: who asks too seldom misses some, and is
/// never behind.
public final class NewestFrames: FrameSource {
    private let shelf = Shelf()
    private let isCancelled: @Sendable () -> Bool
    public private(set) var endedEarly = false

    public var droppedCount: Int { shelf.droppedCount }

    /// What the thread that takes and the one that asks share.
    private final class Shelf: Sendable {
        private struct Content {
            var frame: Frame?
            var isAtEnd = false
            var endedEarly = false
            var failure: FrameError?
            var droppedCount = 0
            var isUnwanted = false
        }

        private let content = Mutex(Content())
        private let news = DispatchSemaphore(value: 0)

        var droppedCount: Int { content.withLock { $0.droppedCount } }
        var isUnwanted: Bool { content.withLock { $0.isUnwanted } }

        func put(_ frame: Frame) {
            let replaced = content.withLock { content in
                defer { content.frame = frame }
                if content.frame != nil { content.droppedCount += 1 }
                return content.frame != nil
            }
            if !replaced { news.signal() }
        }

        func end(_ failure: FrameError?, endedEarly: Bool) {
            content.withLock { content in
                content.isAtEnd = true
                content.failure = failure
                content.endedEarly = endedEarly
            }
            news.signal()
        }

        func leave() { content.withLock { $0.isUnwanted = true } }

        /// - Returns: nil where nothing came within `time`.
        func take(within time: DispatchTimeInterval) -> Result<(frame: Frame?, endedEarly: Bool), FrameError>? {
            guard news.wait(timeout: .now() + time) == .success else { return nil }
            return content.withLock { content in
                if let frame = content.frame {
                    content.frame = nil
                    return .success((frame, false))
                }
                // Who asks again after the end hears of it again.
                news.signal()
                if let failure = content.failure { return .failure(failure) }
                return .success((nil, content.endedEarly))
            }
        }
    }

    /// Begins to take frames on a thread of its own.
    ///
    /// - Parameter source: Ends by itself within a second or two where it is `cancelled`; it is let go of by the thread.
    public convenience init(_ source: sending any FrameSource) {
        nonisolated(unsafe) let source = source
        self.init { () throws(FrameError) in source }
    }

    /// Opens a source on a thread of its own, since drivers of cameras take their time, and begins to take its frames.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked every 50 ms while a frame is waited for, whatever the source does; where it says yes,
    ///     `next` throws `cancelled`.
    ///   - open: What it throws is thrown by `next`.
    public init(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        opening open: @escaping @Sendable () throws(FrameError) -> any FrameSource
    ) {
        self.isCancelled = isCancelled
        let shelf = shelf
        DispatchQueue(label: "frames", qos: .userInitiated).async {
            var source: any FrameSource
            do throws(FrameError) { source = try open() } catch {
                shelf.end(error, endedEarly: false)
                return
            }
            do throws(FrameError) {
                while !shelf.isUnwanted, let frame = try source.next() { shelf.put(frame) }
                shelf.end(nil, endedEarly: source.endedEarly)
            } catch {
                shelf.end(error, endedEarly: source.endedEarly)
            }
        }
    }

    deinit { shelf.leave() }

    public func next() throws(FrameError) -> Frame? {
        while true {
            guard !isCancelled() else { throw .cancelled }
            guard let taken = shelf.take(within: .milliseconds(50)) else { continue }
            let (frame, early) = try taken.get()
            if frame == nil { endedEarly = early }
            return frame
        }
    }
}
