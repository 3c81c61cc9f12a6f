/// How long the steps of reading one picture took.
public struct ReadingTimes: Hashable, Sendable {
    /// Both looks of the detector, and what is made smaller and cut out for them.
    public internal(set) var finding: Duration = .zero
    /// Cutting out lines, and the recogniser over them.
    public internal(set) var recognising: Duration = .zero
    /// Formats, check digits, the most probable lines.
    public internal(set) var deciding: Duration = .zero

    /// Runs a step and counts its time.
    mutating func count<Value, Failure: Error>(
        _ step: WritableKeyPath<ReadingTimes, Duration>, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let begin = ContinuousClock.now
        defer { self[keyPath: step] += ContinuousClock.now - begin }
        return try work()
    }

    mutating func add(_ other: ReadingTimes) {
        finding += other.finding
        recognising += other.recognising
        deciding += other.deciding
    }
}
