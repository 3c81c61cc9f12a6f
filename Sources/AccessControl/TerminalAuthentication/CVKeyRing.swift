public import Cryptography
public import PKI
public import Standards

/// The keys of card verifiable certificates at hand, with which others and requests are verified one by one.
///
/// Roles, dates and rights are not looked at: `CVCertificateChain` does that.
///
/// Spec: BSI TR-03110-3 C.1, C.2 and D.3.3.
public struct CVKeyRing: Sendable {
    private let certificates: [CVCertificate]
    /// How far up domain parameters are looked for.
    private static let depthLimit = 8

    public init(_ certificates: [CVCertificate]) {
        self.certificates = certificates
    }

    /// What came of one signature.
    public enum Outcome: Hashable, Sendable {
        case valid(by: CertificateReference)
        /// No key of this name at hand has made it.
        case invalid(by: CertificateReference)
        /// No certificate with a key of this name is at hand, or not that with its domain parameters.
        case keyNotAtHand(of: CertificateReference)
        /// The key is for an algorithm that Terminal Authentication does not have.
        case unknownAlgorithm(OID)
        case unusableKey(CryptographyError)
    }

    /// Verifies a certificate by the key of the authority that it names; a self-signed one by its own.
    public func verify(_ certificate: CVCertificate) -> Outcome {
        let own = certificate.isSelfIssued ? [certificate] : []
        return verify(
            certificate.signature, over: certificate.body, by: certificate.authorityReference, own)
    }

    /// Verifies the inner signature of a request by the key that is to be certified.
    public func verify(_ request: CVCertificateRequest) -> Outcome {
        verify(
            request.signature, over: request.body, holder: request.holderReference, request.publicKey,
            parameters: request.publicKey.curveParameters)
    }

    /// Verifies the signature around a request by the key of who vouches for it; nil where nobody does.
    public func verifyOuter(_ request: CVCertificateRequest) -> Outcome? {
        request.outer.map { verify($0.signature, over: $0.signedBytes, by: $0.authorityReference, []) }
    }

    /// The key of a certificate with the domain parameters that it inherits.
    ///
    /// - Throws: `CryptographyError.unknownCurve(nil)` also where they are not at hand.
    public func publicKey(of certificate: CVCertificate) throws(CryptographyError) -> PublicKey {
        let inherited = parameters(of: certificate)
        if case .ellipticCurve = certificate.publicKey.key, inherited == nil { throw .unknownCurve(nil) }
        return try certificate.publicKey.publicKey(inheriting: inherited)
    }

    // MARK: Verification

    private func verify(
        _ signature: [UInt8], over message: [UInt8], by authority: CertificateReference, _ own: [CVCertificate]
    ) -> Outcome {
        var outcome = Outcome.keyNotAtHand(of: authority)
        for holder in own + certificates where holder.holderReference == authority {
            let found = verify(
                signature, over: message, holder: authority, holder.publicKey, parameters: parameters(of: holder))
            if case .valid = found { return found }
            if case .keyNotAtHand = outcome { outcome = found }
        }
        return outcome
    }

    private func verify(
        _ signature: [UInt8], over message: [UInt8], holder: CertificateReference, _ key: CVPublicKey,
        parameters: CVPublicKey.CurveParameters?
    ) -> Outcome {
        guard let algorithm = SignatureAlgorithm(terminalAuthentication: key.identifier) else {
            return .unknownAlgorithm(key.identifier)
        }
        if case .ellipticCurve = key.key, parameters == nil { return .keyNotAtHand(of: holder) }
        do {
            let publicKey = try key.publicKey(inheriting: parameters)
            let isRight = try publicKey.verify(signature: signature, over: message, algorithm: algorithm)
            return isRight ? .valid(by: holder) : .invalid(by: holder)
        } catch { return .unusableKey(error) }
    }

    /// The domain parameters of a certificate's key: its own in an authority's, else those of the authority above.
    private func parameters(of certificate: CVCertificate) -> CVPublicKey.CurveParameters? {
        var (current, seen) = (certificate, [certificate.holderReference])
        for _ in 0..<Self.depthLimit {
            if current.authorization.role == .cvca, let own = current.publicKey.curveParameters { return own }
            let above = certificates.filter {
                $0.holderReference == current.authorityReference && $0.authorization.role != .terminal
            }
            if let own = above.lazy.filter({ $0.authorization.role == .cvca }).compactMap(\.publicKey.curveParameters)
                .first
            {
                return own
            }
            guard let next = above.first(where: { !seen.contains($0.holderReference) }) else { return nil }
            seen.append(next.holderReference)
            current = next
        }
        return nil
    }
}
