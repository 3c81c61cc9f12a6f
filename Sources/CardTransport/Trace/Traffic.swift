/// What a step cost on the wire.
public struct Traffic: Hashable, Sendable {
    /// The commands that were sent, those without an answer too.
    public var commandCount = 0
    /// Their bytes, headers and lengths included.
    public var sentByteCount = 0
    /// The bytes of the answers, status words included.
    public var receivedByteCount = 0
    /// From the first byte out to the last byte in, summed.
    public var duration = Duration.zero

    public init() {}

    /// Adds one exchange.
    public mutating func add(_ exchange: Trace.Exchange) {
        commandCount += 1
        sentByteCount += exchange.command.byteCount
        if case .answer(let data, _) = exchange.outcome { receivedByteCount += data.count + 2 }
        duration += exchange.duration
    }
}

extension Trace {
    /// The cost of each step in the order of their first beginning; what stands before the first has an empty name.
    public var trafficByStep: [(step: String, traffic: Traffic)] {
        var steps: [(step: String, traffic: Traffic)] = []
        var current = ""
        for event in events {
            switch event {
            case .step(let name): current = name
            case .exchange(let exchange):
                if let index = steps.firstIndex(where: { $0.step == current }) {
                    steps[index].traffic.add(exchange)
                } else {
                    var traffic = Traffic()
                    traffic.add(exchange)
                    steps.append((current, traffic))
                }
            case .reset, .reconnect, .limit, .random, .readerPACE: continue
            }
        }
        return steps
    }

    /// The cost of all.
    public var traffic: Traffic {
        exchanges.reduce(into: Traffic()) { $0.add($1) }
    }
}
