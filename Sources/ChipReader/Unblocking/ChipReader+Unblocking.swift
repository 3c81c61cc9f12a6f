public import AccessControl
import CardTransport
import LDS
public import Standards

extension ChipReader where Connection: ~Copyable {
    /// Sets a blocked PIN free by the PUK: PACE with the PUK, then RESET RETRY COUNTER, then what the chip says of the PIN.
    ///
    /// The PUK goes out once, and only where the chip says that the PIN is blocked: each use of it is counted.
    ///
    /// Spec: BSI TR-03110-2 §3.3; BSI TR-03110-3 B.9.
    public mutating func unblockPIN(
        by puk: PACEPassword, at startedAt: Timestamp, progress: @escaping (ReadProgress) -> Void = { _ in }
    ) -> PINUnblocking {
        precondition(puk.kind == .puk, "it is the PUK that sets a PIN free")
        begin(ReadRequest(), at: startedAt, progress: progress)
        var result = PINUnblocking(reading: state.reading)
        do {
            try unblock(by: puk, &result)
        } catch {
            end(error)
            if case .brokenOff(let reason) = state.reading.ending { result.failure = reason }
        }
        result.hasUsedPUK = state.countedPassword != .unused
        leavePACE()
        result.reading = finish()
        return result
    }

    private mutating func unblock(by puk: PACEPassword, _ result: inout PINUnblocking) throws(ReadInterruption) {
        try readCardFiles()
        let choices = try choicesForPIN()
        guard let (choice, found) = try findPIN(choices) else { throw refusal(Self.paceNotSupported) }
        result.before = found
        guard found == .blocked else { throw .ended(found.reasonAgainstUnblocking) }
        // The counter of the PIN is none of the PUK.
        state.reading.access.remainingTries = nil
        defer { result.remainingPUKUses = state.reading.access.remainingTries }
        link.assumeNoCaseOnePadding()
        if let failure = try openDirectly([choice], puk, isLeading: true) { throw refusal(of: failure, puk) }
        state.countedPassword = .accepted
        state.reading.access.remainingTries = nil  // that was before this use

        begin(step: "resetRetryCounter")
        var status = try send(.resetPINRetryCounter(hasLength: true)).response.status
        if status == .wrongLength {
            // Tolerated: the form without an Le is the specified one, but its checksum is read in two ways, and the wrong
            // one would end the session and waste a use of the PUK.
            status = try send(.resetPINRetryCounter(hasLength: false)).response.status
        }
        guard status == .success else {
            throw .ended(
                Reason("unblockingRefused", "The chip took the PUK and refuses to set the PIN free (\(status))."))
        }
        begin(step: "pinState")
        result.after = try pinState(choice)
        guard result.after == .operational else {
            throw .ended(
                Reason("unblockingUnconfirmed", "The chip said that the PIN is free, and then that it is not."))
        }
    }

    private func choicesForPIN() throws(ReadInterruption) -> [PACEChoice] {
        switch offer {
        case .pace(let choices) where !choices.isEmpty: return choices
        case .pace: throw .ended(Self.paceNotSupported)
        case .damaged: throw .ended(Self.cardAccessDamaged)
        case .none:
            let what =
                state.reading.access.offersPACE == false
                ? "The chip offers no PACE, so that it has neither PIN nor PUK."
                : "Whether the chip offers PACE, and so has PIN or PUK, cannot be found out."
            throw .ended(Reason("paceNotOffered", what))
        }
    }

    /// The first way of PACE that the chip takes for its PIN, and what it says of that.
    private mutating func findPIN(_ choices: [PACEChoice]) throws(ReadInterruption) -> (PACEChoice, PINState)? {
        begin(step: "pinState")
        try goToCardAccess()
        var isAbsent: PACEChoice?
        for choice in choices {
            switch try pinState(choice) {
            case .absent?: isAbsent = isAbsent ?? choice
            case let found?: return (choice, found)
            case nil: continue
            }
        }
        return isAbsent.map { ($0, .absent) }
    }

    /// What MSE:Set AT says of the PIN, none of whose tries that costs; nil for an answer about something else.
    private mutating func pinState(_ choice: PACEChoice) throws(ReadInterruption) -> PINState? {
        var status = StatusWord.referencedDataNotFound
        for namesParameters in choice.info.parameterID == nil ? [false] : [true, false] {
            status = try send(.setPACE(choice, .pin, namesParameters: namesParameters)).response.status
            guard Self.parameterStatuses.contains(status) else { break }
        }
        switch status {
        case .success: return .operational
        case .deactivated: return .deactivated
        case .referencedDataNotFound: return .absent
        default:
            switch status.remainingTries {
            case 0?: return .blocked
            case 1?: return .suspended
            case let tries?: return .triesLeft(tries)
            case nil: return nil
            }
        }
    }
}

extension PINState {
    /// Why a PIN in this state is not to be set free by the PUK.
    fileprivate var reasonAgainstUnblocking: Reason {
        switch self {
        case .operational:
            Reason("pinNotBlocked", "The PIN is not blocked: all of its tries are left. The PUK was not used.")
        case .triesLeft(let tries):
            Reason("pinNotBlocked", "The PIN is not blocked: \(tries) tries of it are left. The PUK was not used.")
        case .suspended:
            Reason(
                "pinNotBlocked",
                "The PIN is not blocked: one try is left, which the CAN sets free. The PUK was not used.")
        case .blocked: Reason("passwordBlocked", "The PIN is blocked.")
        case .deactivated:
            Reason(
                "passwordDeactivated",
                "The PIN is switched off (6283), which a PUK does not change. The PUK was not used.")
        case .absent: Reason("passwordNotFound", "The chip has no PIN (6A88). The PUK was not used.")
        }
    }
}
