import CardTransport
public import Standards

extension AccessControlError {
    /// What a failed Basic Access Control means to the person at the reader, and what to try next.
    ///
    /// A wrong key and a chip that wants PACE look alike on the wire; whether EF.CardAccess offers PACE tells them apart.
    ///
    /// - Parameter offersPACE: Whether the chip offers PACE; nil where that is not known.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.4.2; the statuses are those real chips give.
    public func basicAccessControlReason(offersPACE: Bool?) -> Reason {
        switch self {
        case .transport(let error):
            Reason("transport", "\(error)")
        case .refused(let status, at: Self.challengeStep):
            offersPACE == true
                ? Reason("paceOnly", "The chip gives no challenge (\(status)) and offers PACE: it has no BAC.")
                : Reason("noChallenge", "The chip gives no challenge (\(status)): it has no BAC, or not in this state.")
        case .refused(.authenticationFailed, _):
            Reason("wrongKey", "The chip refuses the key (6300): the document number or a date is not its own.")
        case .refused(let status, _) where status.remainingTries != nil:
            Reason(
                "wrongKeyCounted",
                """
                The chip refuses the key and counts (\(status), \(status.remainingTries ?? 0) left): check what was \
                typed and wait before the next try.
                """)
        case .refused(.securityStatusNotSatisfied, _):
            Self.ambiguous("accessDenied", "6982", offersPACE)
        case .refused(.conditionsNotSatisfied, _):
            Self.ambiguous("conditionsNotSatisfied", "6985", offersPACE)
        case .refused(let status, _):
            Reason("accessRefused", "The chip refuses Basic Access Control with \(status).")
        case .wrongLength(let expected, let found, _):
            Reason(
                "wrongAnswerLength",
                "The chip took the key and answered with \(found) bytes instead of \(expected): it has proven nothing.")
        case .notAuthenticated, .malformedAnswer, .unusable, .malformedPassword, .signing, .tooLong:
            Reason(
                "chipNotAuthenticated",
                "The chip took the key, but its own proof is wrong: its answer was altered, or it is no eMRTD chip.")
        }
    }

    /// What a status that chips use for a wrong key, and others for the want of PACE, means here.
    private static func ambiguous(_ code: String, _ status: String, _ offersPACE: Bool?) -> Reason {
        switch offersPACE {
        case true?:
            Reason(
                code + "PACE",
                "The chip refuses Basic Access Control (\(status)) and offers PACE: it may want PACE only.")
        case false?:
            Reason(
                code, "The chip refuses the key (\(status)): the document number or a date is not its own.")
        case nil:
            Reason(
                code,
                "The chip refuses Basic Access Control (\(status)): the key is wrong, or the chip wants PACE only.")
        }
    }

    private static let challengeStep = SpecReference.doc9303(11, "4.3.1", step: "1")
}
