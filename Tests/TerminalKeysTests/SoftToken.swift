import Foundation
import Synchronization
import TestSupport

/// A software token in a temporary folder, which every test of this process shares.
///
/// SoftHSM reads its configuration when it is loaded, from the environment: so there is one folder for all.
final class SoftToken: Sendable {
    static let modulePath = "/usr/lib/softhsm/libsofthsm2.so"
    static let isInstalled =
        FileManager.default.fileExists(atPath: modulePath)
        && FileManager.default.isExecutableFile(atPath: "/usr/bin/softhsm2-util")
    static let pin = "271828"
    static let shared = Result { try SoftToken() }

    let folder = TemporaryFolder()

    private init() throws {
        let path = folder.url.path(percentEncoded: false)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "tokens"), withIntermediateDirectories: true)
        try Data("directories.tokendir = \(path)/tokens\nobjectstore.backend = file\nlog.level = ERROR\n".utf8).write(
            to: folder.url.appending(path: "softhsm2.conf"))
        setenv("SOFTHSM2_CONF", "\(path)/softhsm2.conf", 1)
        for label in ["control", "other"] {
            try Self.run(["--init-token", "--free", "--label", label, "--so-pin", "314159", "--pin", Self.pin])
        }
    }

    private static let counter = Atomic<Int>(1)

    /// Puts a PKCS #8 key on the token.
    func add(_ pkcs8: [UInt8], label: String, token: String = "control") throws {
        let file = folder.url.appending(path: "\(UUID().uuidString).pem")
        let body = Data(pkcs8).base64EncodedString(options: .lineLength64Characters)
        try Data("-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n".utf8).write(to: file)
        let number = Self.counter.add(1, ordering: .relaxed).newValue
        let identifier = "A0" + String(0x1000 + number, radix: 16)
        try Self.run([
            "--import", file.path(percentEncoded: false), "--token", token, "--label", label, "--id", identifier,
            "--pin", Self.pin,
        ])
    }

    private static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/softhsm2-util")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SOFTHSM2_CONF": String(cString: getenv("SOFTHSM2_CONF"))]
        ) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(message: String(decoding: output, as: UTF8.self)) }
    }

    private struct Failure: Error {
        let message: String
    }
}
