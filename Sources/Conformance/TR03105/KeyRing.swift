import Cryptography
import Synchronization

/// The keys of a run of the suite, each made when it is first asked for.
final class KeyRing: Sendable {
    private let keys = Mutex<[Name: PrivateKey]>([:])

    /// A key by what it is and whose.
    struct Name: Hashable, Sendable {
        let kind: Kind
        let owner: Owner
    }

    /// What a key is.
    enum Kind: Hashable, Sendable {
        case rsa(bits: Int)
        case curve(EllipticCurve)
        case dsa(bits: Int)
    }

    /// Whose key it is; two owners never share one.
    enum Owner: Hashable, Sendable {
        case authority, signer, chip
    }

    func key(_ kind: Kind, of owner: Owner) throws -> PrivateKey {
        let name = Name(kind: kind, owner: owner)
        if let known = keys.withLock({ $0[name] }) { return known }
        let made =
            switch kind {
            case .rsa(let bits): try PrivateKey.generateRSA(bits: bits)
            case .curve(let curve): try PrivateKey.generateEC(curve: curve)
            case .dsa(let bits): try Self.dsaKey(bits: bits, of: owner)
            }
        return keys.withLock { keys in
            if let known = keys[name] { return known }
            keys[name] = made
            return made
        }
    }
}
