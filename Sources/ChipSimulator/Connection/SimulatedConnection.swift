public import CardTransport

/// A reader with a simulated chip on it, in process: what PC/SC does, and what goes wrong with it.
///
/// It is a reference, so that a test can look at what a session cost after the reader under test took it over; it
/// belongs to one task at a time.
public final class SimulatedConnection: CardConnection {
    /// The chip, as it is now.
    public private(set) var chip: SimulatedChip
    /// What the sessions cost until now.
    public private(set) var cost = WireCost()
    /// Every command and its answer as they went over the wire, where `recordsTraffic` is set.
    public private(set) var traffic: [(command: [UInt8], answer: [UInt8])] = []
    public var recordsTraffic = false
    /// What is still to happen.
    public var incidents: [WireIncident]
    /// Another chip that lies on the reader after the document was taken away once.
    public var replacement: SimulatedChip?
    /// Whether the document comes back after it was taken away.
    public var returnsAfterPull = true
    /// How long it is away then; who waits for less finds no document.
    public var absence = Duration.zero
    public let wire: WireModel
    public let maximumCommandByteCount: Int
    private var state = State.present

    private enum State { case present, removed, wasReset }

    /// Lays a chip on a reader.
    ///
    /// - Parameter maximumCommandByteCount: The largest command that this reader carries; a larger one is
    ///   `notTransacted`, as with readers that know short lengths only (261).
    public init(
        _ chip: SimulatedChip, wire: WireModel = WireModel(), incidents: [WireIncident] = [],
        maximumCommandByteCount: Int = 65_544
    ) {
        self.chip = chip
        self.wire = wire
        self.incidents = incidents
        self.maximumCommandByteCount = maximumCommandByteCount
    }

    public var answerToReset: [UInt8] { chip.answerToReset }

    public func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        if take(.pull(afterAPDU: cost.apduCount)) { state = .removed }
        if take(.reset(afterAPDU: cost.apduCount)) {
            chip.reset()
            state = .wasReset
        }
        switch state {
        case .present: break
        case .removed: throw .cardRemoved
        case .wasReset: throw .cardReset
        }
        let bytes = command.encoded
        let number = cost.apduCount + 1
        guard bytes.count <= maximumCommandByteCount, !take(.notTransacted(apdu: number)) else { throw .notTransacted }
        guard !command.isExtended || maximumCommandByteCount > 261 else { throw .notTransacted }
        var answer = chip.process(bytes)
        cost.add(command: bytes.count, answer: answer.count, on: wire)
        cost.seconds += chip.processingTime / .seconds(1)
        if take(.pullDuring(apdu: number)) {
            state = .removed
            throw .cardRemoved
        }
        guard !answer.isEmpty else {
            state = .wasReset
            throw .unresponsiveCard
        }
        alter(&answer, number)
        if recordsTraffic { traffic.append((bytes, answer)) }
        guard let response = ResponseAPDU(encoded: answer) else {
            throw .malformedResponse(byteCount: answer.count)
        }
        return response
    }

    public func reset() throws(TransportError) {
        guard state != .removed else { throw .cardRemoved }
        chip.reset()
        state = .present
    }

    public func reconnect(within limit: Duration) throws(TransportError) {
        if state == .removed {
            guard returnsAfterPull, absence <= limit else { throw .timedOut }
            if let other = replacement {
                chip = other
                replacement = nil
            }
        }
        chip.reset()
        state = .present
    }

    private func take(_ incident: WireIncident) -> Bool {
        guard let index = incidents.firstIndex(of: incident) else { return false }
        incidents.remove(at: index)
        return true
    }

    private func alter(_ answer: inout [UInt8], _ number: Int) {
        for incident in incidents {
            switch incident {
            case .flip(number, let byte, let mask) where answer.indices.contains(byte): answer[byte] ^= mask
            case .replace(number, let other): answer = other
            default: break
            }
        }
    }
}
