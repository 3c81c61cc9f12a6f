/// The sex of the holder, as the document states it.
///
/// Spec: ICAO Doc 9303-4 (8th ed.) §4.2.2.2; the MRZ writes `<` for unspecified, the printed page `X`.
public enum Sex: String, CaseIterable, Hashable, Sendable {
    case male = "M"
    case female = "F"
    case unspecified = "<"
    /// Tolerated: some States print `X` in the MRZ, where §4.2.2.2 wants `<`.
    case unspecifiedAsX = "X"
}
