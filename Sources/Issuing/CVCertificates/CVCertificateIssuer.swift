import ByteCoding
public import Cryptography
public import PKI
import Standards

/// An authority that signs card verifiable certificates: a reference, a key and the algorithm it signs with; and a holder
/// that asks for them.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2 and §8.1; BSI TR-03110-3 C and D.
public struct CVCertificateIssuer: Sendable {
    /// How certificates name the key that signed them.
    public let reference: CertificateReference
    public let publicKey: PublicKey
    /// One of Terminal Authentication.
    public let algorithm: SignatureAlgorithm
    private let allowsSHA1: Bool
    private let signature: @Sendable ([UInt8]) throws -> [UInt8]

    /// An authority whose key is at hand.
    ///
    /// - Parameter allowsSHA1: Whether algorithms with SHA-1 may be used, as test documents of the first years need.
    public init(
        reference: CertificateReference, key: PrivateKey, algorithm: SignatureAlgorithm, allowsSHA1: Bool = false
    ) throws(IssuingError) {
        try self.init(
            reference: reference, publicKey: key.publicKey, algorithm: algorithm, allowsSHA1: allowsSHA1
        ) { [algorithm] message in try key.sign(message, algorithm: algorithm) }
    }

    /// An authority whose key is on a token or elsewhere.
    ///
    /// - Parameter signature: Makes a signature over a message with `algorithm`.
    public init(
        reference: CertificateReference, publicKey: PublicKey, algorithm: SignatureAlgorithm, allowsSHA1: Bool = false,
        signature: @escaping @Sendable (_ message: [UInt8]) throws -> [UInt8]
    ) throws(IssuingError) {
        try Self.check(algorithm, for: publicKey, allowsSHA1)
        self.allowsSHA1 = allowsSHA1
        self.reference = reference
        self.publicKey = publicKey
        self.algorithm = algorithm
        self.signature = signature
    }

    /// The self-signed certificate of this authority, with all domain parameters.
    public func selfSigned(_ profile: CVCertificateProfile) throws(IssuingError) -> [UInt8] {
        var profile = profile
        profile.holderReference = reference
        profile.includesDomainParameters = true
        return try issue(profile, for: publicKey, algorithm: algorithm)
    }

    /// Signs a certificate for a key.
    ///
    /// - Parameter holderAlgorithm: What the holder will sign with.
    /// - Returns: DO'7F21'.
    /// - Throws: also where a document verifier or a terminal would bear the issuer's own name.
    public func issue(
        _ profile: CVCertificateProfile, for key: PublicKey, algorithm holderAlgorithm: SignatureAlgorithm
    ) throws(IssuingError) -> [UInt8] {
        guard profile.effectiveDate <= profile.expirationDate else {
            throw .invalidField(path: "expirationDate", problem: "it lies before the effective date")
        }
        guard profile.holderReference != reference || profile.authorization.role == .cvca else {
            throw .invalidField(
                path: "holderReference", problem: "it is that of the issuer, as only an authority's may be")
        }
        let body = [
            DataObjectWriter.encode(CVTag.authorityReference, reference.bytes),
            try encode(key, holderAlgorithm, includesDomainParameters: profile.includesDomainParameters),
            DataObjectWriter.encode(CVTag.holderReference, profile.holderReference.bytes),
            profile.authorization.encoded,
            DataObjectWriter.encode(CVTag.effectiveDate, profile.effectiveDate.encoded),
            DataObjectWriter.encode(CVTag.expirationDate, profile.expirationDate.encoded),
            Self.encode(profile.extensions),
        ]
        return try certificate(body)
    }

    /// A request for a certificate of this holder's key, signed with that key, with all domain parameters.
    ///
    /// - Parameter authority: From whom the certificate is expected; nil to leave that out.
    /// - Returns: DO'7F21'.
    public func request(
        from authority: CertificateReference? = nil, extensions: [CVCertificateProfile.Extension] = []
    ) throws(IssuingError) -> [UInt8] {
        let body = [
            authority.map { DataObjectWriter.encode(CVTag.authorityReference, $0.bytes) } ?? [],
            try encode(publicKey, algorithm, includesDomainParameters: true),
            DataObjectWriter.encode(CVTag.holderReference, reference.bytes),
            Self.encode(extensions),
        ]
        return try certificate(body)
    }

    /// Vouches for a request with this key, that of the holder's certificate before.
    ///
    /// - Returns: DO'67'.
    public func authenticate(_ request: [UInt8]) throws(IssuingError) -> [UInt8] {
        let signed = request + DataObjectWriter.encode(CVTag.authorityReference, reference.bytes)
        return DataObjectWriter.encode(
            CVTag.authenticatedRequest, signed + DataObjectWriter.encode(CVTag.signature, try sign(signed)))
    }

    // MARK: Parts

    private func certificate(_ parts: [[UInt8]]) throws(IssuingError) -> [UInt8] {
        let profile = DataObjectWriter.encode(CVTag.profile, [0])
        let body = DataObjectWriter.encode(CVTag.body, containing: [profile] + parts)
        return DataObjectWriter.encode(
            CVTag.certificate, body + DataObjectWriter.encode(CVTag.signature, try sign(body)))
    }

    /// A signature of this key, and no other: what a token or another machine gives back is verified.
    private func sign(_ message: [UInt8]) throws(IssuingError) -> [UInt8] {
        let made: [UInt8]
        do { made = try signature(message) } catch { throw .signingFailed("\(reference): \(error)") }
        guard (try? publicKey.verify(signature: made, over: message, algorithm: algorithm)) == true else {
            throw .signingFailed("\(reference): what was made is no signature of its key")
        }
        return made
    }

    private func encode(
        _ key: PublicKey, _ algorithm: SignatureAlgorithm, includesDomainParameters: Bool
    ) throws(IssuingError) -> [UInt8] {
        try Self.check(algorithm, for: key, allowsSHA1)
        guard let identifier = algorithm.terminalAuthenticationIdentifier,
            let encoded = CVKeyEncoder.encode(
                key, identifier: identifier, includesDomainParameters: includesDomainParameters)
        else { throw .invalidField(path: "key", problem: "\(key) is not one for Terminal Authentication") }
        return encoded
    }

    private static func encode(_ extensions: [CVCertificateProfile.Extension]) -> [UInt8] {
        guard !extensions.isEmpty else { return [] }
        return DataObjectWriter.encode(
            CVTag.extensions,
            containing: extensions.map {
                DataObjectWriter.encode(0x73, DER.oid($0.identifier) + $0.contents)
            })
    }

    /// SHA-1 is for reading old certificates only.
    private static func check(
        _ algorithm: SignatureAlgorithm, for key: PublicKey, _ allowsSHA1: Bool
    ) throws(IssuingError) {
        guard let name = algorithm.terminalAuthenticationName, allowsSHA1 || algorithm.hash != .sha1 else {
            throw .invalidField(path: "algorithm", problem: "it is none that new certificates are signed with")
        }
        let isForRSA = if case .ecdsa = algorithm { false } else { true }
        switch key.kind {
        case .rsa where isForRSA, .ellipticCurve where !isForRSA: return
        default: throw .invalidField(path: "algorithm", problem: "\(name) is not for a key of this kind: \(key)")
        }
    }
}
