internal import Foundation

/// Puts a simulated chip into a virtual reader (vpcd, behind pcscd).
///
/// vpcd of Debian's package `vsmartcard-vpcd` listens; the card connects to it, and is in the reader as long as it does.
public struct VPCDClient {
    /// The chip, as it is now.
    public private(set) var chip: SimulatedChip
    /// How many times a reader powered the chip on and then sent it a command.
    public private(set) var sessionCount = 0
    /// How many commands were answered.
    public private(set) var commandCount = 0
    private let address: VPCDAddress
    private var isFresh = true

    public init(_ chip: SimulatedChip, at address: VPCDAddress) {
        self.chip = chip
        self.address = address
    }

    /// Serves one connection until it is told to stop.
    ///
    /// - Parameters:
    ///   - onConnect: Called once the chip is in the reader.
    ///   - shouldStop: Asked before each message and ten times a second while none comes.
    /// - Throws: `VPCDError.closed` where the reader went away; another error where there was none.
    public mutating func serve(onConnect: () -> Void = {}, until shouldStop: (VPCDClient) -> Bool) throws(VPCDError) {
        let socket = try VPCDSocket(address)
        chip.reset()
        isFresh = true
        onConnect()
        while !shouldStop(self) {
            guard let message = try socket.receive(within: 100) else { continue }
            switch message {
            case .powerOff, .powerOn, .reset:
                chip.reset()
                isFresh = true
            case .answerToReset: try socket.send(VPCDMessage.frame(chip.answerToReset))
            case .command(let apdu):
                if isFresh { sessionCount += 1 }
                isFresh = false
                commandCount += 1
                let answer = chip.process(apdu)
                if chip.processingTime > .zero { Thread.sleep(forTimeInterval: chip.processingTime / .seconds(1)) }
                try socket.send(VPCDMessage.frame(answer))
            case .ignored: continue
            }
        }
    }
}

extension VPCDClient {
    /// Whether so many sessions came and the last of them is over: the reader powered the chip off or reset it.
    public func hasEnded(after mostSessions: Int?) -> Bool {
        guard let mostSessions else { return false }
        return sessionCount >= mostSessions && isFresh
    }
}
