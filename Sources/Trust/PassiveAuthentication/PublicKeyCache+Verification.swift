import Cryptography
import PKI

/// Signatures by the keys of certificates.
extension PublicKeyCache {
    /// Verifies with the key of a certificate.
    func verify(
        _ signature: [UInt8], over message: [UInt8], by scheme: SignatureScheme, with signer: Certificate
    ) -> SignatureOutcome {
        guard let algorithm = SignatureAlgorithm(scheme) else { return .unknownAlgorithm(scheme.digest) }
        do {
            let key = try key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo)
            if try key.verify(signature: signature, over: message, algorithm: algorithm) { return .valid }
            guard case .rsaPKCS1(let hash) = algorithm,
                key.verifiesWithoutNull(signature: signature, over: message, hash: hash)
            else { return .invalid }
            return .validWithoutNull
        } catch {
            switch error {
            case .unsupportedKeyAlgorithm, .unknownCurve, .oversizedKey, .undersizedKey: return .unusableKey("\(error)")
            // A key that is broken, or of another kind than the signature, verifies nothing.
            default: return .invalid
            }
        }
    }

    /// Verifies the signature of CMS over signed attributes: over the stored bytes first; where they are not sorted, CMS
    /// signs the sorted ones.
    ///
    /// - Returns: Also whether it is right only over the sorted ones.
    ///
    /// Spec: RFC 5652 §5.4 and §5.6.
    func verify(
        _ info: SignerInfo, _ attributes: SignedAttributes, by scheme: SignatureScheme, with signer: Certificate
    ) -> (outcome: SignatureOutcome, isReordered: Bool) {
        let outcome = verify(info.signature, over: attributes.storedAsSet, by: scheme, with: signer)
        guard outcome == .invalid, attributes.encodedAsDER != attributes.storedAsSet else { return (outcome, false) }
        let sorted = verify(info.signature, over: attributes.encodedAsDER, by: scheme, with: signer)
        return (sorted, sorted == .valid || sorted == .validWithoutNull)
    }
}
