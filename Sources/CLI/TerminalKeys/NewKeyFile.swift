import Cryptography
import Foundation
import TerminalKeys

/// A new private key, and the file that it goes to, which nobody but its owner can read.
///
/// The file is made by `write`, once nothing else can fail.
final class NewKeyFile {
    let key: PrivateKey
    private let path: String
    private let hint: String
    private var text: [UInt8]

    /// The options that `init` reads.
    static let options: [Option] = [
        .value("curve", "NAME", "make a new key on this curve", choices: EllipticCurve.allCases.map(\.name)),
        .value("rsa", "BITS", "make a new RSA key of this length, 2048 to 4096"),
    ]

    private static let hint = "a key is never written over; leave --curve and --rsa out to use this one"

    /// Whether the options ask for a new key.
    static func isWanted(_ invocation: Invocation) -> Bool {
        invocation["curve"] != nil || invocation["rsa"] != nil
    }

    /// Makes the key that the options ask for; with a passphrase file it will be encrypted.
    ///
    /// A file that is there is never written over.
    convenience init(_ invocation: Invocation, to path: String, passphraseOption: String) throws {
        let bits = try invocation.integer("rsa", in: 2048...4096)
        let curve = invocation["curve"].flatMap(EllipticCurve.init(rawValue:))
        guard (bits == nil) != (curve == nil) else {
            throw UsageError("--curve and --rsa make two kinds of keys", command: invocation.command)
        }
        try self.init(to: path, hint: Self.hint, passphraseFile: invocation[passphraseOption]) {
            try curve.map { try PrivateKey.generateEC(curve: $0) } ?? PrivateKey.generateRSA(bits: bits ?? 2048)
        }
    }

    /// Makes a key of any kind; with a passphrase file it will be encrypted.
    init(to path: String, hint: String, passphraseFile: String?, _ make: () throws -> PrivateKey) throws {
        try NewFile.check(path, hint: hint)
        self.path = path
        self.hint = hint
        key = try make()
        var (bytes, label) = (key.pkcs8, "PRIVATE KEY")
        defer { bytes.erase() }
        if let passphraseFile {
            let passphrase = try SigningKey.translating { () throws(TerminalKeyError) in
                try SecretFile.line(passphraseFile)
            }
            guard passphrase.count > 0 else { throw CommandError("'\(passphraseFile)' holds no passphrase") }
            bytes.erase()
            (bytes, label) = (key.encryptedPKCS8(passphrase: passphrase), "ENCRYPTED PRIVATE KEY")
        }
        text = Array("-----BEGIN \(label)-----\n".utf8)
        text += Data(bytes).base64EncodedData(options: [.lineLength64Characters, .endLineWithLineFeed])
        text += Array("\n-----END \(label)-----\n".utf8)
    }

    deinit { text.erase() }

    func write() throws {
        try NewFile.write(text, to: path, mode: 0o600, hint: hint)
    }

    /// Removes the file that `write` made.
    func remove() {
        unlink(path)
    }
}
