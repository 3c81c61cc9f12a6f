import AccessControl
import Cryptography
import Foundation
import Standards
import TerminalKeys
import TestSupport
import Testing

@Suite("Terminal keys behind a program")
struct CommandTerminalSignerTests {
    private let temporary = TemporaryFolder()
    private let message = Array("challenge of a chip".utf8)
    private let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)

    private func program(_ script: String) throws -> String {
        let path = temporary.url.appending(path: "signer-\(UUID().uuidString)").path(percentEncoded: false)
        try ProgramFile.write(script, to: path, shell: "/bin/bash")
        return path
    }

    private func reason(_ script: String, limit: Duration = .seconds(20)) throws -> Reason? {
        let signer = try CommandTerminalSigner(program: program(script), timeLimit: limit)
        let error = #expect(throws: TerminalSigningError.self) { try signer.sign(message, algorithm: algorithm) }
        guard case .refused(let reason)? = error else { return nil }
        return reason
    }

    @Test func `gets the hash on standard input, and the algorithm, and gives the signature back`() throws {
        let key = try PrivateKey.generateRSA(bits: 2048)
        let file = temporary.url.appending(path: "key.der")
        try Data(key.pkcs8).write(to: file)
        let path = try program(
            """
            [ "$*" = "sign id-TA-RSA-v1-5-SHA-256" ] && [ "$EMRTD_ALGORITHM" = "$2" ] || exit 9
            cat > "$0.hash"
            [ "$(od -An -v -tx1 "$0.hash" | tr -d ' \\n' | tr a-f A-F)" = "$EMRTD_HASH" ] || exit 8
            openssl pkeyutl -sign -inkey '\(file.path(percentEncoded: false))' -keyform DER -in "$0.hash" \
                -pkeyopt digest:sha256 -pkeyopt rsa_padding_mode:pkcs1
            """)
        let signature = try CommandTerminalSigner(program: path).sign(message, algorithm: algorithm)
        #expect(try key.publicKey.verify(signature: signature, over: message, algorithm: algorithm))
    }

    @Test func `takes a signature from a program that does not read the hash`() throws {
        let path = try program("exec 0<&-; printf signature")
        #expect(try CommandTerminalSigner(program: path).sign(message, algorithm: algorithm) == Array("signature".utf8))
    }

    @Test func `tells the status and the last words of a program that does not sign`() throws {
        let refused = try #require(try reason("echo first >&2; echo 'the card is locked' >&2; exit 7"))
        #expect(refused.code == "signerFailed")
        #expect(refused.text.contains("status 7: the card is locked"))
        #expect(try reason("kill -9 $$")?.text.contains("signal 9") == true)
        #expect(try reason("exit 0")?.code == "signerSilent")
    }

    @Test func `ends a program that takes too long, with what it started`() throws {
        let begin = ContinuousClock.now
        let mark = temporary.url.appending(path: "late").path(percentEncoded: false)
        #expect(try reason("(sleep 3; touch '\(mark)') & sleep 60", limit: .milliseconds(700))?.code == "signerLate")
        #expect(try reason("exec 1>&- 2>&-; sleep 60", limit: .milliseconds(700))?.code == "signerLate")
        #expect(ContinuousClock.now - begin < .seconds(20))
        Thread.sleep(forTimeInterval: 3)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `ends a program that writes more than a signature`() throws {
        #expect(try reason("cat /dev/zero")?.code == "signerLoud")
        #expect(
            try reason("head -c 2000000 /dev/zero >&2; echo >&2; echo end >&2; exit 1")?.text.contains(": end") == true)
    }

    @Test func `finds the program before any chip is asked`() throws {
        #expect(throws: Never.self) { try CommandTerminalSigner(program: "cat") }
        let folder = temporary.url.path(percentEncoded: false)
        for path in ["/nowhere/signer", "no-such-program-here", folder, "/etc/passwd"] {
            #expect(throws: TerminalKeyError.unusableProgram(path: path)) { try CommandTerminalSigner(program: path) }
        }
    }
}
