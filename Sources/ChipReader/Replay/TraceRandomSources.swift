public import CardTransport
public import Cryptography

/// A random source whose bytes go into a trace: their number, and in a full trace their values.
public struct RecordingRandomSource: RandomSource {
    private var base: any RandomSource
    private let recorder: TraceRecorder

    public init(_ base: any RandomSource = SystemRandomSource(), into recorder: TraceRecorder) {
        self.base = base
        self.recorder = recorder
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        let bytes = base.bytes(count)
        recorder.record(random: bytes)
        return bytes
    }
}

/// The random bytes of a full trace, in their order; zeros once they are used up, which no recorded command answers to.
public struct ReplayedRandomSource: RandomSource {
    private var rest: ArraySlice<UInt8>

    /// - Throws: `TraceError.redacted` where the trace does not hold them.
    public init(_ trace: Trace) throws(TraceError) {
        guard let bytes = trace.randomBytes else { throw .redacted }
        rest = bytes[...]
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(taken) + [UInt8](repeating: 0, count: count - taken.count)
    }
}
