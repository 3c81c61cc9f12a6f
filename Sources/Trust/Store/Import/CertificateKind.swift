import Cryptography
import PKI
import Standards

/// What a certificate is, by its signature and what it may be used for; never by its names.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1.
public enum CertificateKind: String, CaseIterable, Hashable, Sendable {
    /// A country signing certificate, signed with its own key.
    case csca
    /// A certificate of a country signing key, signed with another one.
    case link
    case documentSigner
    /// Anything else: a signer of master lists, of deviation lists, of LDS2 objects.
    case other
}

/// Tells kinds of certificates apart, with the keys it decoded on the way.
struct CertificateClassifier {
    let keys = PublicKeyCache()

    /// - Parameter origin: what kind of source delivers the certificate.
    func kind(of certificate: Certificate, from origin: TrustDelivery.Kind) -> CertificateKind {
        if certificate.extendedKeyUsage != nil, !certificate.claimsAuthority { return .other }
        switch origin {
        case .directory:
            // The directory has document signers under this attribute; country signing certificates come in lists.
            return .documentSigner
        case .masterList, .masterListContent:
            // Tolerated: authorities without BasicConstraints or KeyUsage, which lists vouch for.
            return isSelfSigned(certificate) ? .csca : .link
        case .certificates, .revocationList, .deviationList, .defectList:
            if isSelfSigned(certificate) { return .csca }
            return certificate.claimsAuthority ? .link : .documentSigner
        }
    }

    /// Whether a certificate outside of any list may be trusted as an authority: it says that it signs certificates, or
    /// signed itself.
    ///
    /// Tolerated: authorities that say nothing of the kind, where they signed themselves. Whatever an authority issued
    /// for other purposes, a signer of documents or of lists, never is one.
    func isAuthority(_ certificate: Certificate) -> Bool {
        certificate.claimsAuthority || isSelfSigned(certificate)
    }

    func isSelfSigned(_ certificate: Certificate) -> Bool {
        verifies(certificate, with: certificate.subjectPublicKeyInfo)
    }

    /// Whether a key signed a certificate.
    func verifies(_ certificate: Certificate, with subjectPublicKeyInfo: [UInt8]) -> Bool {
        verifies(
            certificate.signature, over: certificate.tbs, by: certificate.signatureAlgorithm,
            with: subjectPublicKeyInfo)
    }

    /// Whether a key signed a revocation list.
    func verifies(_ list: CertificateRevocationList, with subjectPublicKeyInfo: [UInt8]) -> Bool {
        verifies(list.signature, over: list.tbs, by: list.signatureAlgorithm, with: subjectPublicKeyInfo)
    }

    private func verifies(
        _ signature: [UInt8], over message: [UInt8], by algorithm: AlgorithmIdentifier,
        with subjectPublicKeyInfo: [UInt8]
    ) -> Bool {
        guard let scheme = try? SignatureScheme(algorithm), let algorithm = SignatureAlgorithm(scheme),
            let key = try? keys.key(subjectPublicKeyInfo: subjectPublicKeyInfo)
        else { return false }
        return (try? key.verify(signature: signature, over: message, algorithm: algorithm)) ?? false
    }
}

extension Certificate {
    /// Whether the certificate says that its key signs certificates.
    package var claimsAuthority: Bool {
        basicConstraints?.isAuthority ?? keyUsage?.contains(.keyCertSign) ?? false
    }
}
