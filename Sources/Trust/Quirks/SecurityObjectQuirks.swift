import ByteCoding
import Cryptography
import LDS
import PKI
import Standards

/// Finds what is particular about a signed object.
///
/// Spec: RFC 5652 §5.3 and §11; RFC 5754 §2; ICAO Doc 9303-10 (8th ed.) §4.6.2.
enum SecurityObjectQuirks {
    /// The quirks of an object, in the order of the table.
    ///
    /// - Parameter content: The list of hashes; nil for objects that hold something else.
    static func quirks(
        of signed: SignedContent, _ signer: Certificate?, _ content: LDSSecurityObject?, keys: PublicKeyCache
    ) -> [SecurityObjectQuirk] {
        var found: [SecurityObjectQuirk] = []
        func note(_ quirk: SecurityObjectQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        let info = signed.signerInfo
        note(.additionalAttribute, if: signed.attributes.attributes.contains { !usual.contains($0.oid) })
        note(
            .signingTimeMissing, if: !signed.attributes.attributes.contains { $0.oid == .signingTimeAttribute })
        let named = signed.signedData.digestAlgorithms + [info.digestAlgorithm]
        let ofGroups = content == nil ? nil : groupAlgorithm(signed.content)
        note(.digestWithNull, if: (named + [ofGroups].compactMap { $0 }).contains(where: \.hasNull))
        let numbers = content?.dataGroupHashes.map(\.number) ?? []
        note(.unsortedHashes, if: zip(numbers, numbers.dropFirst()).contains { $0 > $1 })

        let scheme = try? SignatureScheme(info.signatureAlgorithm, digest: info.digestAlgorithm.oid)
        let ofCertificate = signer.flatMap { try? SignatureScheme($0.signatureAlgorithm) }?.digest
        let digests = [info.digestAlgorithm.oid, content?.hashAlgorithm, ofCertificate].compactMap { $0 }
        note(.differentDigests, if: Set(digests).count > 1)
        if let signer, let key = try? keys.key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo),
            key.curve?.bitCount == 224
        {
            note(.curve224Mix, if: scheme.map { $0.digest != .sha224 } ?? false)
        }
        if case .ecdsa(_, isPlain: true)? = scheme { note(.plainSignature, if: true) }
        return found
    }

    private static let usual: Set<OID> = [.contentTypeAttribute, .messageDigestAttribute, .signingTimeAttribute]

    /// The algorithm of the hashes, as it is stored.
    private static func groupAlgorithm(_ content: [UInt8]) -> AlgorithmIdentifier? {
        var file = ByteReader(content)
        guard var reader = try? file.dataObject(0x30).reader, (try? reader.dataObject(0x02)) != nil,
            let algorithm = try? reader.dataObject()
        else { return nil }
        return try? AlgorithmIdentifier(algorithm)
    }
}
