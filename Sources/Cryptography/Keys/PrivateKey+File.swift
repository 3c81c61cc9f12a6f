import ByteCoding
internal import COpenSSL

extension PrivateKey {
    /// Reads the key of a file: PKCS #8, encrypted or not, or the older forms of RSA and EC keys; DER or PEM.
    ///
    /// - Parameters:
    ///   - file: The whole file; erasing it is the caller's business.
    ///   - passphrase: What an encrypted key is opened with; of no meaning for others.
    /// - Throws: `CryptographyError.encryptedPrivateKey` where the passphrase is missing or wrong.
    public convenience init(file: [UInt8], passphrase: borrowing SecretBytes) throws(CryptographyError) {
        let key = passphrase.withPointer { emrtd_decode_key_file(file, file.count, $0, passphrase.count) }
        guard let handle = KeyHandle(key) else {
            throw Self.isEncrypted(file: file) ? .encryptedPrivateKey : .malformedPrivateKey
        }
        try self.init(checking: handle)
    }

    /// Reads the key of a file that is not encrypted.
    public convenience init(file: [UInt8]) throws(CryptographyError) {
        guard !Self.isEncrypted(file: file) else { throw .encryptedPrivateKey }
        try self.init(file: file, passphrase: SecretBytes([]))
    }

    /// Whether the key of a file needs a passphrase.
    ///
    /// Spec: RFC 5958 §3 (EncryptedPrivateKeyInfo); RFC 7468 §11; RFC 1421 §4.6.1.1 for the older form.
    public static func isEncrypted(file: [UInt8]) -> Bool {
        if file.starts(with: "-----BEGIN".utf8) || file.contains("-----BEGIN ".utf8) {
            return file.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----".utf8)
                || file.contains("Proc-Type: 4,ENCRYPTED".utf8)
        }
        var reader = ByteReader(file)
        guard let outer = try? reader.dataObject(0x30), let parts = try? outer.children(limit: 2) else { return false }
        return parts.map(\.tag) == [0x30, 0x04]
    }

    /// The key in PKCS #8 under a passphrase, which must not be empty; empty for RSA keys without primes.
    ///
    /// Spec: RFC 8018 §6.2 (PBES2 with PBKDF2, HMAC-SHA-256 and AES-256-CBC).
    public func encryptedPKCS8(passphrase: borrowing SecretBytes) -> [UInt8] {
        precondition(passphrase.count > 0, "a key is encrypted under a passphrase")
        return passphrase.withPointer { pointer in
            pointer.map { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { text in
                    Self.bytes {
                        emrtd_encode_encrypted_pkcs8(handle.pointer, text, passphrase.count, Self.iterationCount, &$0)
                    }
                }
            } ?? []
        }
    }

    /// The rounds of PBKDF2: about a quarter of a second for whoever guesses.
    private static let iterationCount: CInt = 600_000
}

extension [UInt8] {
    /// Whether a text occurs.
    fileprivate func contains(_ text: String.UTF8View) -> Bool {
        let wanted = Array(text)
        guard count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { self[$0...].starts(with: wanted) }
    }
}
