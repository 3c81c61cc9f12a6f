import Cryptography
import LDS
import SecureMessaging

extension SessionCipher {
    /// The cipher by the name of the cryptographic module.
    var blockCipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes128: .aes128
        case .aes192: .aes192
        case .aes256: .aes256
        }
    }
}

/// The two session keys as the chip holds them, with the checksum that its tokens need.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.1 and §9.8.6.
struct SessionKeys: Sendable {
    let cipher: BlockCipher
    private let ksEnc: [UInt8]
    private let ksMAC: [UInt8]

    /// KDF(K, c), or KDF(K, r, c) where Chip Authentication of version 2 adds a nonce.
    init(_ cipher: BlockCipher, sharedSecret: [UInt8], nonce: [UInt8] = []) {
        self.cipher = cipher
        ksEnc = KeyDerivation.derive(sharedSecret, nonce: nonce, counter: 1, for: cipher)
        ksMAC = KeyDerivation.derive(sharedSecret, nonce: nonce, counter: 2, for: cipher)
    }

    func messagingKeys(counter: [UInt8]?) -> SecureMessagingKeys {
        SecureMessagingKeys(
            cipher, ksEnc: ksEnc, ksMAC: ksMAC, sendSequenceCounter: counter.map { SendSequenceCounter($0) })
    }

    /// Eight bytes of MAC over a message; 3DES pads it to whole blocks.
    func checksum(over message: [UInt8]) -> [UInt8] {
        switch cipher {
        case .tripleDES: RetailMACKey(ksMAC).mac(over: message)
        case .aes128, .aes192, .aes256: Array(CMACKey(ksMAC).mac(over: message).prefix(8))
        }
    }

    /// Encrypts the chip's proof of the Chip Authentication Mapping: whole blocks under the vector E(KSEnc, −1).
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5; there is no such mapping with 3DES.
    func encryptProof(_ padded: [UInt8]) -> [UInt8] {
        guard cipher != .tripleDES else { return [] }
        let key = AESKey(ksEnc)
        return key.encryptCBC(padded, iv: key.encryptBlock([UInt8](repeating: 0xFF, count: 16)))
    }
}
