import AccessControl
import Cryptography
import Foundation
import Standards
import TerminalKeys
import TestSupport
import Testing

@Suite("Terminal keys in files")
struct FileTerminalSignerTests {
    private let temporary = TemporaryFolder()
    private let message = Array("challenge of a chip".utf8)

    private func write(_ bytes: [UInt8], mode: Int = 0o600) throws -> String {
        let path = temporary.url.appending(path: UUID().uuidString).path(percentEncoded: false)
        try #require(
            FileManager.default.createFile(
                atPath: path, contents: Data(bytes), attributes: [.posixPermissions: mode]))
        return path
    }

    @Test func `signs with a key in the clear and asks for no passphrase`() throws {
        let key = try PrivateKey.generateEC(curve: .brainpoolP256r1)
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        let signer = try FileTerminalSigner(path: write(key.pkcs8)) { () throws(TerminalKeyError) in
            Issue.record("a passphrase was asked for")
            return nil
        }
        let signature = try signer.sign(message, algorithm: algorithm)
        #expect(try signer.publicKey.verify(signature: signature, over: message, algorithm: algorithm))
        #expect(signer.publicKey == key.publicKey)
        #expect(throws: TerminalSigningError.unusableKey(.algorithmDoesNotFitKey)) {
            try signer.sign(message, algorithm: .rsaPKCS1(.sha256))
        }
    }

    @Test func `opens an encrypted key with its passphrase alone`() throws {
        let key = try PrivateKey.generateEC(curve: .secp256r1)
        let path = try write(key.encryptedPKCS8(passphrase: SecretBytes(Array("correct horse".utf8))))
        let opened = try FileTerminalSigner(path: path) { SecretBytes(Array("correct horse".utf8)) }
        #expect(opened.publicKey == key.publicKey)
        for wrong in [Array("battery".utf8), nil] {
            let error = #expect(throws: TerminalKeyError.unusableKey(path: path, .encryptedPrivateKey)) {
                try FileTerminalSigner(path: path) { wrong.map { SecretBytes($0) } }
            }
            #expect(error?.description.contains("battery") == false)
        }
    }

    @Test(arguments: [0o604, 0o640, 0o620, 0o602, 0o601, 0o600, 0o400])
    func `takes a file that only its owner changes and only its group reads`(mode: Int) throws {
        let path = try write(PrivateKey.generateEC(curve: .secp256r1).pkcs8, mode: mode)
        let isGuarded = [0o640, 0o600, 0o400].contains(mode)
        if isGuarded {
            #expect(throws: Never.self) { try FileTerminalSigner(path: path) { nil } }
        } else {
            #expect(throws: TerminalKeyError.exposedFile(path: path, mode: UInt32(0o100000 | mode))) {
                try FileTerminalSigner(path: path) { nil }
            }
        }
    }

    @Test func `names a file that is not there, is a folder, is too long, or holds no key`() throws {
        let (empty, long) = (try write([]), try write([UInt8](repeating: 0, count: 65_537)))
        let folder = temporary.url.path(percentEncoded: false)
        let faults: [(String, TerminalKeyError)] = [
            ("/nowhere.pem", .unreadableFile(path: "/nowhere.pem", error: ENOENT)),
            (folder, .unreadableFile(path: folder, error: EISDIR)),
            (long, .oversizedFile(path: long, limit: 65_536)), (empty, .unusableKey(path: empty, .malformedPrivateKey)),
        ]
        for (path, fault) in faults {
            #expect(throws: fault) { try FileTerminalSigner(path: path) { nil } }
        }
    }
}

@Suite("Terminal keys: what signers give back")
struct CheckedTerminalSignerTests {
    /// A signer whose signatures are changed on the way.
    private struct Changed: TerminalSigner {
        let key: PrivateKey
        let change: @Sendable ([UInt8]) -> [UInt8]

        func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
            change(try PrivateKeySigner(key).sign(message, algorithm: algorithm))
        }
    }

    @Test func `is given on only where it is one of the certificate's key`() throws {
        let (key, other) = (try PrivateKey.generateEC(curve: .secp256r1), try PrivateKey.generateEC(curve: .secp256r1))
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        let good = CheckedTerminalSigner(Changed(key: key) { $0 }, publicKey: key.publicKey)
        let signature = try good.sign([1, 2, 3], algorithm: algorithm)
        #expect(try key.publicKey.verify(signature: signature, over: [1, 2, 3], algorithm: algorithm))

        let bad: [(PrivateKey, @Sendable ([UInt8]) -> [UInt8])] = [
            (other, { $0 }), (key, { Array($0.dropLast()) }), (key, { _ in [] }),
            (key, { [$0[0] ^ 1] + $0.dropFirst() }),
        ]
        for (key, change) in bad {
            let signer = CheckedTerminalSigner(Changed(key: key, change: change), publicKey: good.publicKey)
            let error = #expect(throws: TerminalSigningError.self) { try signer.sign([1, 2, 3], algorithm: algorithm) }
            guard case .refused(let reason)? = error else {
                Issue.record("another error")
                continue
            }
            #expect(reason.code == "signatureOfAnotherKey")
        }
    }
}
