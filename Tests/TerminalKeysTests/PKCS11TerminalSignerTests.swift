import AccessControl
import Cryptography
import Foundation
import TerminalKeys
import TestSupport
import Testing

@Suite("Terminal keys on a token: PKCS #11, RFC 7512", .enabled(if: SoftToken.isInstalled), .serialized)
struct PKCS11TerminalSignerTests {
    private let message = Array("challenge of a chip".utf8)

    private func signer(
        _ uri: String, pin: String? = SoftToken.pin, modulePath: String? = SoftToken.modulePath
    ) throws -> PKCS11TerminalSigner {
        try PKCS11TerminalSigner(uri: uri, modulePath: modulePath) { _ in pin.map { SecretBytes(Array($0.utf8)) } }
    }

    @Test(arguments: [
        EllipticCurve.secp256r1, .secp384r1, .secp521r1, .brainpoolP224r1, .brainpoolP256r1, .brainpoolP320r1,
        .brainpoolP384r1, .brainpoolP512r1,
    ])
    func `signs on every curve, brainpool too`(curve: EllipticCurve) throws {
        let key = try PrivateKey.generateEC(curve: curve)
        try SoftToken.shared.get().add(key.pkcs8, label: "terminal \(curve.name)")
        let signer = try signer("pkcs11:token=control;object=terminal%20\(curve.name);type=private")

        #expect(signer.publicKey == key.publicKey)
        for hash in [HashAlgorithm.sha224, .sha256, .sha384, .sha512] {
            let algorithm = SignatureAlgorithm.ecdsa(hash, encoding: .plain)
            let signature = try signer.sign(message, algorithm: algorithm)
            #expect(try key.publicKey.verify(signature: signature, over: message, algorithm: algorithm))
        }
    }

    @Test func `signs with RSA by both paddings`() throws {
        let key = try PrivateKey.generateRSA(bits: 2048)
        try SoftToken.shared.get().add(key.pkcs8, label: "rsa")
        let signer = try signer(
            "pkcs11:token=control;object=rsa?module-path=\(SoftToken.modulePath)", modulePath: nil)

        #expect(signer.publicKey == key.publicKey)
        for name in SignatureAlgorithm.terminalAuthenticationNames where name.contains("RSA") {
            let algorithm = try #require(SignatureAlgorithm(terminalAuthenticationName: name))
            let signature = try signer.sign(message, algorithm: algorithm)
            #expect(try key.publicKey.verify(signature: signature, over: message, algorithm: algorithm), "\(name)")
        }
        #expect(throws: TerminalSigningError.self) {
            try signer.sign(message, algorithm: .ecdsa(.sha256, encoding: .plain))
        }
    }

    @Test func `reads the PIN from the file that the address names`() throws {
        let key = try PrivateKey.generateEC(curve: .secp256r1)
        let token = try SoftToken.shared.get()
        try token.add(key.pkcs8, label: "by file")
        let file = token.folder.url.appending(path: "pin").path(percentEncoded: false)
        try #require(
            FileManager.default.createFile(
                atPath: file, contents: Data("\(SoftToken.pin)\n".utf8), attributes: [.posixPermissions: 0o600]))
        let named = try signer("pkcs11:token=control;object=by%20file?pin-source=file:\(file)", pin: nil)
        #expect(named.publicKey == key.publicKey)

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(throws: TerminalKeyError.exposedFile(path: file, mode: 0o100644)) {
            try signer("pkcs11:token=control;object=by%20file?pin-source=file:\(file)", pin: nil)
        }
    }

    @Test func `tells what keeps a token from being used`() throws {
        let token = try SoftToken.shared.get()
        for label in ["twice", "twice"] {
            try token.add(PrivateKey.generateEC(curve: .secp256r1).pkcs8, label: label)
        }
        let faults: [(String, String?, TerminalKeyError.TokenFault)] = [
            ("token=control", SoftToken.pin, .malformedURI),
            ("pkcs11:no-such-attribute=1", SoftToken.pin, .malformedURI),
            ("pkcs11:token=control?pin-value=1234", SoftToken.pin, .pinInURI),
            ("pkcs11:token=nobody;object=twice", SoftToken.pin, .noToken),
            ("pkcs11:object=twice", SoftToken.pin, .severalTokens(["control", "other"])),
            ("pkcs11:token=control;object=nothing", SoftToken.pin, .noKey),
            ("pkcs11:token=control;object=twice", SoftToken.pin, .severalKeys(count: 2)),
            ("pkcs11:token=control;object=twice", nil, .pinNeeded),
            ("pkcs11:token=other;object=x", "000000", .wrongPIN(.few)),
            ("pkcs11:token=other;object=x", "", .wrongPIN(.few)),
        ]
        for (uri, pin, fault) in faults {
            let error = #expect(throws: TerminalKeyError.self, "\(uri)") { try signer(uri, pin: pin) }
            if case .token(.severalTokens(let labels)) = error {
                #expect(fault == .severalTokens(labels.sorted()))
            } else {
                #expect(error == .token(fault), "\(uri)")
            }
            #expect(pin == nil || pin == "" || error?.description.contains(pin ?? "") == false)
        }
        #expect(throws: TerminalKeyError.token(.unusableModule(path: "/nowhere.so"))) {
            try signer("pkcs11:token=control", modulePath: "/nowhere.so")
        }
    }
}
