public import CardTransport
public import LDS
import Standards

/// A read that was run against a trace in the place of a chip.
public struct TraceReplay: Sendable {
    /// What the read delivered.
    public let reading: ChipReading
    /// How many commands, resets and reconnections of the trace were played.
    public let playedCount: Int
    /// Whether that was all of them.
    public let isComplete: Bool

    /// Reads from a full trace as from the chip that it was recorded from.
    ///
    /// The read takes the recorded random bytes, so with the recorded request and key it sends the recorded commands; the
    /// first other one ends it as `notInTrace`.
    ///
    /// - Throws: `TraceError.redacted` where the trace has lengths in the place of bytes.
    public init(_ trace: Trace, request: ReadRequest) throws(TraceError) {
        let random = try ReplayedRandomSource(trace)
        let connection = try ReplayConnection(trace)
        var reader = ChipReader(connection, readerName: trace.readerName, random: random)
        reading = reader.read(request, at: trace.startedAt ?? Timestamp(secondsSince1970: 0))
        let end = reader.close()
        playedCount = end.playedCount
        isComplete = end.isAtEnd
    }
}
