import CardTransport
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Takes a lost card or a broken session up again: finds the card, opens access as before, proves that it is the same
    /// chip. What was being read is the caller's to go on with.
    ///
    /// - Throws: where there is no going on.
    mutating func recover(from error: TransportError) throws(ReadInterruption) {
        var cause = error
        let proven = state.phase == .open ? state.reading : nil
        while true {
            if cause == .endlessResponse { state.endlessAnswerCount += 1 }
            guard Self.isRecoverable(cause), state.endlessAnswerCount <= ReadState.maximumEndlessAnswerCount,
                !state.cardStaysAway,
                state.recoveryCount < state.request.maximumRecoveryCount,
                state.totalRecoveryCount < ReadState.maximumTotalRecoveryCount
            else { throw .transport(cause) }
            state.recoveryCount += 1
            state.totalRecoveryCount += 1
            let step = state.step
            do {
                if try !reconnect(after: cause) { return }
                guard state.phase == .open else { return }
                try reopenAccess()
                if !state.isAstray {
                    try proveSameChip()
                    try authenticateAgain()
                }
                if Self.endsSession(cause) { remark(Remark.sessionReopened(step)) }
                return
            } catch {
                if let proven, !state.isAstray { forgetEvidence(since: proven, error) }
                guard case .transport(let next) = error else { throw error }
                cause = next
            }
        }
    }

    /// Takes back what was found out of a chip that was not proven to be the one that is read: its part in PACE fits no
    /// file of this reading, and what another document proves or does not prove says nothing of this one.
    private mutating func forgetEvidence(since proven: ChipReading, _ error: ReadInterruption) {
        state.reading.access.pace = proven.access.pace
        guard case .ended(Self.otherChip) = error else { return }
        state.reading.chipAuthentication = proven.chipAuthentication
        state.reading.terminalAuthentication = proven.terminalAuthentication
    }

    /// - Returns: whether access has to be opened again.
    private mutating func reconnect(after cause: TransportError) throws(ReadInterruption) -> Bool {
        if cause == .notTransacted, link.cipher != nil { return false }  // the card has not seen the command
        let step = state.step
        link.dropSession()
        if cause == .notAuthentic { remark(Remark.answerNotAuthentic(step)) }
        state.position = .elsewhere
        // Also a session that breaks without the card having gone: another chip may answer through a relay by now.
        state.hasProofOfPresence = false
        if Self.endsSession(cause) { return true }
        state.wasAway = true
        begin(step: "reconnect")
        do { try link.connection.reconnect(within: state.request.reconnectLimit) } catch {
            state.cardStaysAway = error == .noCard || error == .cardRemoved || error == .unresponsiveCard
            throw .transport(error)
        }
        state.position = .fresh
        remark(Remark.cardLost(cause, step))
        if Witness(state.reading) == nil { try forgetUnprovenFiles() }
        return true
    }

    /// Opens access as it was; a chip that refuses after a broken session is reset once.
    private mutating func reopenAccess() throws(ReadInterruption) {
        do {
            try openSession()
        } catch {
            guard case .ended = error, state.countedPassword == .unused else { throw error }
            state.position = .fresh
            link.dropSession()
            do { try link.connection.reset() } catch { throw .transport(error) }
            try openSession()
        }
    }

    static func endsSession(_ error: TransportError) -> Bool {
        error == .notAuthentic || error == .channelClosed
    }

    private static func isRecoverable(_ error: TransportError) -> Bool {
        switch error {
        case .cardRemoved, .cardReset, .noCard, .unresponsiveCard, .notTransacted, .malformedResponse,
            .endlessResponse, .notAuthentic, .channelClosed, .pcsc:
            true
        case .serviceNotRunning, .notPermitted, .noReader, .sharingViolation, .readerRemoved, .timedOut, .cancelled,
            .notInTrace:
            false
        }
    }
}
