import CardTransport
public import LDS
public import Standards

extension AccessControlError {
    /// Whether a failed run of PACE leaves no sense in another one: the password is wrong, used up or at rest.
    public var endsPACE: Bool {
        switch self {
        case .refused(let status, at: PACEStep.select.clause):
            status.remainingTries != nil || status == .deactivated
        case .refused(_, let clause), .wrongLength(_, _, let clause), .notAuthenticated(let clause),
            .malformedAnswer(let clause), .unusable(_, let clause):
            clause == PACEStep.token.clause
        default: false
        }
    }

    /// Whether a PIN has one try left, which the chip gives away only after the CAN.
    public var isPINSuspended: Bool { self == .refused(StatusWord(0x63C1), at: PACEStep.select.clause) }

    /// How many tries of the password the chip said are left.
    public var remainingTries: Int? {
        if case .refused(let status, _) = self { status.remainingTries } else { nil }
    }

    /// What a failed PACE means to the person at the reader.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4; BSI TR-03110-3 B.11 for the statuses of PIN and PUK.
    public func paceReason(for password: PACEPasswordKind) -> Reason {
        let name = password.name
        switch self {
        case .transport(let error): return Reason("transport", "\(error)")
        case .malformedPassword: return Reason("malformedPassword", "This cannot be a \(name).")
        case .refused(let status, at: PACEStep.select.clause): return Self.selectionReason(status, password)
        case .refused(let status, at: PACEStep.token.clause): return Self.tokenReason(status, password)
        case .refused(let status, let clause):
            return Reason("paceRefused", "The chip breaks PACE off with \(status) at \(clause).")
        case .notAuthenticated:
            return Reason(
                "chipNotAuthenticated",
                "The chip took the \(name), but its own proof is wrong: its answer was altered, or it is no eMRTD chip."
            )
        case .wrongLength, .malformedAnswer, .unusable, .signing, .tooLong:
            return Reason("paceBroken", "The chip does not keep to PACE: \(self).")
        }
    }

    private static func selectionReason(_ status: StatusWord, _ password: PACEPasswordKind) -> Reason {
        let name = password.name
        switch status {
        case _ where status.remainingTries == 0:
            return Reason(
                "passwordBlocked",
                password == .pin
                    ? "The PIN is blocked after too many wrong ones: the PUK lets it be used again."
                    : "The \(name) is used up: the chip takes it no more.")
        case _ where status.remainingTries == 1 && password == .pin:
            return Reason(
                "pinSuspended",
                "One try of the PIN is left, and the chip wants the CAN before it: that try is not used up here. Give the CAN beside the PIN."
            )
        case .deactivated: return Reason("passwordDeactivated", "The \(name) of this document is switched off (6283).")
        case .referencedDataNotFound:
            return Reason("passwordNotFound", "The chip has no \(name), or not these parameters (6A88).")
        default: return Reason("paceRefused", "The chip refuses this way of PACE with \(status).")
        }
    }

    private static func tokenReason(_ status: StatusWord, _ password: PACEPasswordKind) -> Reason {
        let prefix = password == .mrz ? "wrongKey" : "wrongPassword"
        let wrong =
            password == .mrz
            ? "the document number or a date is not its own" : "the \(password.name) is not that of this document"
        guard let tries = status.remainingTries else {
            return Reason(
                prefix, "The chip refuses the \(password == .mrz ? "key" : password.name) (\(status)): \(wrong).")
        }
        if password == .pin, tries < 2 {
            return tries == 0
                ? Reason(
                    "pinBlockedNow",
                    "The chip refuses the PIN (\(status)): it was the last try, and the PIN is blocked.")
                : Reason(
                    "pinSuspendedNow",
                    "The chip refuses the PIN (\(status)): one try is left, and the chip wants the CAN before it.")
        }
        return Reason(
            prefix + "Counted",
            "The chip refuses the \(password == .mrz ? "key" : password.name) and counts (\(status), \(tries) left): \(wrong)."
        )
    }
}
