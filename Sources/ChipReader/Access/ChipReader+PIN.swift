import AccessControl
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Opens a chip whose PIN has one try left: the CAN first, then the PIN inside of that channel.
    ///
    /// A wrong CAN leaves the PIN alone.
    ///
    /// Spec: BSI TR-03110-2 §3.3 (resuming a suspended PIN); BSI TR-03110-3 B.11.1.
    mutating func resumePIN(
        _ choices: [PACEChoice], _ number: PACEPassword, _ pin: PACEPassword
    ) throws(ReadInterruption) {
        if let failure = try openDirectly(choices, number, isLeading: true) { throw refusal(of: failure, number) }
        remark(Remark.pinResumed)
        try openWithin(pin, usesLastTry: true)
    }

    /// Opens a chip again that was away: what is printed on the document shows first that it is the same one, and costs no
    /// try where it is not; then the PIN goes out inside of that channel, which no other chip can take over.
    mutating func openAgain(
        _ choices: [PACEChoice], _ proof: PACEPassword, _ pin: PACEPassword
    ) throws(ReadInterruption) {
        if let failure = try openDirectly(choices, proof, isLeading: true) {
            leavePACE()
            guard failure.error.isOfWrongPassword else { throw refusal(Self.notRepeated(pin)) }
            throw .ended(Self.otherChip)
        }
        try openWithin(pin, usesLastTry: false)
    }

    private mutating func openWithin(_ pin: PACEPassword, usesLastTry: Bool) throws(ReadInterruption) {
        guard let (choice, namesParameters, _) = state.pace else { throw refusal(Self.notRepeated(pin)) }
        do {
            let session = try run(choice, pin, namesParameters, holderAuthorization, usesLastTry: usesLastTry)
            enter(session, choice, pin, namesParameters)
        } catch {
            if case .transport(let cause) = error { throw .transport(cause) }
            throw refusal(of: FailedPACE(choice: choice, error: error), pin)
        }
    }

    /// What has to be shown to the chip before a password that has been used in this read; nil for a password that may
    /// just be sent.
    ///
    /// A PIN that the chip took goes out once more for each time that it was taken, since that costs no try; one that it
    /// has not taken never does, nor a PUK, whose every use is counted. What lies on the reader after the card was away
    /// may be another document, and a PIN alone could not tell without using up a try of it.
    mutating func proofOfSameChip(before password: PACEPassword) throws(ReadInterruption) -> PACEPassword? {
        guard password.kind.isCounted, state.countedPassword != .unused else { return nil }
        guard password.kind == .pin, state.countedPassword == .accepted else {
            throw refusal(Self.notRepeated(password))
        }
        guard state.wasAway else { return nil }
        guard let proof = state.request.accessNumber ?? state.request.key.map(PACEPassword.mrz) else {
            throw refusal(Self.notRepeated(password))
        }
        return proof
    }

    private static func notRepeated(_ password: PACEPassword) -> Reason {
        let name = password.kind.name
        let text =
            password.kind == .pin
            ? "The document was lost after the PIN had been used; it goes out again by itself only to a chip that took it "
                + "and has shown by its CAN or its printed lines that it is the same one."
            : "The document was lost after the \(name) had been used, whose uses are counted; it is not sent again by "
                + "itself."
        return Reason("passwordNotRepeated", text)
    }
}

extension AccessControlError {
    /// Whether the password is not that of the chip.
    fileprivate var isOfWrongPassword: Bool {
        switch self {
        case .refused(_, at: PACEStep.token.clause), .notAuthenticated: true
        default: false
        }
    }
}
