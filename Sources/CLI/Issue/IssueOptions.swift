import ByteCoding
import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TerminalKeys

/// What the commands that issue trust data for tests share: the profile, keys, certificates and departures.
enum IssueOptions {
    static func profile(_ what: String) -> [Option] {
        [
            .value("profile", "FILE", "JSON that says \(what); - is standard input. Without it, the usual"),
            .value("base", "DIR", "where the files lie that the profile names; without it, beside the profile"),
        ]
    }

    /// The options of the key that is certified.
    static let subjectKey: [Option] =
        [
            .value("key", "FILE", "the key to certify, PKCS #8 in DER or PEM, which others may not read"),
            .value("key-out", "FILE", "make a new key and write it here, for nobody but you to read"),
            .value(
                "key-type", "NAME",
                "with --key-out: rsa-3072, dsa-2048 or the name of a curve (default brainpoolP256r1)"
            ).suggesting(["rsa-2048", "rsa-3072", "rsa-4096", "dsa-2048"] + EllipticCurve.allCases.map(\.name)),
            .value("key-passphrase-file", "FILE", "the passphrase of the key, also of a new one"),
        ]

    static let issuer =
        [Option.value("issuer-certificate", "FILE", "the certificate of the authority")]
        + issuerKey.options(
            "the key of the authority")
    static let signer =
        [
            Option.value("signer-certificate", "FILE", "the certificate of the signer")
        ] + signerKey.options("the key of the signer")

    private static let own = SigningKey.Names(file: "key", token: nil, passphraseFile: "key-passphrase-file")
    private static let issuerKey = SigningKey.Names(
        file: "issuer-key", token: nil, passphraseFile: "issuer-key-passphrase-file")
    private static let signerKey = SigningKey.Names(
        file: "signer-key", token: nil, passphraseFile: "signer-key-passphrase-file")

    /// The option of departures from the rules, by the names of an enumeration.
    static func deviation(_ names: [String]) -> Option {
        .value("deviation", "NAME", "what is to be wrong; may be repeated", choices: names, isRepeatable: true)
    }

    static func deviations<Value: RawRepresentable<String> & Hashable>(
        _ invocation: Invocation, _ type: Value.Type
    ) -> Set<Value> {
        Set(invocation[all: "deviation"].compactMap(Value.init))
    }

    // MARK: Profile

    /// The JSON of the profile, with what loads the files that it names; nil where none is given.
    static func json(_ invocation: Invocation) throws -> (bytes: [UInt8], load: (String) -> [UInt8]?)? {
        guard let path = invocation["profile"] else {
            guard invocation["base"] == nil else {
                throw UsageError("'--base' goes with '--profile'", command: invocation.command)
            }
            return nil
        }
        let bytes = try InputText.bytes(path, limit: 1 << 26)
        let base =
            invocation["base"] ?? (path == "-" ? "." : URL(filePath: path).deletingLastPathComponent().path)
        return (bytes, { name in try? InputText.bytes(name.hasPrefix("/") ? name : "\(base)/\(name)", limit: 1 << 26) })
    }

    /// Does something with a profile, and says where profiles are described if it is wrong.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as IssuingError {
            switch error {
            case .unreadableFile(let name):
                throw CommandError(
                    "'\(name)', which the profile names, cannot be read",
                    hint: "'--base DIR' says where the files of a profile lie")
            case .malformedProfile:
                throw CommandError("\(error)", hint: "profiles are described in TestVectors/profiles/README.md")
            case .signingFailed:
                throw CommandError("\(error)", hint: "is the algorithm one for a key of this kind and length?")
            default: throw CommandError("\(error)")
            }
        }
    }

    // MARK: Keys and certificates

    /// The key to certify, and the file it is to be written to if it is new.
    static func subjectKey(
        _ invocation: Invocation, type: KeySource
    ) throws -> (key: PrivateKey, newFile: NewKeyFile?) {
        if let path = invocation["key-out"] {
            guard invocation["key"] == nil else {
                throw UsageError("'--key' and '--key-out' name two keys", command: invocation.command)
            }
            guard path != "-" else {
                throw UsageError("a key goes to no standard output", command: invocation.command)
            }
            if let out = invocation["out"], NewFile.isSame(out, path) {
                throw UsageError("'--key-out' and '--out' name the same file", command: invocation.command)
            }
            let file = try NewKeyFile(
                to: path, hint: "a key is never written over; --key uses this one",
                passphraseFile: invocation["key-passphrase-file"]
            ) { try translating { try type.key(path: "key") } }
            return (file.key, file)
        }
        guard invocation["key-type"] == nil else {
            throw UsageError("'--key-type' goes with '--key-out'", command: invocation.command)
        }
        guard let key = try privateKey(invocation, own) else {
            throw UsageError(
                "missing '--key' or '--key-out'", hint: "'--key-out FILE' makes a new key.", command: invocation.command
            )
        }
        return (key, nil)
    }

    /// The kind of key that `--key-type` names; nil where it is not given.
    static func keyType(_ invocation: Invocation) throws -> KeySource? {
        guard let name = invocation["key-type"] else { return nil }
        guard let source = KeySource(name: name) else {
            throw UsageError(
                "'--key-type \(name)' is no kind of key", hint: "it is rsa-3072, dsa-2048 or the name of a curve.",
                command: invocation.command)
        }
        return source
    }

    /// The authority that `--issuer-certificate` and `--issuer-key` name.
    static func authority(
        _ invocation: Invocation, algorithm: SignatureAlgorithm?
    ) throws -> (issuer: CertificateIssuer, certificate: [UInt8]) {
        let certificate = try issuerCertificate(invocation)
        guard let key = try privateKey(invocation, issuerKey) else {
            throw UsageError("missing '--issuer-key'", command: invocation.command)
        }
        return (
            try translating {
                try CertificateIssuer(
                    certificate: certificate, key: key, algorithm: algorithm ?? .usual(for: key.publicKey))
            }, certificate
        )
    }

    /// The certificate of the authority, in DER.
    static func issuerCertificate(_ invocation: Invocation) throws -> [UInt8] {
        try requiredCertificate("issuer-certificate", of: invocation)
    }

    /// The signer that `--signer-certificate` and `--signer-key` name.
    static func signer(_ invocation: Invocation) throws -> (key: PrivateKey, certificate: [UInt8]) {
        let certificate = try requiredCertificate("signer-certificate", of: invocation)
        guard let key = try privateKey(invocation, signerKey) else {
            throw UsageError("missing '--signer-key'", command: invocation.command)
        }
        if (try? PublicKey(subjectPublicKeyInfo: Certificate(encoded: certificate).subjectPublicKeyInfo))
            != key.publicKey
        {
            Terminal.note("the certificate of the signer is not for this key")
        }
        return (key, certificate)
    }

    /// The one certificate of a file, in DER.
    static func certificate(_ path: String) throws -> [UInt8] {
        guard
            let blocks = try? CertificateFile.blocks(
                in: InputText.bytes(path, limit: 1 << 20), label: "CERTIFICATE"), blocks.count == 1
        else {
            // A file that cannot be read says so.
            _ = try InputText.bytes(path, limit: 1 << 20)
            throw CommandError("'\(path)' does not hold one certificate")
        }
        return blocks[0]
    }

    private static func requiredCertificate(_ option: String, of invocation: Invocation) throws -> [UInt8] {
        guard let path = invocation[option] else {
            throw UsageError("missing '--\(option)'", command: invocation.command)
        }
        return try certificate(path)
    }

    private static func privateKey(_ invocation: Invocation, _ names: SigningKey.Names) throws -> PrivateKey? {
        guard let path = invocation[names.file] else { return nil }
        return try SigningKey.translating { () throws(TerminalKeyError) in
            try PrivateKey(secretFile: path) { () throws(TerminalKeyError) in
                try SecretInput.secret(names.passphraseFile, of: invocation, asking: "the passphrase of '\(path)'")
            }
        }
    }

    /// A number that nobody has used: 16 octets.
    static func serialNumber() -> [UInt8] {
        var random = SystemRandomSource()
        var bytes = random.bytes(16)
        bytes[0] = bytes[0] & 0x7F | 0x40
        return bytes
    }
}
