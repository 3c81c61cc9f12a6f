import AccessControl
import Cryptography
import Foundation
import Standards
import TerminalKeys
import TestSupport
import Testing

/// A real server that signs, with a key and certificates made for one test.
private final class SigningServer {
    let folder = TemporaryFolder()
    let key: PrivateKey
    let port: Int
    private let process = Process()

    static let canRun = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    init(tls: Bool, asksForCertificate: Bool = false) throws {
        key = try PrivateKey.generateRSA(bits: 2048)
        let path = folder.url.path(percentEncoded: false)
        let body = Data(key.pkcs8).base64EncodedString(options: .lineLength64Characters)
        try Data("-----BEGIN PRIVATE KEY-----\n\(body)\n-----END PRIVATE KEY-----\n".utf8).write(
            to: folder.url.appending(path: "key.pem"))
        for name in ["server", "client", "other"] {
            try Self.run(
                """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
                    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout '\(path)/\(name).key' -out '\(path)/\(name).crt'
                cat '\(path)/\(name).crt' '\(path)/\(name).key' > '\(path)/\(name).pem'; chmod 600 '\(path)/\(name).key'
                openssl pkey -in '\(path)/\(name).key' -pubout -outform DER | openssl dgst -sha256 -binary | base64 \
                    > '\(path)/\(name).pin'
                """)
        }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", URL(filePath: #filePath).deletingLastPathComponent().appending(path: "signing-server.py").path(),
            "\(path)/key.pem", tls ? "\(path)/server.pem" : "-", asksForCertificate ? "\(path)/client.crt" : "-",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    deinit {
        // The threads of tests block other signals, and so does what they start.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    func pin(_ name: String) throws -> String {
        "sha256//"
            + (try String(contentsOfFile: path("\(name).pin"), encoding: .utf8))
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func run(_ script: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-ec", script]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}

@Suite("Terminal keys behind a web service", .enabled(if: SigningServer.canRun))
struct URLTerminalSignerTests {
    private let message = Array("challenge of a chip".utf8)
    private let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)

    private func refusal(_ signer: URLTerminalSigner) -> Reason? {
        let error = #expect(throws: TerminalSigningError.self) { try signer.sign(message, algorithm: algorithm) }
        guard case .refused(let reason)? = error else { return nil }
        return reason
    }

    @Test func `gets a signature over HTTP from this machine, and words for every refusal`() throws {
        let server = try SigningServer(tls: false)
        func signer(_ path: String, limit: Duration = .seconds(20)) throws -> URLTerminalSigner {
            try URLTerminalSigner(url: "http://127.0.0.1:\(server.port)/\(path)", timeLimit: limit)
        }
        let signature = try signer("sign").sign(message, algorithm: algorithm)
        #expect(try server.key.publicKey.verify(signature: signature, over: message, algorithm: algorithm))

        #expect(refusal(try signer("refuse"))?.text.contains("status 403: this terminal is not on duty") == true)
        #expect(refusal(try signer("away"))?.text.contains("status 302") == true)
        for path in ["empty", "text", "nothing"] { #expect(refusal(try signer(path))?.code == "signerAnswer") }
        #expect(refusal(try signer("large"))?.text.contains("more than 65536 bytes") == true)
        #expect(refusal(try signer("slow", limit: .seconds(1)))?.text.contains("did not answer in time") == true)
        let closed = try URLTerminalSigner(url: "http://127.0.0.1:1/sign")
        #expect(refusal(closed)?.code == "signerUnreachable")
    }

    @Test func `sends the token of access from its file`() throws {
        let server = try SigningServer(tls: false)
        let file = server.path("token")
        try #require(
            FileManager.default.createFile(
                atPath: file, contents: Data("open sesame\n".utf8), attributes: [.posixPermissions: 0o600]))
        var access = URLTerminalSigner.Access()
        let url = "http://127.0.0.1:\(server.port)/token"
        #expect(refusal(try URLTerminalSigner(url: url))?.text.contains("no token") == true)
        access.tokenFile = file
        #expect(throws: Never.self) {
            try URLTerminalSigner(url: url, access: access).sign(message, algorithm: algorithm)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(throws: TerminalKeyError.exposedFile(path: file, mode: 0o100644)) {
            try URLTerminalSigner(url: url, access: access)
        }
    }

    @Test func `believes over TLS only the authorities and the key that it was told`() throws {
        let server = try SigningServer(tls: true)
        let url = "https://localhost:\(server.port)/sign"
        func signer(authorities: String?, pin: String? = nil) throws -> URLTerminalSigner {
            var access = URLTerminalSigner.Access()
            access.authoritiesFile = authorities.map(server.path)
            access.pinnedKey = try pin.map(server.pin)
            return try URLTerminalSigner(url: url, access: access)
        }
        let signature = try signer(authorities: "server.crt", pin: "server").sign(message, algorithm: algorithm)
        #expect(try server.key.publicKey.verify(signature: signature, over: message, algorithm: algorithm))

        #expect(refusal(try signer(authorities: nil))?.text.contains("is not one to believe") == true)
        #expect(refusal(try signer(authorities: "other.crt"))?.text.contains("is not one to believe") == true)
        #expect(
            refusal(try signer(authorities: "server.crt", pin: "other"))?.text.contains("not the pinned one") == true)
        // A pin does not make a certificate of nobody one to believe.
        #expect(refusal(try signer(authorities: nil, pin: "server")) != nil)
        let named = try URLTerminalSigner(
            url: "https://127.0.0.2:\(server.port)/sign", access: access(authorities: server.path("server.crt")))
        #expect(refusal(named) != nil)
    }

    @Test func `shows its own certificate to a service that asks for one`() throws {
        let server = try SigningServer(tls: true, asksForCertificate: true)
        let url = "https://localhost:\(server.port)/sign"
        var access = access(authorities: server.path("server.crt"))
        #expect(refusal(try URLTerminalSigner(url: url, access: access)) != nil)
        access.certificateFile = server.path("client.crt")
        access.keyFile = server.path("client.key")
        #expect(throws: Never.self) {
            try URLTerminalSigner(url: url, access: access).sign(message, algorithm: algorithm)
        }
        access.certificateFile = server.path("other.crt")
        access.keyFile = server.path("other.key")
        #expect(refusal(try URLTerminalSigner(url: url, access: access)) != nil)
    }

    private func access(authorities: String) -> URLTerminalSigner.Access {
        var access = URLTerminalSigner.Access()
        access.authoritiesFile = authorities
        return access
    }

    @Test(
        arguments: [
            ("", .malformed), ("ftp://control.example/sign", .malformed), ("file:///etc/passwd", .malformed),
            ("https://", .malformed), ("control.example", .malformed), ("http://control.example/sign", .unencrypted),
            ("http://127.0.0.1.control.example/sign", .unencrypted), ("http://localhost.example/", .unencrypted),
            ("https://user:word@control.example/sign", .hasCredentials),
            ("https://user@control.example/", .hasCredentials),
        ] as [(String, TerminalKeyError.AddressFault)])
    func `refuses an address that gives secrets away or is none`(url: String, fault: TerminalKeyError.AddressFault) {
        #expect(throws: TerminalKeyError.address(fault)) { try URLTerminalSigner(url: url) }
    }

    @Test(arguments: ["", "sha256//", "sha256//AAAA", "AAAA", "sha1//AAAA"])
    func `refuses a pin that pins nothing`(pin: String) {
        var access = URLTerminalSigner.Access()
        access.pinnedKey = pin
        #expect(throws: TerminalKeyError.address(.malformedPin)) {
            try URLTerminalSigner(url: "https://control.example/sign", access: access)
        }
    }
}
