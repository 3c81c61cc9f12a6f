package import CardTransport

/// A connection that ends with `cancelled` once the user asked for the end.
package struct InterruptibleConnection<Base: CardConnection & ~Copyable>: ~Copyable, CardConnection {
    private var base: Base
    private let isCancelled: @Sendable () -> Bool

    package init(_ base: consuming Base, isCancelled: @escaping @Sendable () -> Bool = { Interruption.isRequested }) {
        self.base = base
        self.isCancelled = isCancelled
    }

    package var answerToReset: [UInt8] { base.answerToReset }
    package var maximumCommandByteCount: Int { base.maximumCommandByteCount }

    package mutating func begin(step name: String) { base.begin(step: name) }

    package mutating func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        try check()
        return try base.transmit(command)
    }

    package mutating func establishPACE(_ request: ReaderPACERequest) throws(TransportError) -> ReaderPACEResult? {
        try check()
        return try base.establishPACE(request)
    }

    package mutating func reset() throws(TransportError) {
        try check()
        try base.reset()
    }

    /// Waits in short pieces, so that a wait can be ended.
    package mutating func reconnect(within limit: Duration) throws(TransportError) {
        var rest = limit
        while true {
            try check()
            let piece = min(rest, .milliseconds(500))
            do {
                try base.reconnect(within: piece)
                return
            } catch {
                rest -= piece
                guard rest > .zero, Self.isWaiting(error) else { throw error }
            }
        }
    }

    private func check() throws(TransportError) {
        if isCancelled() { throw .cancelled }
    }

    private static func isWaiting(_ error: TransportError) -> Bool {
        switch error {
        case .timedOut, .noCard, .noReader, .unresponsiveCard, .cardRemoved, .readerRemoved: true
        default: false
        }
    }
}
