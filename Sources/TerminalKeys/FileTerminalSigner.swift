public import AccessControl
public import Cryptography

/// A terminal's key in a file: PKCS #8, encrypted or not, in DER or PEM.
public struct FileTerminalSigner: TerminalSigner {
    private let signer: PrivateKeySigner
    /// The key's public half.
    public let publicKey: PublicKey

    /// Reads the key.
    ///
    /// - Parameters:
    ///   - path: A file that others may not read and nobody but its owner may change.
    ///   - passphrase: Asked only where the key is encrypted; nil if there is none.
    public init(
        path: String, passphrase: () throws(TerminalKeyError) -> SecretBytes?
    ) throws(TerminalKeyError) {
        let key = try PrivateKey(secretFile: path, passphrase: passphrase)
        signer = PrivateKeySigner(key)
        publicKey = key.publicKey
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        try signer.sign(message, algorithm: algorithm)
    }
}

extension PrivateKey {
    /// Reads the key of a guarded file, asking for the passphrase only where one is needed.
    package convenience init(
        secretFile path: String, passphrase: () throws(TerminalKeyError) -> SecretBytes?
    ) throws(TerminalKeyError) {
        var file = try SecretFile.read(path)
        defer { file.erase() }
        let secret: SecretBytes
        if PrivateKey.isEncrypted(file: file) {
            guard let given = try passphrase() else { throw .unusableKey(path: path, .encryptedPrivateKey) }
            secret = given
        } else {
            secret = SecretBytes([])
        }
        do throws(CryptographyError) { try self.init(file: file, passphrase: secret) } catch {
            throw .unusableKey(path: path, error)
        }
    }
}
