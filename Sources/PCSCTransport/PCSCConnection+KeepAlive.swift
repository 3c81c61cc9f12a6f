import CPCSCLite
import Dispatch
import Foundation
import Synchronization

extension PCSCConnection {
    /// Does slow work of the host between two commands, and asks for the card's state every few seconds meanwhile.
    ///
    /// Some services reset a card that is idle for five seconds within a transaction, and some chips lose their session.
    /// What becomes of the card shows at the next command.
    public mutating func keepAlive<Result, Failure: Error>(
        every interval: Duration = .seconds(4), during work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let pulse = Pulse(of: self, every: interval) else { return try work() }
        defer { pulse.stop() }
        return try work()
    }
}

/// Asks for a card's state on a thread of its own until it is stopped.
private final class Pulse: Sendable {
    private let stopped = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts; nil where no card is connected.
    init?(of connection: borrowing PCSCConnection, every interval: Duration) {
        guard let card = connection.card else { return nil }
        let (stopped, ended) = (stopped, ended)
        Thread.detachNewThread {
            while stopped.wait(timeout: .now() + .milliseconds(interval.milliseconds)) == .timedOut {
                SCardStatus(card, nil, nil, nil, nil, nil, nil)
            }
            ended.signal()
        }
    }

    /// Returns once the last question is answered, so that the handle is nobody else's again.
    func stop() {
        stopped.signal()
        ended.wait()
    }
}
