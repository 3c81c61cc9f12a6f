import Foundation

/// Programs of a few lines for the shell.
public enum ProgramFile {
    /// Makes one.
    ///
    /// Written by another program: a file that this one has open for writing may be so in a child of another test, too,
    /// and cannot be started then.
    public static func write(_ script: String, to path: String, shell: String = "/bin/sh") throws {
        let text = FileManager.default.temporaryDirectory.appending(path: "emrtd-script-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: text) }
        try Data("#!\(shell)\n\(script)\n".utf8).write(to: text)
        let writer = Process()
        writer.executableURL = URL(filePath: "/usr/bin/install")
        writer.arguments = ["-D", "-m", "700", text.path(percentEncoded: false), path]
        try writer.run()
        writer.waitUntilExit()
        guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
