import LDS
import PKI
import Standards

/// How far a terminal has come with Terminal Authentication in one session.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.5; BSI TR-03110-3 B.3.
struct TerminalState: Sendable {
    /// The key of the last certificate that was verified, until another takes its place.
    var imported: CertifiedKey?
    var stage = Stage.idle

    enum Stage: Sendable {
        case idle
        /// MSE:Set DST has chosen a key for the next certificate.
        case verifying(CertifiedKey)
        /// MSE:Set AT has chosen the terminal's key.
        case chosen(CertifiedKey, Binding)
        /// A challenge is out.
        case challenged(CertifiedKey, Binding, challenge: [UInt8])
        /// The terminal is known.
        case authenticated(CertifiedKey, Binding)
        /// It failed; there is no second run in a session.
        case refused
    }

    /// What the terminal's signature covers beside the challenge.
    struct Binding: Sendable {
        /// The terminal's ephemeral key, compressed.
        let compressedTerminalKey: [UInt8]
        /// DO'67' as it came; empty for version 1 and where there is none.
        let auxiliaryData: [UInt8]
    }

    var isAuthenticated: Bool { key != nil }

    /// The terminal's key, once it has signed.
    var key: CertifiedKey? {
        if case .authenticated(let key, _) = stage { key } else { nil }
    }

    /// The key that the terminal has signed, which Chip Authentication of version 2 has to use.
    var compressedTerminalKey: [UInt8]? {
        if case .authenticated(_, let binding) = stage { binding.compressedTerminalKey } else { nil }
    }

    /// Whether Terminal Authentication was run already.
    var isOver: Bool {
        switch stage {
        case .authenticated, .refused: true
        case .idle, .verifying, .chosen, .challenged: false
        }
    }
}
