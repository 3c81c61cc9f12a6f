import FoundationEssentials

/// The stored form of a trace: one JSON object a line, the first of which names the format and its version.
///
/// Bytes are upper-case hexadecimal under `data`, `answer`, `bytes`; where they were left out, their number stands under
/// the same name with `Count` added. Times are whole microseconds.
extension Trace {
    /// The version that is written, and the only one that is read.
    public static let fileVersion = 1
    /// The most lines that are read.
    public static let maximumLineCount = 1_000_000

    /// The trace as the bytes of a file.
    public var fileContent: [UInt8] {
        let lines = [TraceLine(headOf: self)] + events.map(TraceLine.init)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return lines.flatMap { line in
            // Strings, numbers and Booleans alone: there is nothing in a line that JSON cannot hold.
            (try? encoder.encode(line)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
        }
    }

    /// Reads the bytes of a file.
    ///
    /// - Throws: `TraceError`, which names the line.
    public init(fileContent: [UInt8], maximumLineCount limit: Int = maximumLineCount) throws(TraceError) {
        let lines = fileContent.split(separator: UInt8(ascii: "\n"), maxSplits: limit, omittingEmptySubsequences: true)
        guard lines.count <= limit else { throw .tooLong(limit: limit) }
        let decoder = JSONDecoder()
        guard let first = lines.first, let line = try? decoder.decode(TraceLine.self, from: Data(first)),
            line.format == TraceLine.formatName, let version = line.version
        else { throw .notATrace }
        guard version == Self.fileVersion else { throw .unsupportedVersion(version) }
        guard let trace = line.head else { throw .malformedLine(1) }
        self = trace
        for (index, line) in lines.enumerated().dropFirst() {
            guard let event = (try? decoder.decode(TraceLine.self, from: Data(line)))?.traceEvent else {
                throw .malformedLine(index + 1)
            }
            guard detail == .full || event == event.redacted else { throw .malformedLine(index + 1) }
            events.append(event)
        }
    }
}
