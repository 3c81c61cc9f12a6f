import Cryptography
import PKI
import Standards
import Synchronization

/// The digests under which lists may name a signer: of its certificate as it is, and as others can write it.
///
/// Each is made once for a question, however many rules it is compared with, and kept for the signer's next document.
final class SignerDigests {
    /// Digests by one function.
    struct Values: Sendable {
        let exact: [UInt8]
        /// Of each form of the certificate.
        let forms: Set<[UInt8]>
    }

    private struct Key: Hashable {
        let certificate: [UInt8]
        let algorithm: HashAlgorithm
    }

    private static let memory = Mutex<[Key: Values]>([:])
    private static let limit = 1024

    private let certificate: Certificate?
    private var known: [OID: Values] = [:]

    init(of document: DocumentIdentity) {
        certificate = document.signer
    }

    /// The digests by a function; nil where there is no certificate, or no such function.
    func values(_ algorithm: OID) -> Values? {
        if let values = known[algorithm] { return values }
        guard let certificate, let hash = HashAlgorithm(oid: algorithm) else { return nil }
        let key = Key(certificate: certificate.encoded, algorithm: hash)
        let values =
            Self.memory.withLock { $0[key] }
            ?? Values(
                exact: hash.hash(certificate.encoded),
                forms: Set(CertificateForms.all(of: certificate).map { hash.hash($0) }))
        Self.memory.withLock { memory in
            if memory.count >= Self.limit { memory.removeAll() }
            memory[key] = values
        }
        known[algorithm] = values
        return values
    }
}
