import Synchronization

/// What came of signatures of document signer certificates: one signer vouches for many documents.
///
/// A pure function of two certificates, so that it holds whatever else changes.
final class SignerSignatures: Sendable {
    private static let limit = 16_384
    private let outcomes = Mutex<[Pair: SignatureOutcome]>([:])

    /// A whole certificate, and the key that may have signed it.
    private struct Pair: Hashable {
        let certificate: [UInt8]
        let issuerKey: [UInt8]
    }

    /// What came of it before, or what comes of it now.
    func outcome(of certificate: [UInt8], issuerKey: [UInt8], _ verify: () -> SignatureOutcome) -> SignatureOutcome {
        let pair = Pair(certificate: certificate, issuerKey: issuerKey)
        if let known = outcomes.withLock({ $0[pair] }) { return known }
        let outcome = verify()
        outcomes.withLock { outcomes in
            if outcomes.count >= Self.limit { outcomes.removeAll() }
            outcomes[pair] = outcome
        }
        return outcome
    }
}
