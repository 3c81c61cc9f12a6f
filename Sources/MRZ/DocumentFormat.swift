/// A layout of the machine readable zone.
///
/// Spec: ICAO Doc 9303-4 to -7 (8th ed.); the French identity card of 1988 to 2021 has a layout of its own.
public enum DocumentFormat: String, CaseIterable, Hashable, Sendable {
    case td1 = "TD1"
    case td2 = "TD2"
    case td3 = "TD3"
    case mrvA = "MRV-A"
    case mrvB = "MRV-B"
    case frenchIdentityCard = "FRA-ID"

    /// How many lines the zone has.
    public var lineCount: Int { self == .td1 ? 3 : 2 }

    /// How many characters each line has.
    public var lineLength: Int {
        switch self {
        case .td1: 30
        case .td2, .mrvB, .frenchIdentityCard: 36
        case .td3, .mrvA: 44
        }
    }
}
