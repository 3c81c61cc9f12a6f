import ByteCoding
public import Cryptography
public import Standards

/// An authority that signs certificates and revocation lists: a name, a key and the algorithm it signs with.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1; RFC 5280 §4.1 and §5.1.
public struct CertificateIssuer: Sendable {
    public let name: DirectoryName
    public let key: PrivateKey
    public let algorithm: SignatureAlgorithm

    public init(name: DirectoryName, key: PrivateKey, algorithm: SignatureAlgorithm) {
        self.name = name
        self.key = key
        self.algorithm = algorithm
    }

    /// Signs a certificate for a key.
    ///
    /// - Parameter subjectPublicKeyInfo: The key of the subject, in DER; its parameters stay as they are.
    /// - Returns: The Certificate, in DER.
    public func issue(_ profile: CertificateProfile, for subjectPublicKeyInfo: [UInt8]) throws(IssuingError) -> [UInt8]
    {
        let extensions = profile.extensions(
            subjectKeyIdentifier: Self.keyIdentifier(of: subjectPublicKeyInfo),
            authorityKeyIdentifier: profile.authorityKeyIdentifier
                ?? Self.keyIdentifier(of: key.subjectPublicKeyInfo(explicitParameters: false)))
        let version = DER.explicit(0, DER.integer(profile.deviations.contains(.version1) ? 0 : 2))
        let serial =
            profile.deviations.contains(.negativeSerialNumber)
            ? DataObjectWriter.encode(0x02, [0x80] + profile.serialNumber.prefix(19))
            : DER.integer(unsigned: profile.serialNumber)
        let tbs = DER.sequence(of: [
            version, serial, algorithm.identifier, name.encoded,
            DER.sequence(DER.time(profile.notBefore), DER.time(profile.notAfter)),
            profile.subject.encoded, subjectPublicKeyInfo, DER.explicit(3, extensions),
        ])
        let outer =
            profile.deviations.contains(.differingAlgorithms)
            ? SignatureAlgorithm.rsaPKCS1(.sha224).identifier : algorithm.identifier
        var signature = try sign(tbs, for: "a certificate")
        if profile.deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }
        return DER.sequence(tbs, outer, DER.bitString(signature))
    }

    /// Signs a revocation list.
    ///
    /// - Parameter revoked: Serial numbers and the moments of revocation.
    /// - Returns: The CertificateList, in DER.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4.
    public func revocationList(
        number: Int, revoked: [(serialNumber: [UInt8], at: Timestamp)], thisUpdate: Timestamp, nextUpdate: Timestamp
    ) throws(IssuingError) -> [UInt8] {
        let keyIdentifier = Self.keyIdentifier(of: key.subjectPublicKeyInfo(explicitParameters: false))
        let entries = revoked.map { DER.sequence(DER.integer(unsigned: $0.serialNumber), DER.time($0.at)) }
        let extensions = DER.sequence(
            DER.sequence(
                DER.oid(OID(2, 5, 29, 35)), DER.octetString(DER.sequence(DER.implicit(0, keyIdentifier)))),
            DER.sequence(DER.oid(OID(2, 5, 29, 20)), DER.octetString(DER.integer(number))))
        var parts = [
            DER.integer(1), algorithm.identifier, name.encoded, DER.time(thisUpdate), DER.time(nextUpdate),
        ]
        if !entries.isEmpty { parts.append(DER.sequence(of: entries)) }
        parts.append(DER.explicit(0, extensions))
        let tbs = DER.sequence(of: parts)
        return DER.sequence(tbs, algorithm.identifier, DER.bitString(try sign(tbs, for: "a revocation list")))
    }

    private func sign(_ bytes: [UInt8], for what: String) throws(IssuingError) -> [UInt8] {
        do {
            return try key.sign(bytes, algorithm: algorithm)
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
