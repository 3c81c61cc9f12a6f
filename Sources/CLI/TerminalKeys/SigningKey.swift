import AccessControl
import Cryptography
import Foundation
import Issuing
import PKI
import TerminalKeys

/// A key that a command signs with: in a file, or on a token.
struct SigningKey {
    let publicKey: PublicKey
    let signer: any TerminalSigner

    /// The names of the options, which tell several keys of one command apart.
    struct Names {
        let file: String
        let token: String?
        let passphraseFile: String

        static let own = Names(file: "key", token: "token", passphraseFile: "key-passphrase-file")
        static let issuer = Names(
            file: "issuer-key", token: "issuer-token", passphraseFile: "issuer-key-passphrase-file")
        static let previous = Names(
            file: "previous-key", token: "previous-token", passphraseFile: "previous-key-passphrase-file")

        /// The options that `SigningKey` reads.
        func options(_ what: String) -> [Option] {
            [.value(file, "FILE", "\(what), PKCS #8 in DER or PEM, which others may not read")]
                + (token.map { [.value($0, "URI", "\(what) on a token: pkcs11:token=…;object=…")] } ?? [])
                + [.value(passphraseFile, "FILE", "the passphrase of an encrypted key; without it, it is asked for")]
        }
    }

    /// The options of tokens, which all keys of one command share.
    static let tokenOptions: [Option] = [
        .value(
            "token-module", "FILE", "the PKCS #11 module of the token; without it, those of p11-kit's configuration"),
        .value("token-pin-file", "FILE", "the PIN of the token; without it, it is asked for"),
    ]

    /// Opens the key that the options name; nil where they name none.
    init?(_ invocation: Invocation, _ names: Names) throws {
        let uri = names.token.flatMap { invocation[$0] }
        guard invocation[names.file] == nil || uri == nil else {
            throw UsageError(
                "--\(names.file) and --\(names.token ?? "") name two keys", command: invocation.command)
        }
        if let path = invocation[names.file] {
            let signer = try Self.translating { () throws(TerminalKeyError) in
                try FileTerminalSigner(path: path) { () throws(TerminalKeyError) in
                    try SecretInput.secret(
                        names.passphraseFile, of: invocation, asking: "the passphrase of '\(path)'")
                }
            }
            (publicKey, self.signer) = (signer.publicKey, signer)
        } else if let uri {
            let signer = try Self.token(uri, invocation)
            (publicKey, self.signer) = (signer.publicKey, signer)
        } else {
            return nil
        }
    }

    /// A key that is at hand.
    init(_ key: PrivateKey) {
        (publicKey, signer) = (key.publicKey, PrivateKeySigner(key))
    }

    /// Opens the key of a token.
    static func token(_ uri: String, _ invocation: Invocation) throws -> PKCS11TerminalSigner {
        try translating { () throws(TerminalKeyError) in
            try PKCS11TerminalSigner(uri: uri, modulePath: invocation["token-module"]) {
                (label) throws(TerminalKeyError) in
                try SecretInput.secret("token-pin-file", of: invocation, asking: "the PIN of the token '\(label)'")
            }
        }
    }

    /// An authority or a holder that signs with this key.
    func issuer(_ reference: CertificateReference, _ algorithm: SignatureAlgorithm) throws -> CVCertificateIssuer {
        let signer = signer
        return try CVCertificateIssuer(reference: reference, publicKey: publicKey, algorithm: algorithm) {
            try signer.sign($0, algorithm: algorithm)
        }
    }

    /// The algorithm that an option names, or the usual one of the key.
    func algorithm(_ invocation: Invocation) throws -> SignatureAlgorithm {
        if let name = invocation["algorithm"], let named = SignatureAlgorithm(terminalAuthenticationName: name) {
            return named
        }
        guard let curve = publicKey.curve else { return .rsaPSS(.sha256, mgf1: .sha256, saltByteCount: 32) }
        let hash: HashAlgorithm =
            switch curve.bitCount {
            case ...224: .sha224
            case ...256: .sha256
            case ...384: .sha384
            default: .sha512
            }
        return .ecdsa(hash, encoding: .plain)
    }

    /// The option that `algorithm` reads: those that new certificates are signed with.
    static let algorithmOption = Option.value(
        "algorithm", "NAME", "what the key signs with (default by the key; RSA: PSS with SHA-256)",
        choices: SignatureAlgorithm.terminalAuthenticationNames.filter { !$0.hasSuffix("SHA-1") })

    /// The same error as a message with a hint; an address that is none is wrong usage.
    static func translating<Value: ~Copyable>(_ body: () throws(TerminalKeyError) -> Value) throws -> Value {
        do throws(TerminalKeyError) { return try body() } catch {
            switch error {
            case .address, .token(.malformedURI), .token(.pinInURI):
                throw UsageError("\(error)", hint: hint(error))
            default: throw CommandError("\(error)", hint: hint(error))
            }
        }
    }

    private static func hint(_ error: TerminalKeyError) -> String? {
        switch error {
        case .exposedFile(let path, _): "'chmod 600 \(path)' keeps others from it"
        case .unusableKey(_, .encryptedPrivateKey): "name a file with the passphrase, or type it on a terminal"
        case .missingLibrary: "Debian: apt-get install libcurl4"
        case .token(.pinNeeded): "name a file with the PIN in --token-pin-file, or type it on a terminal"
        case .token(.pinInURI): "put the PIN into a file for --token-pin-file"
        case .token(.unusableModule): "--token-module names the shared library that came with the token"
        case .token(.noToken), .token(.severalTokens), .token(.noKey), .token(.severalKeys):
            "'p11tool --list-all URI' or 'pkcs11-tool --list-objects' shows what is on the tokens"
        case .token(.malformedURI): "write it as pkcs11:token=LABEL;object=KEY (RFC 7512)"
        case .unusableProgram: "name a program with its folder, such as ./sign, which you may run ('chmod +x')"
        case .address(.malformed): "write it as https://host/path"
        case .address(.unencrypted): "use https, or a signer on this machine itself"
        default: nil
        }
    }
}
