/// Why a trace cannot be read or replayed.
public enum TraceError: Error, Hashable, Sendable {
    /// The first line is not that of a trace.
    case notATrace
    /// Written by another version of the format.
    case unsupportedVersion(Int)
    /// A line that is none of the format's; lines are counted from one.
    case malformedLine(Int)
    /// More lines than any read has.
    case tooLong(limit: Int)
    /// The trace has lengths in the place of data, which can be shown but not replayed.
    case redacted
}

extension TraceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notATrace: "this is no trace file"
        case .unsupportedVersion(let version): "version \(version) of the trace format is not known here"
        case .malformedLine(let number): "line \(number) is no line of a trace"
        case .tooLong(let limit): "the trace has more than \(limit) lines"
        case .redacted: "the trace is redacted: it can be shown, not replayed"
        }
    }
}
