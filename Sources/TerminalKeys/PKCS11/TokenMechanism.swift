import ByteCoding
import CP11Kit
import Cryptography
import Standards

/// How a token is asked for a signature over a hash value.
///
/// Spec: PKCS #11 v2.40 mechanisms §2.1.6 (CKM_RSA_PKCS), §2.1.10 (CKM_RSA_PKCS_PSS) and §2.3.6 (CKM_ECDSA): none of
/// them hashes.
struct TokenMechanism {
    let type: CK_MECHANISM_TYPE
    let hash: CK_MECHANISM_TYPE
    let maskGenerator: CUnsignedLong
    /// Nil for mechanisms without parameter.
    let saltByteCount: Int?

    /// The mechanism of an algorithm; nil for one that tokens are not asked for.
    init?(_ algorithm: SignatureAlgorithm) {
        switch algorithm {
        case .ecdsa: self.init(type: CKM_ECDSA)
        case .rsaPKCS1: self.init(type: CKM_RSA_PKCS)
        case .rsaPSS(let hash, let mask, let saltByteCount):
            self.init(
                type: CKM_RSA_PKCS_PSS, hash: Self.hash(hash), maskGenerator: Self.maskGenerator(mask),
                saltByteCount: saltByteCount)
        case .dsa: return nil
        }
    }

    private init(
        type: UInt, hash: CK_MECHANISM_TYPE = 0, maskGenerator: CUnsignedLong = 0, saltByteCount: Int? = nil
    ) {
        self.type = CK_MECHANISM_TYPE(type)
        self.hash = hash
        self.maskGenerator = maskGenerator
        self.saltByteCount = saltByteCount
    }

    /// What the token signs: the hash value, for RSASSA-PKCS1-v1_5 inside of a DigestInfo.
    ///
    /// Spec: RFC 8017 §9.2 step 2.
    static func input(_ digest: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8] {
        guard case .rsaPKCS1(let hash) = algorithm else { return digest }
        let identifier = DataObjectWriter.encode(
            0x30, containing: [DataObjectWriter.encode(0x06, hash.oid.contents), [0x05, 0x00]])
        return DataObjectWriter.encode(0x30, containing: [identifier, DataObjectWriter.encode(0x04, digest)])
    }

    private static func hash(_ hash: HashAlgorithm) -> CK_MECHANISM_TYPE {
        switch hash {
        case .sha1: CK_MECHANISM_TYPE(CKM_SHA_1)
        case .sha224: CK_MECHANISM_TYPE(CKM_SHA224)
        case .sha256: CK_MECHANISM_TYPE(CKM_SHA256)
        case .sha384: CK_MECHANISM_TYPE(CKM_SHA384)
        case .sha512: CK_MECHANISM_TYPE(CKM_SHA512)
        }
    }

    private static func maskGenerator(_ hash: HashAlgorithm) -> CUnsignedLong {
        switch hash {
        case .sha1: CUnsignedLong(CKG_MGF1_SHA1)
        case .sha224: CUnsignedLong(CKG_MGF1_SHA224)
        case .sha256: CUnsignedLong(CKG_MGF1_SHA256)
        case .sha384: CUnsignedLong(CKG_MGF1_SHA384)
        case .sha512: CUnsignedLong(CKG_MGF1_SHA512)
        }
    }
}

/// Public keys as tokens give them out.
enum TokenKeyNumbers {
    /// Spec: PKCS #11 v2.40 mechanisms §2.3.3: CKA_EC_PARAMS is ECParameters, CKA_EC_POINT an OCTET STRING of the point.
    ///
    /// Tolerated: tokens that give out the bare point.
    static func ellipticCurve(parameters: [UInt8], point: [UInt8]) throws -> PublicKey {
        var reader = ByteReader(point)
        let bare = (try? reader.dataObject(0x04)).flatMap { reader.isAtEnd ? Array($0.value) : nil } ?? point
        let algorithm = DataObjectWriter.encode(
            0x30,
            containing: [DataObjectWriter.encode(0x06, OID(1, 2, 840, 10_045, 2, 1).contents), parameters])
        return try PublicKey(
            subjectPublicKeyInfo: DataObjectWriter.encode(
                0x30, containing: [algorithm, DataObjectWriter.encode(0x03, [0x00] + bare)]))
    }
}
