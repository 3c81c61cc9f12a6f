public import LDS
public import MRZ

/// What PACE is opened with: the printed MRZ, the card access number, or the holder's PIN or PUK.
///
/// It does not print, and it is erased when released.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.3 for the input of the key derivation.
public struct PACEPassword: Sendable {
    /// Which of the passwords this is.
    public let kind: PACEPasswordKind
    private let secret: Secret

    private enum Secret: Sendable {
        case mrz(MRZKeyInformation)
        case digits([UInt8])
    }

    /// The password that the printed MRZ makes.
    public static func mrz(_ information: MRZKeyInformation) -> PACEPassword {
        PACEPassword(kind: .mrz, secret: .mrz(information))
    }
}

extension PACEPassword: CustomStringConvertible, CustomReflectable {
    /// Which password it is, and nothing of it.
    public var description: String { "a \(kind.name)" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
