import Foundation
import Inspection
import Synchronization
import Trust

/// Lines in, answers out, in the order of the lines: read here, judged by as many threads as are asked for.
///
/// What is under way is bounded, in pieces and in bytes, so that memory does not grow with the stream.
final class StreamPipeline: Sendable {
    struct Configuration {
        var input: Int32 = STDIN_FILENO
        var output: Int32 = STDOUT_FILENO
        /// Where something can be read once the work has to end.
        var stop: Int32?
        var jobs = 1
        /// The most bytes of one line.
        var lineLimit = 32 << 20
    }

    private let settings: StreamJudge.Settings
    private let configuration: Configuration
    private let state = Mutex(State())
    private let changed = NSCondition()

    private struct State {
        var waiting: [(number: Int, block: LineBlock)] = []
        var answered: [Int: [UInt8]] = [:]
        var underWay = 0
        var bytesUnderWay = 0
        var nextToWrite = 0
        var isWriting = false
        var isComplete = false
        var running = 0
        var counts = StreamCounts()
        var failure: Int32 = 0
    }

    init(_ settings: StreamJudge.Settings, _ configuration: Configuration = Configuration()) {
        self.settings = settings
        self.configuration = configuration
    }

    /// Answers every line.
    ///
    /// - Returns: What was answered, and why the output took no more, as the system's number; 0 where it took all.
    func run() throws(CommandError) -> (counts: StreamCounts, failure: Int32) {
        var reader = LineBlockReader(
            configuration.input, limit: configuration.lineLimit, stop: configuration.stop)
        guard configuration.jobs > 1 else { return try runAlone(&reader) }
        for _ in 0..<configuration.jobs {
            state.withLock { $0.running += 1 }
            let thread = Thread { self.work() }
            thread.stackSize = 8 << 20
            thread.start()
        }
        defer { end() }
        var number = 0
        while let block = try reader.next() {
            guard hand(over: block, number) else { break }
            number += 1
        }
        end()
        return state.withLock { ($0.counts, $0.failure) }
    }

    private func runAlone(_ reader: inout LineBlockReader) throws(CommandError) -> (StreamCounts, Int32) {
        var judge = StreamJudge(settings)
        var output: [UInt8] = []
        while let block = try reader.next() {
            output.removeAll(keepingCapacity: output.capacity < 1 << 22)
            answer(block, &judge, &output)
            let failure = settle(output)
            if failure != 0 { return (judge.counts, failure) }
        }
        return (judge.counts, 0)
    }

    // MARK: Threads

    /// Waits for room and hands a block to the threads; false where nobody takes answers any more.
    private func hand(over block: LineBlock, _ number: Int) -> Bool {
        changed.lock()
        defer { changed.unlock() }
        while !hasRoom(for: block) { changed.wait() }
        let isWanted = state.withLock { state in
            guard state.failure == 0 else { return false }
            state.waiting.append((number, block))
            state.underWay += 1
            state.bytesUnderWay += block.byteCount
            return true
        }
        changed.broadcast()
        return isWanted
    }

    private func hasRoom(for block: LineBlock) -> Bool {
        state.withLock { state in
            state.underWay == 0 || state.failure != 0
                || state.underWay < 4 * configuration.jobs
                    && state.bytesUnderWay + block.byteCount <= max(configuration.lineLimit, configuration.jobs << 20)
        }
    }

    /// Tells the threads that nothing more comes, and waits for the last answer.
    private func end() {
        changed.lock()
        defer { changed.unlock() }
        state.withLock { $0.isComplete = true }
        changed.broadcast()
        while state.withLock({ $0.running > 0 }) { changed.wait() }
    }

    private func work() {
        var judge = StreamJudge(settings)
        while let (number, block) = take() {
            var output: [UInt8] = []
            output.reserveCapacity(block.byteCount / 2)
            answer(block, &judge, &output)
            deliver(output, number, block.byteCount)
        }
        changed.lock()
        state.withLock { state in
            state.counts += judge.counts
            state.running -= 1
        }
        changed.broadcast()
        changed.unlock()
    }

    private func take() -> (Int, LineBlock)? {
        changed.lock()
        defer { changed.unlock() }
        while true {
            let (next, isOver) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isComplete || state.failure != 0)
            }
            if let next { return next }
            if isOver { return nil }
            changed.wait()
        }
    }

    /// Puts an answer where it belongs; whoever finds the next one to write there, and nobody writing, writes.
    private func deliver(_ output: [UInt8], _ number: Int, _ byteCount: Int) {
        var isWriter = state.withLock { state in
            state.answered[number] = output
            state.bytesUnderWay -= byteCount
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        while isWriter {
            let (next, isLost) = state.withLock { state in
                let next = state.answered.removeValue(forKey: state.nextToWrite)
                if next == nil { state.isWriting = false } else { state.nextToWrite += 1 }
                return (next, state.failure != 0)
            }
            guard let next else {
                isWriter = false
                continue
            }
            let failure = isLost ? 0 : settle(next)
            changed.lock()
            state.withLock { state in
                state.underWay -= 1
                if failure != 0 { state.failure = failure }
            }
            changed.broadcast()
            changed.unlock()
        }
    }

    // MARK: Lines

    private func answer(_ block: LineBlock, _ judge: inout StreamJudge, _ output: inout [UInt8]) {
        switch block {
        case .overlong(let beginning, let number):
            judge.refuse(overlong: beginning[...], limit: configuration.lineLimit, number: number, into: &output)
        case .lines(let bytes, let first):
            var (start, number) = (0, first)
            while start < bytes.count {
                let end = Newline.first(in: bytes, start..<bytes.count) ?? bytes.count
                let line = bytes[start..<end]
                if line.count > configuration.lineLimit {
                    judge.refuse(
                        overlong: line.prefix(1024), limit: configuration.lineLimit, number: number, into: &output)
                } else if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
                    judge.judge(line, number: number, into: &output)
                }
                (start, number) = (end + 1, number + 1)
            }
        }
    }

    /// Writes answers, unless trust data could not be read: then they say what is not so.
    private func settle(_ answers: [UInt8]) -> Int32 {
        settings.trust.material.failure == nil ? write(answers) : EIO
    }

    /// Writes all of it; the system's number where the output takes no more.
    private func write(_ bytes: [UInt8]) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(configuration.output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 ? errno : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
