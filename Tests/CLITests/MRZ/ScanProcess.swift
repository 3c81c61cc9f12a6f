import Foundation
import TestSupport

/// `emrtd mrz scan`, running, so that signals can be sent to it.
final class ScanProcess {
    private let process = Process()
    private let folder = TemporaryFolder()
    /// Held open, so that nothing comes and the end does not either.
    private let silence = Pipe()

    /// - Parameter script: What a shell does, in which `"$@"` is the command line.
    init(_ arguments: [String], environment: [String: String] = [:], script: String = "exec \"$@\"") throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "sh", BuiltProgram.executable.path(), "mrz", "scan"] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"]
            .merging(environment) { $1 }
        for name in ["out", "err"] { try Data().write(to: folder.url.appending(path: name)) }
        process.standardInput = silence
        process.standardOutput = try FileHandle(forWritingTo: folder.url.appending(path: "out"))
        process.standardError = try FileHandle(forWritingTo: folder.url.appending(path: "err"))
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits until something holds, for ten seconds at most.
    static func wait(until holds: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        while !holds() {
            guard ContinuousClock.now < deadline else { return false }
            usleep(5000)
        }
        return true
    }

    /// Sends Ctrl-C and waits for the end.
    ///
    /// - Returns: The status and the time; nil where it does not end within ten seconds.
    func interrupt() -> (status: Int32, time: Duration)? {
        let begin = ContinuousClock.now
        kill(process.processIdentifier, SIGINT)
        guard Self.wait(until: { !process.isRunning }) else { return nil }
        return (process.terminationStatus, .now - begin)
    }

    /// Ends it as nothing can be caught that ends a program.
    func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its own end.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    var output: String { text("out") }
    var errors: String { text("err") }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.url.appending(path: name), encoding: .utf8)) ?? ""
    }
}
