import Conformance
import Foundation

/// The file that a run is written to for continuous integration.
enum JUnitFile {
    /// Writes the results, in place of what an earlier run left there; nothing where no path is given.
    static func write(_ report: JUnitReport, to path: String?) throws {
        guard let path else { return }
        do {
            try Data(report.xml.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandError("'\(path)' cannot be written: \(CommandError.words(of: error))")
        }
    }
}
