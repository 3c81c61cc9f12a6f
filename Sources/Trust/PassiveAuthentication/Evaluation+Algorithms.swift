package import Cryptography
package import PKI
import Standards

/// What algorithms say, and signatures by them.
extension Evaluation {
    /// Algorithms that no document may use.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.4 allows SHA-1 for old documents and nothing older.
    private static let forbidden: Set<OID> = [
        .md5, OID(1, 2, 840, 113549, 2, 2), OID(1, 2, 840, 113549, 2, 4), OID(1, 2, 840, 113549, 1, 1, 2),
        OID(1, 2, 840, 113549, 1, 1, 3), OID(1, 2, 840, 113549, 1, 1, 4),
    ]

    /// Whether no document may use an algorithm.
    static func isForbidden(_ algorithm: OID) -> Bool { forbidden.contains(algorithm) }

    mutating func judge(unknownDigest digest: OID, _ draft: inout Draft) {
        judge(unknown: digest, &draft)
    }

    mutating func judge(_ failure: SignatureScheme.Failure, _ draft: inout Draft) {
        switch failure {
        case .unknownAlgorithm(let algorithm): judge(unknown: algorithm, &draft)
        case .malformedParameters(let algorithm):
            draft.fail("algorithmParameters", "the parameters of \(Self.name(of: algorithm)) are missing or broken")
        case .disagreeingDigest(let named, let implied):
            draft.fail(
                "digestDisagrees",
                "the signature algorithm uses \(Self.name(of: implied)) and the signer names \(Self.name(of: named))")
        }
    }

    private mutating func judge(unknown algorithm: OID, _ draft: inout Draft) {
        if Self.forbidden.contains(algorithm) {
            draft.fail("algorithmNotAllowed", "\(Self.name(of: algorithm)) is not allowed in travel documents")
        } else {
            meet(
                .unknownAlgorithm, "the algorithm \(Self.name(of: algorithm)) is not one this program knows",
                in: &draft)
        }
    }

    /// The name of a digest, or the identifier where it has none.
    static func name(of digest: OID) -> String {
        HashAlgorithm(oid: digest)?.name ?? (digest == .md5 ? "MD5" : "\(digest)")
    }

    /// Verifies with the key of a certificate.
    func verify(
        _ signature: [UInt8], over message: [UInt8], by scheme: SignatureScheme, with signer: Certificate
    ) -> SignatureOutcome {
        context.keys.verify(signature, over: message, by: scheme, with: signer)
    }
}

/// What came of a signature.
enum SignatureOutcome: Hashable {
    case valid
    /// Right but for a DigestInfo without NULL, which policy decides about.
    case validWithoutNull
    case invalid
    case unknownAlgorithm(OID)
    /// The key cannot be used, or not with this algorithm.
    case unusableKey(String)
}

extension SignatureAlgorithm {
    /// The algorithm of a scheme; nil for digests and schemes that cannot be computed.
    package init?(_ scheme: SignatureScheme) {
        guard let digest = HashAlgorithm(oid: scheme.digest) else { return nil }
        switch scheme {
        case .rsaPKCS1: self = .rsaPKCS1(digest)
        case .rsaPSS(_, let mask, let saltByteCount):
            guard let mask = HashAlgorithm(oid: mask) else { return nil }
            self = .rsaPSS(digest, mgf1: mask, saltByteCount: saltByteCount)
        case .ecdsa(_, let isPlain): self = .ecdsa(digest, encoding: isPlain ? .plain : .der)
        case .dsa: self = .dsa(digest)
        }
    }
}

extension SignatureScheme {
    /// A name for a report, such as `RSA-PSS with SHA-256`; the identifier where the algorithm is not known.
    static func name(of algorithm: AlgorithmIdentifier) -> String {
        if algorithm.oid == .rsaEncryption { return "RSA" }
        guard let scheme = try? SignatureScheme(algorithm) else { return "\(algorithm.oid)" }
        let digest = Evaluation.name(of: scheme.digest)
        return switch scheme {
        case .rsaPKCS1: "RSA with \(digest)"
        case .rsaPSS(_, _, let saltByteCount): "RSA-PSS with \(digest), \(saltByteCount) bytes of salt"
        case .ecdsa(_, let isPlain): isPlain ? "ECDSA (plain) with \(digest)" : "ECDSA with \(digest)"
        case .dsa: "DSA with \(digest)"
        }
    }
}
