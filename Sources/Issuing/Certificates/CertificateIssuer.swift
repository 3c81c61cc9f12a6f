import ByteCoding
public import Cryptography
import Standards

/// An authority that signs certificates and revocation lists: a name, a key and the algorithm it signs with.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1; RFC 5280 §4.1 and §5.1.
public struct CertificateIssuer: Sendable {
    public let name: DirectoryName
    public let key: PrivateKey
    public let algorithm: SignatureAlgorithm
    /// The name in DER, as it is written.
    package let encodedName: [UInt8]
    /// The identifier that certificates and lists give this authority's key.
    package let keyIdentifier: [UInt8]

    public init(name: DirectoryName, key: PrivateKey, algorithm: SignatureAlgorithm) {
        self.name = name
        self.key = key
        self.algorithm = algorithm
        encodedName = name.encoded
        keyIdentifier = Self.keyIdentifier(of: key.subjectPublicKeyInfo(explicitParameters: false))
    }

    /// The authority of a certificate: what it issues bears the name and the key identifier that stand there.
    ///
    /// - Parameter certificate: In DER.
    /// - Throws: `IssuingError.invalidField` where the certificate is for another key.
    public init(
        certificate: [UInt8], key: PrivateKey, algorithm: SignatureAlgorithm
    ) throws(IssuingError) {
        let fields = CertificateFields(certificate)
        name = try DirectoryName(subjectOf: certificate)
        guard CertificateFields.keyBits(fields.subjectPublicKeyInfo) == CertificateFields.keyBits(key) else {
            throw .invalidField(path: "issuer certificate", problem: "it is not for the issuer's key")
        }
        self.key = key
        self.algorithm = algorithm
        encodedName = name.encoded
        keyIdentifier = fields.subjectKeyIdentifier
    }

    /// Signs a certificate for a key.
    ///
    /// - Parameter subjectPublicKeyInfo: The key of the subject, in DER; its parameters stay as they are.
    /// - Returns: The Certificate, in DER.
    public func issue(_ profile: CertificateProfile, for subjectPublicKeyInfo: [UInt8]) throws(IssuingError) -> [UInt8]
    {
        let deviations = profile.deviations
        let extensions = profile.extensions(
            subjectKeyIdentifier: Self.keyIdentifier(of: subjectPublicKeyInfo),
            authority: (encodedName, profile.authorityKeyIdentifier ?? keyIdentifier))
        let identifier = algorithm.identifier(deviations)
        let time = deviations.contains(.generalizedTime) ? DER.generalizedTime : DER.time
        let tbs = DER.sequence(of: [
            DER.explicit(0, DER.integer(deviations.contains(.version1) ? 0 : 2)),
            profile.encodedSerialNumber, identifier, encodedName,
            DER.sequence(time(profile.notBefore), time(profile.notAfter)),
            profile.subject.encoded, SubjectKeyForm.encode(subjectPublicKeyInfo, deviations),
            DER.explicit(3, extensions),
        ])
        let outer =
            deviations.contains(.differingAlgorithms)
            ? SignatureAlgorithm.rsaPKCS1(.sha224).identifier : identifier
        var signature = try sign(
            tbs, for: "a certificate", withoutNull: deviations.contains(.digestInfoWithoutNull))
        if deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }
        return DER.sequence(tbs, outer, DER.bitString(signature))
    }

    /// - Parameter withoutNull: Whether the DigestInfo of PKCS #1 v1.5 is to lack its NULL.
    func sign(_ bytes: [UInt8], for what: String, withoutNull: Bool = false) throws(IssuingError) -> [UInt8] {
        if withoutNull { try algorithm.requireDigestInfo() }
        do {
            return try withoutNull
                ? key.signWithoutNull(bytes, hash: algorithm.hash) : key.sign(bytes, algorithm: algorithm)
        } catch {
            throw .signingFailed(what)
        }
    }

    /// SHA-1 over the bits of the public key.
    ///
    /// Spec: RFC 5280 §4.2.1.2 (1).
    package static func keyIdentifier(of subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
        var reader = ByteReader(subjectPublicKeyInfo)
        let parts = try? reader.dataObject(0x30).children()
        return HashAlgorithm.sha1.hash((parts?.last?.value ?? []).dropFirst())
    }
}

extension SignatureAlgorithm {
    /// Makes sure that a signature holds a DigestInfo, from which a NULL can be left out.
    func requireDigestInfo() throws(IssuingError) {
        if case .rsaPKCS1 = self { return }
        throw .invalidField(
            path: "deviations",
            problem: "digestInfoWithoutNull is for signatures by RSA and PKCS #1 v1.5; this signer signs otherwise")
    }

    fileprivate func identifier(_ deviations: Set<CertificateProfile.Deviation>) -> [UInt8] {
        if deviations.contains(.otherAlgorithmParameters) { return identifierWithOtherParameters }
        return deviations.contains(.curveBesideSignature) ? identifierWithCurve : identifier
    }
}

extension CertificateProfile {
    fileprivate var encodedSerialNumber: [UInt8] {
        if deviations.contains(.negativeSerialNumber) {
            return DataObjectWriter.encode(0x02, [0x80] + serialNumber.prefix(19))
        }
        if deviations.contains(.paddedSerialNumber) {
            return DataObjectWriter.encode(0x02, [0x00, 0x00] + serialNumber)
        }
        return DER.integer(unsigned: serialNumber)
    }
}
