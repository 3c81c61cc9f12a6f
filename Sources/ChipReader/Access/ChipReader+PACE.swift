import AccessControl
import CardTransport
import Cryptography
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Opens the chip in the first of `choices` that works; a PIN is led up to where its state asks for that.
    mutating func openByPACE(_ choices: [PACEChoice], _ password: PACEPassword) throws(ReadInterruption) {
        if let proof = try proofOfSameChip(before: password) {
            try openAgain(choices, proof, password)
            return
        }
        guard let failure = try openDirectly(choices, password) else { return }
        guard failure.error.isPINSuspended, password.kind == .pin, let number = state.request.accessNumber else {
            throw refusal(of: failure, password)
        }
        noteTries(failure.error.remainingTries)
        state.position = .atCardAccess  // nothing has begun
        try resumePIN(choices, number, password)
    }

    /// A way of PACE that failed, and why.
    struct FailedPACE {
        let choice: PACEChoice
        let error: AccessControlError
    }

    /// Runs PACE in plain, in the first of `choices` that works.
    ///
    /// The next one is tried after a failure unless the password is what failed, or has a try counter.
    ///
    /// - Parameter isLeading: Whether another password follows inside of the channel, and this one opens nothing by itself.
    /// - Returns: nil where it worked.
    mutating func openDirectly(
        _ choices: [PACEChoice], _ password: PACEPassword, isLeading: Bool = false
    ) throws(ReadInterruption) -> FailedPACE? {
        for (index, choice) in choices.enumerated() {
            guard let error = try attempt(choice, password, isLeading: isLeading) else {
                state.reading.access.failure = nil
                return nil
            }
            guard
                error.endsPACE || password.kind.isCounted || hasLostTries(error) || index == choices.count - 1
            else {
                remark(Remark.nextPACE(note(FailedPACE(choice: choice, error: error), password)))
                continue
            }
            return FailedPACE(choice: choice, error: error)
        }
        return nil
    }

    private mutating func hasLostTries(_ error: AccessControlError) -> Bool {
        noteTries(error.remainingTries)
        return state.hasLostTries
    }

    /// Keeps an attempt that failed.
    ///
    /// - Returns: What that means to the person at the reader.
    @discardableResult
    private mutating func note(_ failure: FailedPACE, _ password: PACEPassword) -> Reason {
        let reason = failure.error.paceReason(for: password.kind)
        state.reading.access.attempts.append(
            AccessAttempt(method: .pace, identifier: failure.choice.info.identifier, reason: reason))
        noteTries(failure.error.remainingTries)
        return reason
    }

    /// Ends the read over a failure of PACE, with nothing of it left on the chip.
    mutating func refusal(of failure: FailedPACE, _ password: PACEPassword) -> ReadInterruption {
        var reason = note(failure, password)
        leavePACE()
        if !failure.error.endsPACE, state.request.accessPolicy == .auto {
            reason = Reason(
                reason.code,
                reason.text
                    + " The chip offers PACE, so it is not opened by Basic Access Control unless that is asked for."
            )
        }
        return refusal(reason)
    }

    /// One way, with the number of its parameters and the terminal's authorization where it has one; where the chip does not
    /// take that, without the one or the other (field notes 13, 18 and 19).
    ///
    /// - Returns: nil where it worked.
    private mutating func attempt(
        _ choice: PACEChoice, _ password: PACEPassword, isLeading: Bool
    ) throws(ReadInterruption) -> AccessControlError? {
        let names = state.pace?.namesParameters ?? (choice.info.parameterID != nil)
        var forms = [(namesParameters: names, authorization: holderAuthorization)]
        if names { forms.append((false, holderAuthorization)) }
        if holderAuthorization != nil { forms += forms.map { ($0.namesParameters, nil) } }
        var first: StatusWord?
        for (index, form) in forms.enumerated() {
            try goToCardAccess()
            do {
                let session = try run(choice, password, form.namesParameters, form.authorization)
                if let first { note(first, form.namesParameters != names, form.authorization != holderAuthorization) }
                if isLeading {
                    lead(session, choice, form.namesParameters)
                } else {
                    enter(session, choice, password, form.namesParameters)
                }
                return nil
            } catch {
                if case .transport(let cause) = error { throw .transport(cause) }
                guard index + 1 < forms.count, case .refused(let status, at: PACEStep.select.clause) = error,
                    Self.parameterStatuses.contains(status)
                else { return error }
                first = first ?? status
                state.position = .atCardAccess  // nothing has begun
            }
        }
        return nil
    }

    /// Notes what had to be left out; without its authorization a terminal is not let in before the application.
    private mutating func note(_ status: StatusWord, _ leavesParameters: Bool, _ leavesAuthorization: Bool) {
        if leavesParameters { remark(Remark.parametersNotNamed(status)) }
        guard leavesAuthorization else { return }
        let reason = Remark.authorizationNotTaken(status)
        remark(reason)
        state.authentication.hasLeftMasterFile = true
        enter([], nil, .notTried(reason), version: 2)
    }

    /// What chips answer that do not take DO84.
    static var parameterStatuses: Set<StatusWord> {
        [.wrongData, StatusWord(0x6A87), .referencedDataNotFound]
    }

    /// One run of the protocol, each command a step of its own, since slow chips take seconds over each (field note 31).
    mutating func run(
        _ choice: PACEChoice, _ password: PACEPassword, _ namesParameters: Bool, _ authorization: [UInt8]?,
        usesLastTry: Bool = false
    ) throws(AccessControlError) -> PACESession {
        let progress = state.progress
        var step = PACEStep.select
        var remainingTries: Int?
        state.position = .elsewhere
        defer {
            state.step = step.rawValue
            if step != .select, password.kind.isCounted { state.countedPassword = .sent }
            noteTries(remainingTries)
        }
        return try Self.run(
            PACERequest(
                choice: choice, password: password, namesParameters: namesParameters, chat: authorization,
                usesLastTry: usesLastTry),
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
            &link, chat: request.chat, namesParameters: request.namesParameters, usesLastTry: request.usesLastTry,
            beginning: beginning)
    }

    /// Protects what follows, without having opened the chip for more than another password.
    private mutating func lead(_ session: PACESession, _ choice: PACEChoice, _ namesParameters: Bool) {
        link.open(session.keys)
        state.pace = (choice, namesParameters, session)
    }

    mutating func enter(
        _ session: PACESession, _ choice: PACEChoice, _ password: PACEPassword, _ namesParameters: Bool
    ) {
        lead(session, choice, namesParameters)
        if password.kind.isCounted { state.countedPassword = .accepted }
        // What the chip said before is no more so: a right password gives tries back, or uses one up.
        state.reading.access.remainingTries = nil
        state.reading.access.used = .pace
        state.reading.access.pace = PACEReading(
            identifier: choice.info.identifier, parameterID: choice.info.parameterID, password: password.kind,
            chipAuthenticationMapping: session.chipAuthenticationMapping)
        // What EF.CardSecurity has taught about blocks stays where it ended the session.
        if state.phase == .start, state.cardSecurityLossCount == 0 { startBlocks() }
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
    mutating func goToCardAccess() throws(ReadInterruption) {
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
    mutating func leavePACE() {
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
    let usesLastTry: Bool
}
