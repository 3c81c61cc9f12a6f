/// How long the steps of reading one picture took.
public struct ReadingTimes: Hashable, Sendable {
    /// Both looks of the detector.
    public internal(set) var finding: Duration = .zero
    /// The recogniser over all lines.
    public internal(set) var recognising: Duration = .zero
    /// Formats, check digits, the most probable lines.
    public internal(set) var decoding: Duration = .zero
}
