import ByteCoding
public import Standards

/// How a signature is made: the padding or encoding, and the digests by identifier.
///
/// Spec: RFC 4055 (RSA), RFC 5758 (ECDSA), BSI TR-03111 §5.2.1 (plain ECDSA), RFC 5652 §5.3.
public enum SignatureScheme: Hashable, Sendable {
    case rsaPKCS1(digest: OID)
    case rsaPSS(digest: OID, maskDigest: OID, saltByteCount: Int)
    case ecdsa(digest: OID, isPlain: Bool)
    case dsa(digest: OID)

    /// The digest over the message.
    public var digest: OID {
        switch self {
        case .rsaPKCS1(let digest), .ecdsa(let digest, _), .dsa(let digest), .rsaPSS(let digest, _, _): digest
        }
    }

    /// Why an algorithm names no scheme.
    public enum Failure: Error, Hashable, Sendable {
        /// An algorithm this project does not know.
        case unknownAlgorithm(OID)
        /// Parameters that are missing or broken.
        case malformedParameters(OID)
        /// The algorithm fixes another digest than the signer's digest algorithm.
        case disagreeingDigest(named: OID, implied: OID)
    }

    /// Interprets an algorithm.
    ///
    /// - Parameter digest: The signer's digest algorithm, where the signature is one of CMS: it completes algorithms
    ///   that name none (`rsaEncryption`, as Australian and American signers write it) and must agree with others.
    public init(_ algorithm: AlgorithmIdentifier, digest: OID? = nil) throws(Failure) {
        let scheme: SignatureScheme
        switch algorithm.oid {
        case .rsaPSS: scheme = try Self.pss(algorithm)
        case .rsaEncryption, .ecPublicKey:
            guard let digest else { throw .unknownAlgorithm(algorithm.oid) }
            scheme =
                algorithm.oid == .rsaEncryption ? .rsaPKCS1(digest: digest) : .ecdsa(digest: digest, isPlain: false)
        default:
            guard let known = Self.fixed[algorithm.oid] else { throw .unknownAlgorithm(algorithm.oid) }
            scheme = known
        }
        if let digest, digest != scheme.digest {
            throw .disagreeingDigest(named: digest, implied: scheme.digest)
        }
        self = scheme
    }

    private static let fixed: [OID: SignatureScheme] = [
        .sha1WithRSA: .rsaPKCS1(digest: .sha1), .sha224WithRSA: .rsaPKCS1(digest: .sha224),
        .sha256WithRSA: .rsaPKCS1(digest: .sha256), .sha384WithRSA: .rsaPKCS1(digest: .sha384),
        .sha512WithRSA: .rsaPKCS1(digest: .sha512),
        .ecdsaWithSHA1: .ecdsa(digest: .sha1, isPlain: false),
        .ecdsaWithSHA224: .ecdsa(digest: .sha224, isPlain: false),
        .ecdsaWithSHA256: .ecdsa(digest: .sha256, isPlain: false),
        .ecdsaWithSHA384: .ecdsa(digest: .sha384, isPlain: false),
        .ecdsaWithSHA512: .ecdsa(digest: .sha512, isPlain: false),
        .ecdsaPlainSHA1: .ecdsa(digest: .sha1, isPlain: true),
        .ecdsaPlainSHA224: .ecdsa(digest: .sha224, isPlain: true),
        .ecdsaPlainSHA256: .ecdsa(digest: .sha256, isPlain: true),
        .ecdsaPlainSHA384: .ecdsa(digest: .sha384, isPlain: true),
        .ecdsaPlainSHA512: .ecdsa(digest: .sha512, isPlain: true),
        .dsaWithSHA1: .dsa(digest: .sha1), .dsaWithSHA224: .dsa(digest: .sha224), .dsaWithSHA256: .dsa(digest: .sha256),
    ]

    /// RSASSA-PSS-params, whose defaults are SHA-1, MGF1 with SHA-1 and 20 octets of salt.
    private static func pss(_ algorithm: AlgorithmIdentifier) throws(Failure) -> SignatureScheme {
        guard let parameters = algorithm.parameters else { throw .malformedParameters(.rsaPSS) }
        do {
            return try pssParameters(parameters)
        } catch {
            throw .malformedParameters(.rsaPSS)
        }
    }

    private static func pssParameters(_ parameters: [UInt8]) throws(DecodingFailure) -> SignatureScheme {
        var digest = OID.sha1
        var maskDigest = OID.sha1
        var saltByteCount = 20
        var outer = ByteReader(parameters)
        for field in try outer.dataObject(DERTag.sequence).children(limit: 4) {
            var reader = field.reader
            switch field.tag {
            case DERTag.context(0): digest = try AlgorithmIdentifier(reader.dataObject()).oid
            case DERTag.context(1):
                let mask = try AlgorithmIdentifier(reader.dataObject())
                guard mask.oid == .mgf1, let inner = mask.parameters else { throw field.failure("maskGenAlgorithm") }
                var innerReader = ByteReader(inner)
                maskDigest = try AlgorithmIdentifier(innerReader.dataObject()).oid
            case DERTag.context(2):
                saltByteCount = try reader.dataObject(DERTag.integer).smallInteger("saltLength")
                guard saltByteCount <= 4096 else { throw field.failure("saltLength") }
            case DERTag.context(3):
                guard try reader.dataObject(DERTag.integer).smallInteger("trailerField") == 1 else {
                    throw field.failure("trailerField")
                }
            default: throw field.failure("RSASSA-PSS-params")
            }
            try reader.end()
        }
        try outer.end()
        return .rsaPSS(digest: digest, maskDigest: maskDigest, saltByteCount: saltByteCount)
    }
}
