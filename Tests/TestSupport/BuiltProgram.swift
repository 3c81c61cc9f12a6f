public import Foundation

/// The `emrtd` executable of this build, run as a user runs it.
public enum BuiltProgram {
    /// What a run left.
    public struct Outcome: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String
    }

    /// The executable beside the test bundle.
    public static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "emrtd")
    }

    /// Runs a command line, with a text on standard input, until it ends.
    ///
    /// - Parameters:
    ///   - environment: Variables set on top of a bare environment; the state folder is a temporary one.
    ///   - device: where standard output goes instead, such as `/dev/full`; the outcome then has none.
    public static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], device: String? = nil
    ) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (output, errors, standardInput) = (
            folder.appending(path: "out"), folder.appending(path: "err"), folder.appending(path: "in")
        )
        try Data(input.utf8).write(to: standardInput)
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
            "HOME": folder.path(percentEncoded: false),
            "XDG_STATE_HOME": folder.appending(path: "state").path(percentEncoded: false),
        ].merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: standardInput)
        process.standardOutput = try FileHandle(forWritingTo: device.map { URL(filePath: $0) } ?? output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8))
    }
}
