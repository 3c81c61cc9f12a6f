import Cryptography
import PKI
import Standards

/// Verifies one certificate after another, as a chip does: each by the key of the one before.
///
/// Spec: BSI TR-03110-3 §2.6.1, C.4 and D.3.3.
struct CVCertificateVerifier {
    /// What every certificate so far grants; nil before the first.
    private(set) var authorization: CertificateHolderAuthorization?
    private(set) var unverifiedHolders: [CertificateReference] = []
    private let today: CVDate?
    /// The trust point and the holders so far.
    private var names: Set<CertificateReference>
    private var issuer: Issuer
    /// The domain parameters of the certification authority, which everything below it inherits.
    private var parameters: CVPublicKey.CurveParameters?

    private struct Issuer {
        let reference: CertificateReference
        let role: CertificateHolderAuthorization.Role
        /// Nil where it is not at hand.
        let key: CVPublicKey?
    }

    /// Starts at a trust point, whose key one of the certificates may hold: its self-signed one, or a link to it.
    init(_ trustPoint: CertificateReference, among certificates: [CVCertificate], today: CVDate?) {
        let holders = certificates.filter { $0.holderReference == trustPoint && $0.authorization.role == .cvca }
        let holder = holders.first { $0.isSelfIssued } ?? holders.first
        issuer = Issuer(reference: trustPoint, role: .cvca, key: holder?.publicKey)
        parameters = holders.lazy.compactMap(\.publicKey.curveParameters).first
        authorization = holder?.authorization
        names = [trustPoint]
        self.today = today
    }

    /// Verifies the next certificate and goes on to its key.
    mutating func verify(_ certificate: CVCertificate) throws(CVCertificateFault) {
        let holder = certificate.holderReference
        try checkRole(of: certificate)
        try checkValidity(of: certificate)
        if try !isSigned(certificate) { throw .wrongSignature(holder) }

        // Domain parameters of a link certificate replace those before. Tolerated: they stand in other certificates too,
        // against TR-03110-3 D.3.3, and are not used there, since anybody can choose a curve for a signature.
        if certificate.authorization.role == .cvca, let own = certificate.publicKey.curveParameters { parameters = own }
        // A link states anew what its authority grants; below, rights only shrink (§2.7).
        authorization =
            certificate.authorization.role == .cvca
            ? certificate.authorization
            : certificate.authorization.intersected(with: authorization ?? certificate.authorization)
        issuer = Issuer(reference: holder, role: certificate.authorization.role, key: certificate.publicKey)
        names.insert(holder)
    }

    /// An authority certifies authorities and document verifiers, a document verifier terminals, a terminal nobody.
    private func checkRole(of certificate: CVCertificate) throws(CVCertificateFault) {
        guard certificate.authorityReference == issuer.reference else {
            throw .noPath(from: [certificate.authorityReference])
        }
        let isAllowed =
            switch (issuer.role, certificate.authorization.role) {
            case (.cvca, .cvca), (.cvca, .domesticDV), (.cvca, .foreignDV): true
            case (.domesticDV, .terminal), (.foreignDV, .terminal): true
            default: false
            }
        // Nobody below an authority bears its name: whoever looks for its key would find another one.
        let isNamedAsAuthority =
            certificate.authorization.role != .cvca
            && names.contains(certificate.holderReference)
        guard isAllowed, !isNamedAsAuthority else { throw .wrongRole(certificate.holderReference) }
    }

    /// Links may be expired, since a chip that was away for long needs all of them.
    private func checkValidity(of certificate: CVCertificate) throws(CVCertificateFault) {
        guard let today else { return }
        if certificate.effectiveDate > today {
            throw .notYetValid(certificate.holderReference, until: certificate.effectiveDate)
        }
        if certificate.authorization.role != .cvca, certificate.expirationDate < today {
            throw .expired(certificate.holderReference, on: certificate.expirationDate)
        }
    }

    /// - Returns: Whether the signature is right; true, and a note of it, where the key is not at hand.
    private mutating func isSigned(_ certificate: CVCertificate) throws(CVCertificateFault) -> Bool {
        guard let key = issuer.key, !isWithoutParameters(key) else {
            unverifiedHolders.append(certificate.holderReference)
            return true
        }
        guard let algorithm = SignatureAlgorithm(terminalAuthentication: key.identifier) else {
            throw .unknownAlgorithm(issuer.reference, key.identifier)
        }
        do {
            let publicKey = try key.publicKey(
                inheriting: issuer.role == .cvca ? key.curveParameters ?? parameters : parameters)
            return try publicKey.verify(signature: certificate.signature, over: certificate.body, algorithm: algorithm)
        } catch {
            throw .unusableKey(issuer.reference, error)
        }
    }

    /// The trust point was not at hand and with it the domain parameters.
    private func isWithoutParameters(_ key: CVPublicKey) -> Bool {
        guard case .ellipticCurve(let own, _) = key.key else { return false }
        return parameters == nil && (own == nil || issuer.role != .cvca)
    }
}
