public import Standards

/// The commands of PACE, in their order.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.1 and §4.4.4.
public enum PACEStep: String, CaseIterable, Hashable, Sendable {
    /// MSE:Set AT: the protocol, the password and the domain parameters are named.
    case select = "pace.select"
    /// The chip's encrypted nonce comes.
    case nonce = "pace.nonce"
    /// The nonce is mapped to a generator.
    case map = "pace.map"
    /// Ephemeral keys are exchanged.
    case agree = "pace.agree"
    /// Each side proves that it has the session keys.
    case token = "pace.token"

    /// Where the step is specified.
    public var clause: SpecReference {
        switch self {
        case .select: .doc9303(11, "4.4.4.1")
        case .nonce: .doc9303(11, "4.4.1", step: "1")
        case .map: .doc9303(11, "4.4.1", step: "3a")
        case .agree: .doc9303(11, "4.4.1", step: "3c")
        case .token: .doc9303(11, "4.4.1", step: "3e")
        }
    }
}
