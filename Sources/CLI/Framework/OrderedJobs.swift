import Foundation
import Synchronization

/// Work on many items by several threads, whose results come out in the order in which the items went in.
///
/// What is under way is bounded in items and in bytes, so that memory does not grow with their number.
final class OrderedJobs<Item: Sendable, Result: Sendable>: Sendable {
    private let jobs: Int
    private let byteLimit: Int
    private let makeWork: @Sendable () -> (Item) -> Result
    private let deliver: @Sendable (Result) -> Void
    private let state = Mutex(State())
    private let changed = NSCondition()

    private struct State {
        var waiting: [(number: Int, item: Item, byteCount: Int)] = []
        var results: [Int: Result] = [:]
        var handedOver = 0
        var delivered = 0
        var bytesUnderWay = 0
        var isDelivering = false
        var isComplete = false
        var running = 0
    }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - makeWork: Called once by each thread for what it works with.
    ///   - deliver: Takes one result after the other, on whatever thread.
    init(
        jobs: Int, byteLimit: Int, makeWork: @escaping @Sendable () -> (Item) -> Result,
        deliver: @escaping @Sendable (Result) -> Void
    ) {
        self.jobs = jobs
        self.byteLimit = byteLimit
        self.makeWork = makeWork
        self.deliver = deliver
        for _ in 0..<jobs {
            state.withLock { $0.running += 1 }
            let thread = Thread { self.work() }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Waits for room, then hands an item over.
    func hand(over item: Item, byteCount: Int) {
        changed.lock()
        defer { changed.unlock() }
        while !hasRoom(for: byteCount) { changed.wait() }
        state.withLock { state in
            state.waiting.append((state.handedOver, item, byteCount))
            state.handedOver += 1
            state.bytesUnderWay += byteCount
        }
        changed.broadcast()
    }

    /// Waits until the last result is delivered; nothing may be handed over afterwards.
    func finish() {
        changed.lock()
        defer { changed.unlock() }
        state.withLock { $0.isComplete = true }
        changed.broadcast()
        while state.withLock({ $0.running > 0 }) { changed.wait() }
    }

    private func hasRoom(for byteCount: Int) -> Bool {
        state.withLock { state in
            let underWay = state.handedOver - state.delivered
            return underWay == 0 || underWay < 2 * jobs + 2 && state.bytesUnderWay + byteCount <= byteLimit
        }
    }

    private func work() {
        workOff()
        changed.lock()
        state.withLock { $0.running -= 1 }
        changed.broadcast()
        changed.unlock()
    }

    /// Takes items until there are no more; what it works with is let go of before `finish()` returns.
    private func workOff() {
        let work = makeWork()
        while let (number, item, byteCount) = take() {
            let result = work(item)
            let isDeliverer = state.withLock { state in
                state.results[number] = result
                state.bytesUnderWay -= byteCount
                defer { state.isDelivering = true }
                return !state.isDelivering
            }
            if isDeliverer { deliverAll() }
        }
    }

    private func take() -> (Int, Item, Int)? {
        changed.lock()
        defer { changed.unlock() }
        while true {
            let (next, isOver) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isComplete)
            }
            if let next { return (next.number, next.item, next.byteCount) }
            if isOver { return nil }
            changed.wait()
        }
    }

    /// Delivers what is next in order, until that is not there yet.
    private func deliverAll() {
        while true {
            let next = state.withLock { state in
                let next = state.results.removeValue(forKey: state.delivered)
                if next == nil { state.isDelivering = false }
                return next
            }
            guard let next else { return }
            deliver(next)
            changed.lock()
            state.withLock { $0.delivered += 1 }
            changed.broadcast()
            changed.unlock()
        }
    }
}
