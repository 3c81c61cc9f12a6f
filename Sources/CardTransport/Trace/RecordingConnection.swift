/// A connection that writes down what goes over the one below.
public struct RecordingConnection<Base: CardConnection & ~Copyable>: ~Copyable, CardConnection {
    /// The connection below.
    public var base: Base
    private let recorder: TraceRecorder
    private let now: @Sendable () -> Duration

    /// Records into `recorder`; `now` is a clock that only goes forward.
    public init(
        _ base: consuming Base, into recorder: TraceRecorder,
        now: @escaping @Sendable () -> Duration = { .sinceStart }
    ) {
        recorder.begin(answerToReset: base.answerToReset, maximumCommandByteCount: base.maximumCommandByteCount)
        self.base = base
        self.recorder = recorder
        self.now = now
    }

    public var answerToReset: [UInt8] { base.answerToReset }
    public var maximumCommandByteCount: Int { base.maximumCommandByteCount }

    public mutating func begin(step name: String) {
        recorder.record(.step(name))
        base.begin(step: name)
    }

    public mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        let start = now()
        do {
            let result = try base.establishPACE(request)
            record(
                request, result.map { .answer(code: $0.code, .bytes($0.output)) } ?? .unavailable, since: start)
            return result
        } catch {
            record(request, .failure(error), since: start)
            throw error
        }
    }

    public mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let start = now()
        let limit = base.maximumCommandByteCount
        defer {
            if base.maximumCommandByteCount != limit {
                recorder.record(.limit(maximumCommandByteCount: base.maximumCommandByteCount))
            }
        }
        do {
            let answer = try base.transmit(command)
            record(command, .answer(.bytes(answer.data), answer.status), since: start)
            return answer
        } catch {
            record(command, .failure(error), since: start)
            throw error
        }
    }

    public mutating func reset() throws(TransportError) {
        let start = now()
        do {
            try base.reset()
            recorder.record(.reset(failure: nil, duration: now() - start))
        } catch {
            recorder.record(.reset(failure: error, duration: now() - start))
            throw error
        }
    }

    public mutating func reconnect(within limit: Duration) throws(TransportError) {
        let start = now()
        do {
            try base.reconnect(within: limit)
            recorder.record(
                .reconnect(answerToReset: base.answerToReset, failure: nil, duration: now() - start))
        } catch {
            recorder.record(.reconnect(answerToReset: [], failure: error, duration: now() - start))
            throw error
        }
    }

    private func record(_ request: ReaderPACERequest, _ outcome: Trace.ReaderPACE.Outcome, since start: Duration) {
        recorder.record(
            .readerPACE(
                Trace.ReaderPACE(
                    passwordNumber: request.passwordNumber, chat: .bytes(request.chat), outcome: outcome,
                    duration: now() - start)))
    }

    private func record(_ command: CommandAPDU, _ outcome: Trace.Outcome, since start: Duration) {
        recorder.record(
            .exchange(Trace.Exchange(command: Trace.Command(command), outcome: outcome, duration: now() - start)))
    }
}

extension Trace.Command {
    /// All of a command.
    public init(_ command: CommandAPDU) {
        self.init(
            header: [command.cla, command.ins, command.p1, command.p2], data: .bytes(command.data),
            expectedCount: command.expectedCount, isExtended: command.isExtended)
    }
}

extension Duration {
    /// The time on a clock that only goes forward, counted from the first time it is asked.
    public static var sinceStart: Duration { ContinuousClock.now - start }

    private static let start = ContinuousClock.now
}
