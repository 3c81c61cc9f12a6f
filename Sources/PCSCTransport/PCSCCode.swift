import CPCSCLite
package import CardTransport

/// Return codes of the PC/SC service and what they mean: the one place where they are translated.
///
/// Spec: PC/SC Part 5 §3.1; values as in pcsc-lite's `pcsclite.h`.
package enum PCSCCode {
    /// Throws what a return code means; does nothing for success.
    static func check(_ code: LONG) throws(TransportError) {
        guard code != SCARD_S_SUCCESS else { return }
        throw error(for: code)
    }

    /// What a return code means.
    package static func error(for code: Int) -> TransportError {
        switch code {
        case SCARD_E_NO_SERVICE, SCARD_E_SERVICE_STOPPED, SCARD_F_COMM_ERROR: .serviceNotRunning
        case SCARD_W_SECURITY_VIOLATION: .notPermitted
        case SCARD_E_NO_READERS_AVAILABLE, SCARD_E_UNKNOWN_READER: .noReader(named: nil)
        case SCARD_E_READER_UNAVAILABLE: .readerRemoved
        case SCARD_E_NO_SMARTCARD: .noCard
        case SCARD_W_REMOVED_CARD: .cardRemoved
        case SCARD_W_RESET_CARD: .cardReset
        case SCARD_E_SHARING_VIOLATION: .sharingViolation
        case SCARD_W_UNRESPONSIVE_CARD, SCARD_W_UNPOWERED_CARD, SCARD_W_UNSUPPORTED_CARD, SCARD_E_PROTO_MISMATCH,
            SCARD_E_CARD_UNSUPPORTED:
            .unresponsiveCard
        case SCARD_E_TIMEOUT: .timedOut
        case SCARD_E_CANCELLED: .cancelled
        case SCARD_E_NOT_TRANSACTED, SCARD_E_COMM_DATA_LOST: .notTransacted
        default: .pcsc(code: UInt32(truncatingIfNeeded: code))
        }
    }

    /// Whether a code is what readers say to a command of extended length that they cannot carry.
    ///
    /// Tolerated: codes that PC/SC Part 5 has for other mistakes; drivers give them for commands over 255 bytes.
    package static func refusesCommand(_ code: Int) -> Bool {
        [
            SCARD_E_NOT_TRANSACTED, SCARD_E_INVALID_PARAMETER, SCARD_E_INVALID_VALUE, SCARD_E_INSUFFICIENT_BUFFER,
            SCARD_E_UNSUPPORTED_FEATURE,
        ].contains(code)
    }
}
