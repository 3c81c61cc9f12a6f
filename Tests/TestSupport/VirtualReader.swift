import Foundation

/// A `pcscd` of the tests' own with two virtual slots, started by `Scripts/virtual-reader`.
///
/// One test at a time has it, across suites and across processes.
public struct VirtualReader: Sendable {
    /// The name of the first slot.
    public static let firstSlot = "Virtual PCD 00 00"
    /// The name of the second slot.
    public static let secondSlot = "Virtual PCD 00 01"

    /// Where cards connect for the first slot; the next port is that of the second.
    public let port: Int
    /// The socket of the service, as `PCSCLITE_CSOCK_NAME` names it.
    public var socketPath: String { Self.folder + "/pcscd.comm" }
    /// The process of the service.
    public let processIdentifier: Int32

    /// What a skipped test says.
    public static let requirement = "needs root, pcscd, vsmartcard-vpcd and systemd-socket-activate"

    /// Whether the virtual reader can be started here.
    public static let isAvailable: Bool =
        geteuid() == 0
        && [
            "/usr/sbin/pcscd", "/usr/bin/systemd-socket-activate", "/usr/lib/pcsc/drivers/serial/libifdvpcd.so",
        ].allSatisfy { FileManager.default.fileExists(atPath: $0) }

    /// The folder of this process's reader; from its first use on, PC/SC of this process looks for the service there.
    private static let folder: String = {
        let path = "/tmp/emrtd-virtual-reader-\(getpid())"
        setenv("PCSCLITE_CSOCK_NAME", path + "/pcscd.comm", 1)
        return path
    }()

    /// Runs a test while the service runs.
    ///
    /// - Parameter hasReader: false for a service without any reader.
    public static func run<Result>(
        hasReader: Bool = true, isolation: isolated (any Actor)? = #isolation, _ test: (VirtualReader) throws -> Result
    ) async throws -> Result {
        try await alone {
            let reader = try start(hasReader: hasReader)
            defer { stop() }
            return try test(reader)
        }
    }

    /// Runs a test that waits for other tasks while the service runs.
    public static func runAsync<Result>(
        isolation: isolated (any Actor)? = #isolation, _ test: (VirtualReader) async throws -> Result
    ) async throws -> Result {
        try await alone {
            let reader = try start(hasReader: true)
            defer { stop() }
            return try await test(reader)
        }
    }

    /// Runs a test while the service does not run, and hands it the path of the socket that is not there.
    public static func runWithoutService<Result>(
        isolation: isolated (any Actor)? = #isolation, _ test: (_ socketPath: String) throws -> Result
    ) async throws -> Result {
        try await alone { try test(folder + "/pcscd.comm") }
    }

    /// Ends the service, as if it had crashed.
    public func kill() {
        Self.stop()
    }

    private static func alone<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        let lock = open("/tmp/emrtd-virtual-reader.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
        guard lock >= 0 else { throw Failure(message: "the lock file cannot be opened") }
        defer { close(lock) }
        while flock(lock, LOCK_EX | LOCK_NB) != 0 { try await Task.sleep(for: .milliseconds(50)) }
        return try await body()
    }

    private static func start(hasReader: Bool) throws -> VirtualReader {
        var message = ""
        for attempt in 0..<5 {
            let port = 36_000 + (Int(getpid()) + attempt * 97) % 3000 * 2
            message = try script(["start", "--dir", folder, "--port", "\(port)"] + (hasReader ? [] : ["--no-reader"]))
            guard let text = try? String(contentsOfFile: folder + "/pid", encoding: .utf8),
                let pid = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
            else { continue }
            return VirtualReader(port: port, processIdentifier: pid)
        }
        throw Failure(message: message)
    }

    private static func stop() {
        _ = try? script(["stop", "--dir", folder])
    }

    private static func script(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = Repository.root.appending(path: "Scripts/virtual-reader")
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        // Only what is there: the service keeps no hold on the pipe, but a child might.
        return String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }

    private struct Failure: Error, CustomStringConvertible {
        let message: String
        var description: String { "the virtual reader did not start: \(message)" }
    }
}
