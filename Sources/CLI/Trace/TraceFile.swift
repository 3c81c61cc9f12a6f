import CardTransport
import Evidence
import Foundation

/// A trace that a user names.
enum TraceFile {
    static func read(_ path: String) throws -> Trace {
        do {
            return try Trace(fileContent: InputText.bytes(path, limit: 256 << 20))
        } catch let error as TraceError {
            throw CommandError("'\(path)': \(error)")
        }
    }

    /// Writes a trace for this user alone.
    static func write(_ trace: Trace, to path: String) throws {
        do {
            try PrivateFile.write(trace.fileContent, to: URL(filePath: path))
        } catch { throw CommandError("\(error)") }
        Terminal.note("full trace in \(path): keep it like the document itself")
    }
}
