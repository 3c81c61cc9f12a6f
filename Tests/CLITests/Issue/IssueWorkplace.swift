import Foundation
import TestSupport
import Testing

/// A folder in which the built program makes an authority and its signers, as a user would.
struct IssueWorkplace {
    let folder = TemporaryFolder()

    func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path(name)))) }

    /// Runs `emrtd issue` with the arguments of a line in this folder; `@name` stands for the path of a file in it.
    @discardableResult
    func issue(_ line: String, input: String = "") throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            ["issue"]
                + line.split(separator: " ").map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : String($0) },
            input: input)
    }

    /// The same, and it has to be done.
    func done(_ line: String, input: String = "") throws {
        let outcome = try issue(line, input: input)
        try #require(outcome.status == 0, "issue \(line): \(outcome.errors)")
    }

    /// Writes a file that only its owner reads.
    func write(_ text: String, _ name: String) throws {
        try #require(
            FileManager.default.createFile(
                atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }

    private static let named = #"{"parameters": "named"}"#
    static let authority = "--issuer-certificate @csca.cer --issuer-key @csca.key"

    /// An authority with a key of a kind, its certificate with named parameters so that openssl takes it.
    init(keyType: String = "secp256r1") throws {
        try done(
            "csca --key-type \(keyType) --key-out @csca.key --profile - --out @csca.cer",
            input: Self.named)
    }

    /// A signer below the authority.
    func signer(_ name: String, role: String = "documents", _ rest: String = "") throws {
        try done(
            "ds --role \(role) \(Self.authority) --key-out @\(name).key --out @\(name).cer --profile - \(rest)",
            input: Self.named)
    }

    /// What the openssl program says; `@name` stands as above.
    ///
    /// It takes anchors in PEM only: `@csca.pem` is made where it is named.
    func openssl(_ line: String) throws -> (status: Int32, output: String) {
        if line.contains("-CAfile @csca.pem"), !folder.names().contains("csca.pem") {
            _ = try openssl("x509 -in @csca.cer -out @csca.pem")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = line.split(separator: " ").map {
            $0.hasPrefix("@") ? path(String($0.dropFirst())) : String($0)
        }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    static let hasOpenSSL = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
}
