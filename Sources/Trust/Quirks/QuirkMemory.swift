import PKI
import Standards
import Synchronization

/// The quirks of certificates and lists that were looked at before: one authority vouches for many documents.
final class QuirkMemory: Sendable {
    private static let limit = 4096
    private let known = Mutex<[Question: [CertificateQuirk]]>([:])

    private enum Question: Hashable {
        case signer([UInt8], CertificateRole)
        case issuer([UInt8], TrustGeneration)
        case lists(StateRevocationCache.Key)
    }

    /// The quirks of a signer.
    func quirks(of signer: Certificate, as role: CertificateRole, keys: PublicKeyCache) -> [CertificateQuirk] {
        answer(.signer(signer.encoded, role)) { CertificateQuirks(keys).quirks(of: signer, as: role) }
    }

    /// The quirks of an authority.
    ///
    /// - Parameter others: The authorities of its state, among which it stands.
    func quirks(
        of authority: Certificate, generation: TrustGeneration, keys: PublicKeyCache, among others: () -> [Certificate]
    ) -> [CertificateQuirk] {
        answer(.issuer(authority.encoded, generation)) {
            CertificateQuirks(keys).quirks(of: authority, among: CertificateNeighbours(others()))
        }
    }

    /// The quirks of the revocation lists of a state.
    func quirks(
        ofLists question: StateRevocationCache.Key, keys: PublicKeyCache, _ lists: () -> [CertificateRevocationList]
    ) -> [CertificateQuirk] {
        answer(.lists(question)) {
            let quirks = CertificateQuirks(keys)
            let found = Set(lists().flatMap(quirks.quirks(of:)))
            return CertificateQuirk.allCases.filter(found.contains)
        }
    }

    private func answer(_ question: Question, _ look: () -> [CertificateQuirk]) -> [CertificateQuirk] {
        if let known = known.withLock({ $0[question] }) { return known }
        let found = look()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[question] = found
        }
        return found
    }
}
