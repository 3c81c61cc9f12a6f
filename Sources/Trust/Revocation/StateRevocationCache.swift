import Standards
import Synchronization

/// What the lists of a state come to, by state, trust material and time: verifying them takes longer than a document.
final class StateRevocationCache: Sendable {
    struct Key: Hashable {
        let country: String
        let generation: TrustGeneration
        let time: Timestamp
    }

    private static let limit = 512
    private let known = Mutex<[Key: StateRevocation]>([:])

    func revocation(_ key: Key, _ make: () -> StateRevocation) -> StateRevocation {
        if let found = known.withLock({ $0[key] }) { return found }
        let made = make()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[key] = made
        }
        return made
    }
}
