import Foundation

/// Texts that are compared with the checked-in files of `Tests/Golden`.
///
/// With `UPDATE_GOLDEN=1` in the environment the files are written instead; look at the difference before committing.
public enum Golden {
    /// What a comparison says: nil where the text is the checked-in one, else where they part.
    public static func difference(_ text: String, _ path: String) throws -> String? {
        let file = Repository.golden.appending(path: path)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            return "\(path) is not checked in"
        }
        let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        guard expected != text else { return nil }
        let (found, wanted) = (lines(of: text), lines(of: expected))
        let index = zip(found, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = index ?? min(found.count, wanted.count)
        return """
            \(path), line \(line + 1)
            expected: \(wanted.indices.contains(line) ? wanted[line] : "the end")
            found:    \(found.indices.contains(line) ? found[line] : "the end")
            """
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
