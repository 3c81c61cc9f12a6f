import AccessControl
import CardTransport
import Cryptography
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Opens the chip in the first of `choices` that works.
    ///
    /// The next one is tried after a failure unless the password is what failed, or has a try counter.
    mutating func openByPACE(_ choices: [PACEChoice], _ password: PACEPassword) throws(ReadInterruption) {
        try checkRepetition(of: password)
        for (index, choice) in choices.enumerated() {
            guard let failure = try attempt(choice, password) else {
                state.reading.access.failure = nil
                return
            }
            var reason = failure.paceReason(for: password.kind)
            state.reading.access.attempts.append(
                AccessAttempt(method: .pace, identifier: choice.info.identifier, reason: reason))
            noteTries(failure.remainingTries)
            guard failure.endsPACE || password.kind.isCounted || state.hasLostTries || index == choices.count - 1 else {
                remark(Remark.nextPACE(reason))
                continue
            }
            leavePACE()
            if !failure.endsPACE, state.request.accessPolicy == .auto {
                reason = Reason(
                    reason.code,
                    reason.text
                        + " The chip offers PACE, so it is not opened by Basic Access Control unless that is asked for."
                )
            }
            throw refusal(reason)
        }
    }

    /// A PIN or a PUK is sent once. What lies on the reader after the card was away may be another document, and nothing
    /// but the PIN itself would tell.
    private mutating func checkRepetition(of password: PACEPassword) throws(ReadInterruption) {
        guard password.kind.isCounted, state.hasUsedCountedPassword, state.pace == nil || state.wasAway else { return }
        throw refusal(
            Reason(
                "passwordNotRepeated",
                "The document was lost after the \(password.kind.name) had been used; it is not sent again by itself."))
    }

    /// One way, with the number of its parameters and, where the chip does not take that, once without (field notes 13, 18
    /// and 19).
    ///
    /// - Returns: nil where it worked.
    private mutating func attempt(_ choice: PACEChoice, _ password: PACEPassword) throws(ReadInterruption)
        -> AccessControlError?
    {
        var namesParameters = state.pace?.namesParameters ?? (choice.info.parameterID != nil)
        while true {
            try goToCardAccess()
            do {
                let session = try run(choice, password, namesParameters)
                enter(session, choice, password, namesParameters)
                return nil
            } catch {
                if case .transport(let cause) = error { throw .transport(cause) }
                guard namesParameters, case .refused(let status, at: PACEStep.select.clause) = error,
                    Self.parameterStatuses.contains(status)
                else { return error }
                namesParameters = false
                state.position = .atCardAccess  // nothing has begun
                remark(Remark.parametersNotNamed(status))
            }
        }
    }

    /// What chips answer that do not take DO84.
    private static var parameterStatuses: Set<StatusWord> {
        [.wrongData, StatusWord(0x6A87), .referencedDataNotFound]
    }

    /// One run of the protocol, each command a step of its own, since slow chips take seconds over each (field note 31).
    private mutating func run(_ choice: PACEChoice, _ password: PACEPassword, _ namesParameters: Bool)
        throws(AccessControlError) -> PACESession
    {
        let progress = state.progress
        var step = PACEStep.select
        var remainingTries: Int?
        state.position = .elsewhere
        defer {
            state.step = step.rawValue
            if step != .select, password.kind.isCounted { state.hasUsedCountedPassword = true }
            noteTries(remainingTries)
        }
        return try Self.run(
            PACERequest(
                choice: choice, password: password, namesParameters: namesParameters, chat: holderAuthorization),
            &link, &random, &remainingTries
        ) { next, link in
            step = next
            link.connection.base.meter.begin(next.rawValue)
            link.connection.begin(step: next.rawValue)
            progress(ReadProgress(step: next.rawValue))
        }
    }

    private static func run(
        _ request: PACERequest, _ link: inout ChipLink<Connection>, _ random: inout some RandomSource,
        _ remainingTries: inout Int?, _ beginning: (PACEStep, inout ChipLink<Connection>) -> Void
    ) throws(AccessControlError) -> PACESession {
        var terminal = PACE(request.choice, password: request.password, random: random)
        defer {
            random = terminal.random
            remainingTries = terminal.remainingTries
        }
        return try terminal.open(
            &link, chat: request.chat, namesParameters: request.namesParameters, beginning: beginning)
    }

    private mutating func enter(
        _ session: PACESession, _ choice: PACEChoice, _ password: PACEPassword, _ namesParameters: Bool
    ) {
        link.open(session.keys)
        state.pace = (choice, namesParameters, session)
        state.reading.access.used = .pace
        state.reading.access.pace = PACEReading(
            identifier: choice.info.identifier, parameterID: choice.info.parameterID, password: password.kind,
            chipAuthenticationMapping: session.chipAuthenticationMapping)
        if state.phase == .start { startBlocks() }
    }

    /// Keeps how many tries the chip says are left, and whether these are fewer than it said before.
    private mutating func noteTries(_ tries: Int?) {
        guard let tries else { return }
        if let before = state.reading.access.remainingTries, tries < before { state.hasLostTries = true }
        state.reading.access.remainingTries = tries
    }

    // MARK: Where PACE is run

    /// Goes to where EF.CardAccess was read. A chip that stands anywhere else is reset first: in the middle of PACE it
    /// waits for the rest of the chain (field note 23).
    private mutating func goToCardAccess() throws(ReadInterruption) {
        guard state.position != .atCardAccess else { return }
        if state.position == .elsewhere {
            link.dropSession()
            do { try link.connection.reset() } catch { throw .transport(error) }
            state.position = .fresh
        }
        switch state.cardAccessPlace {
        case .masterFile(let form):
            begin(step: "select")
            _ = try send(CommandAPDU.selectMasterFileForms[form])
        case .application: try selectApplication()
        case .start, nil: break
        }
        state.position = .atCardAccess
    }

    /// Leaves no half of a protocol on the chip. That the reset fails changes nothing: the read is over.
    private mutating func leavePACE() {
        link.dropSession()
        try? link.connection.reset()
        state.position = .fresh
    }
}

/// One way of PACE to run.
private struct PACERequest {
    let choice: PACEChoice
    let password: PACEPassword
    let namesParameters: Bool
    /// DO'7F4C', where the chip is asked for the authorities that it trusts.
    let chat: [UInt8]?
}
