import Cryptography
import Foundation
import TerminalKeys

/// A new private key, in a file that nobody but its owner can read.
enum NewKeyFile {
    /// The options that `write` reads.
    static let options: [Option] = [
        .value("curve", "NAME", "make a new key on this curve", choices: EllipticCurve.allCases.map(\.name)),
        .value("rsa", "BITS", "make a new RSA key of this length, 2048 to 4096"),
    ]

    /// Makes a key where the options ask for one; false where they do not.
    ///
    /// A file that is there is never written over. With a passphrase file the key is encrypted.
    static func write(_ invocation: Invocation, to path: String, passphraseOption: String) throws -> Bool {
        let bits = try invocation.integer("rsa", in: 2048...4096)
        let curve = invocation["curve"].flatMap(EllipticCurve.init(rawValue:))
        guard bits == nil || curve == nil else {
            throw UsageError("--curve and --rsa make two kinds of keys", command: invocation.command)
        }
        let key: PrivateKey
        if let curve {
            key = try PrivateKey.generateEC(curve: curve)
        } else if let bits {
            key = try PrivateKey.generateRSA(bits: bits)
        } else {
            return false
        }
        var (bytes, label) = (key.pkcs8, "PRIVATE KEY")
        defer { bytes.erase() }
        if let file = invocation[passphraseOption] {
            let passphrase = try SigningKey.translating { () throws(TerminalKeyError) in try SecretFile.line(file) }
            guard passphrase.count > 0 else { throw CommandError("'\(file)' holds no passphrase") }
            bytes.erase()
            (bytes, label) = (key.encryptedPKCS8(passphrase: passphrase), "ENCRYPTED PRIVATE KEY")
        }
        var text = Data("-----BEGIN \(label)-----\n".utf8)
        text += Data(bytes).base64EncodedData(options: [.lineLength64Characters, .endLineWithLineFeed])
        text += Data("\n-----END \(label)-----\n".utf8)
        try write(text, path)
        return true
    }

    private static func write(_ text: Data, _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let error = errno
            throw CommandError(
                "'\(path)' cannot be made: \(String(cString: strerror(error)))",
                hint: error == EEXIST ? "a key is never written over; leave --curve and --rsa out to use this one" : nil
            )
        }
        do { try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: text) } catch {
            unlink(path)
            throw CommandError("'\(path)' cannot be written: \(CommandError.words(of: error))")
        }
    }
}
