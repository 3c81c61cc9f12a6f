import CardTransport
import LDS

/// Counts what each step costs on the wire.
struct StepMeter {
    private(set) var steps: [ChipReading.Step] = []

    /// Begins a step; going on with the one that is running is no new one.
    mutating func begin(_ name: String) {
        guard steps.last?.name != name else { return }
        steps.append(
            ChipReading.Step(name: name, apduCount: 0, sentByteCount: 0, receivedByteCount: 0, duration: .zero))
    }

    /// Adds one exchange to the step that is running.
    mutating func count(sent: Int, received: Int, in duration: Duration) {
        guard var step = steps.popLast() else { return }
        step.apduCount += 1
        step.sentByteCount += sent
        step.receivedByteCount += received
        step.duration += duration
        steps.append(step)
    }
}

/// A connection whose exchanges are counted as they go over the wire.
struct MeteredConnection<Base: CardConnection & ~Copyable>: ~Copyable, CardConnection {
    var base: Base
    var meter = StepMeter()
    private let clock = ContinuousClock()

    init(_ base: consuming Base) {
        self.base = base
    }

    var answerToReset: [UInt8] { base.answerToReset }
    var maximumCommandByteCount: Int { base.maximumCommandByteCount }

    mutating func begin(step name: String) { base.begin(step: name) }
    mutating func reset() throws(TransportError) { try base.reset() }
    mutating func reconnect(within limit: Duration) throws(TransportError) { try base.reconnect(within: limit) }

    mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        try base.establishPACE(request)
    }

    mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let start = clock.now
        let sent = command.encoded.count
        do {
            let answer = try base.transmit(command)
            meter.count(sent: sent, received: answer.data.count + 2, in: clock.now - start)
            return answer
        } catch {
            meter.count(sent: sent, received: 0, in: clock.now - start)
            throw error
        }
    }
}
