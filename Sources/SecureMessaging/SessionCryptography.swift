import Cryptography

/// The cipher and the MAC of one session, behind one face for 3DES and AES.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.8.6.1 and §9.8.6.2.
struct SessionCryptography: Equatable, Sendable {
    private enum Keys: Equatable, Sendable {
        case tripleDES(TripleDESKey, RetailMACKey)
        case aes(AESKey, CMACKey)
    }

    private let keys: Keys

    init(_ cipher: BlockCipher, ksEnc: [UInt8], ksMAC: [UInt8]) {
        precondition(
            ksEnc.count == cipher.keyByteCount && ksMAC.count == cipher.keyByteCount, "session keys have one size")
        keys =
            cipher == .tripleDES
            ? .tripleDES(TripleDESKey(ksEnc), RetailMACKey(ksMAC)) : .aes(AESKey(ksEnc), CMACKey(ksMAC))
    }

    /// Encrypts whole blocks.
    func encrypt(_ padded: [UInt8], at counter: SendSequenceCounter) -> [UInt8] {
        switch keys {
        case .tripleDES(let key, _): key.encryptCBC(padded)
        case .aes(let key, _): key.encryptCBC(padded, iv: key.encryptBlock(counter.bytes))
        }
    }

    /// Decrypts whole blocks; nil for anything else.
    func decrypt(_ cryptogram: some Collection<UInt8>, at counter: SendSequenceCounter) -> [UInt8]? {
        switch keys {
        case .tripleDES(let key, _): key.decryptCBC(cryptogram)
        case .aes(let key, _): key.decryptCBC(cryptogram, iv: key.encryptBlock(counter.bytes))
        }
    }

    /// The eight bytes of DO8E over a message that secure messaging has padded to whole blocks.
    func checksum(overPadded message: [UInt8]) -> [UInt8] {
        switch keys {
        case .tripleDES(_, let key): key.macOfPadded(message)
        case .aes(_, let key): Array(key.mac(over: message).prefix(8))
        }
    }
}
