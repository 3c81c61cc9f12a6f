import AccessControl
import CardTransport
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Lets the reader run PACE, the password being typed on its keys. From then on commands go to it in plain, and it
    /// protects them itself.
    mutating func openByReader(_ password: PACEPasswordKind) throws(ReadInterruption) {
        if state.position == .elsewhere {
            do { try link.connection.reset() } catch { throw .transport(error) }
        }
        begin(step: "pace.reader")
        state.position = .elsewhere
        state.hasReaderChannel = false
        let result: ReaderPACEResult?
        do {
            result = try link.connection.establishPACE(ReaderPACERequest(passwordNumber: password.rawValue))
        } catch { throw .transport(error) }
        switch result {
        case nil:
            throw refusal(
                Reason(
                    "readerHasNoPACE", "The reader has no keys and no PACE of its own: give the \(password.name) here.")
            )
        case .failed(let failure):
            state.reading.access.remainingTries = failure.remainingTries ?? state.reading.access.remainingTries
            throw refusal(failure.reason(for: password))
        case .opened(let channel): try enter(channel, password)
        }
    }

    private mutating func enter(_ channel: ReaderPACEResult.Channel, _ password: PACEPasswordKind)
        throws(ReadInterruption)
    {
        // The reader opens whatever lies on it; that must be what was asked what it offers.
        if !channel.cardAccess.isEmpty, let known = state.reading.bytes(of: .cardAccess),
            !channel.cardAccess.starts(with: known)
        {
            throw .ended(Self.otherChip)
        }
        state.hasReaderChannel = true
        state.reading.access.used = .pace
        state.reading.access.failure = nil
        state.reading.access.remainingTries = nil  // the status of the selection is from before the right password
        remark(Remark.openedByReader)
        // Which of several ways the reader took it does not say.
        let infos = state.reading.bytes(of: .cardAccess).flatMap { try? SecurityInfos(encoded: $0).pace } ?? []
        if let only = infos.first, infos.count == 1 {
            state.reading.access.pace = PACEReading(
                identifier: only.identifier, parameterID: only.parameterID, password: password)
        }
        if state.phase == .start { startBlocks() }
    }
}

extension ReaderPACEResult.Failure {
    fileprivate var remainingTries: Int? {
        if case .refused(_, let status) = self { status.remainingTries } else { nil }
    }

    fileprivate func reason(for password: PACEPasswordKind) -> Reason {
        switch self {
        case .refused(step: 2, let status):
            AccessControlError.refused(status, at: PACEStep.select.clause).paceReason(for: password)
        case .refused(step: 6, let status):
            AccessControlError.refused(status, at: PACEStep.token.clause).paceReason(for: password)
        case .refused(let step, let status):
            Reason("paceRefused", "The chip breaks PACE off with \(status) at step \(step) of the reader.")
        case .wrongToken: AccessControlError.notAuthenticated(at: PACEStep.token.clause).paceReason(for: password)
        case .cancelled: Reason("cancelled", "The cancel key of the reader was pressed.")
        case .timedOut: Reason("timedOut", "Nothing was typed on the reader in time.")
        case .cardGone: Reason("cardRemoved", "The document left while the reader opened it.")
        case .reader(let code):
            Reason(
                "paceBroken",
                "The reader's PACE failed with code \(String(code, radix: 16, uppercase: true)).")
        }
    }
}
