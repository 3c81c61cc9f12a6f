import Evidence
import Foundation

/// Evidence by its path, with errors as the user sees them.
enum EvidenceAccess {
    /// Opens a folder of evidence.
    static func open(_ path: String) throws -> EvidenceFolder {
        try run { () throws(EvidenceError) in try EvidenceFolder.open(url(path)) }
    }

    /// Makes an error of the evidence one of the command.
    static func run<Result>(_ body: () throws(EvidenceError) -> Result) throws -> Result {
        do throws(EvidenceError) { return try body() } catch { throw CommandError("\(error)", hint: error.hint) }
    }

    static func url(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory) }
}
