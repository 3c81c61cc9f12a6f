import Cryptography
import Synchronization

/// Decoded keys, by what they were decoded from: explicit curve parameters take most of the time of a verification.
final class PublicKeyCache: Sendable {
    private static let limit = 4096
    private let keys = Mutex<[[UInt8]: PublicKey]>([:])

    /// Decodes a key, or returns it as it was decoded before.
    func key(subjectPublicKeyInfo: [UInt8]) throws(CryptographyError) -> PublicKey {
        if let known = keys.withLock({ $0[subjectPublicKeyInfo] }) { return known }
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo)
        keys.withLock { keys in
            if keys.count >= Self.limit { keys.removeAll() }
            keys[subjectPublicKeyInfo] = key
        }
        return key
    }
}
