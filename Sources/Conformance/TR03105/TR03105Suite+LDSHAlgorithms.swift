import Cryptography
import Issuing

/// LDS_H: security objects in every algorithm, all to be accepted.
extension TR03105Suite {
    private static func ecdsa(_ hash: HashAlgorithm, _ encoding: SignatureAlgorithm.ECDSAEncoding = .der)
        -> SignatureAlgorithm
    {
        .ecdsa(hash, encoding: encoding)
    }

    private static func pss(_ hash: HashAlgorithm) -> SignatureAlgorithm {
        .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
    }

    private static let rsaKey = KeyRing.Kind.rsa(bits: 2048)

    /// A curve whose order is as long as the digest, where there is one.
    private static func curve(for hash: HashAlgorithm) -> KeyRing.Kind {
        switch hash {
        case .sha1, .sha224: .curve(.brainpoolP224r1)
        case .sha256: .curve(.brainpoolP256r1)
        case .sha384: .curve(.secp384r1)
        case .sha512: .curve(.brainpoolP512r1)
        }
    }

    private static func rsa(_ id: String, _ hash: HashAlgorithm, namingKeyAlone: Bool = false) -> SuiteCase {
        .passes(id, "RSA PKCS #1 v1.5 with \(hash.name)" + (namingKeyAlone ? ", named rsaEncryption" : "")) {
            $0.sign(.rsaPKCS1(hash), by: rsaKey)
            $0.options.namesKeyAlgorithmOnly = namingKeyAlone
        }
    }

    private static func dsa(_ id: String, _ hash: HashAlgorithm) -> SuiteCase {
        .passes(id, "DSA with \(hash.name)") {
            $0.sign(.dsa(hash), by: .dsa(bits: hash == .sha1 ? 1024 : 2048))
        }
    }

    private static func pss(_ id: String, _ hash: HashAlgorithm) -> SuiteCase {
        .passes(id, "RSA PSS with \(hash.name)") { $0.sign(pss(hash), by: rsaKey) }
    }

    private static func ecdsa(_ id: String, _ hash: HashAlgorithm, isPlain: Bool) -> SuiteCase {
        .passes(id, "ECDSA with \(hash.name), " + (isPlain ? "r ‖ s under the BSI identifier" : "ANSI X9.62")) {
            $0.sign(ecdsa(hash, isPlain ? .plain : .der), by: curve(for: hash))
        }
    }

    /// Different algorithms for the security object and for the certificate of its signer.
    private static func differing(
        _ id: String, _ object: (SignatureAlgorithm, KeyRing.Kind), _ certificate: (SignatureAlgorithm, KeyRing.Kind),
        _ subject: String
    ) -> SuiteCase {
        .passes(id, subject) {
            $0.signer = .init(key: object.1, algorithm: object.0)
            $0.authority = .init(key: certificate.1, algorithm: certificate.0)
        }
    }

    /// A signer whose certificate the inspection system has from elsewhere.
    private static func outside(_ document: inout SuiteDocument) {
        document.options.includesCertificate = false
        document.knowsSigner = true
    }

    static let documentAlgorithms: [SuiteCase] = [
        rsa("LDS_H_01", .sha1), rsa("LDS_H_04", .sha224), rsa("LDS_H_05", .sha256), rsa("LDS_H_06", .sha384),
        rsa("LDS_H_07", .sha512),
        pss("LDS_H_02", .sha1), pss("LDS_H_94", .sha224), pss("LDS_H_03", .sha256), pss("LDS_H_95", .sha384),
        pss("LDS_H_96", .sha512),
        dsa("LDS_H_08", .sha1), dsa("LDS_H_97", .sha224), dsa("LDS_H_98", .sha256),
        ecdsa("LDS_H_09", .sha1, isPlain: false), ecdsa("LDS_H_70", .sha224, isPlain: false),
        ecdsa("LDS_H_71", .sha256, isPlain: false), ecdsa("LDS_H_72", .sha384, isPlain: false),
        ecdsa("LDS_H_73", .sha512, isPlain: false),
        ecdsa("LDS_H_10", .sha1, isPlain: true), ecdsa("LDS_H_11", .sha224, isPlain: true),
        ecdsa("LDS_H_12", .sha256, isPlain: true), ecdsa("LDS_H_13", .sha384, isPlain: true),
        ecdsa("LDS_H_14", .sha512, isPlain: true),
        .passes("LDS_H_15", "RSA PKCS #1 v1.5 with SHA-256, the signer's certificate outside") {
            $0.sign(.rsaPKCS1(.sha256), by: rsaKey)
            outside(&$0)
        },
        .passes("LDS_H_16", "ECDSA with SHA-224 (BSI identifier), the signer's certificate outside") {
            $0.sign(ecdsa(.sha224, .plain), by: curve(for: .sha224))
            outside(&$0)
        },
        .passes("LDS_H_74", "group hashes by another digest than the signature's") {
            $0.options.groupDigest = .sha512
        },
        differing(
            "LDS_H_75", (.rsaPKCS1(.sha256), rsaKey), (pss(.sha256), rsaKey),
            "object by RSA PKCS #1 v1.5, certificate by RSA PSS"),
        differing(
            "LDS_H_76", (pss(.sha256), rsaKey), (.rsaPKCS1(.sha256), rsaKey),
            "object by RSA PSS, certificate by RSA PKCS #1 v1.5"),
        differing(
            "LDS_H_77", (ecdsa(.sha256), curve(for: .sha256)), (.rsaPKCS1(.sha512), rsaKey),
            "object by ECDSA, certificate by RSA"),
        differing(
            "LDS_H_78", (.rsaPKCS1(.sha256), rsaKey), (ecdsa(.sha384), curve(for: .sha384)),
            "object by RSA, certificate by ECDSA"),
        rsa("LDS_H_79", .sha1, namingKeyAlone: true), rsa("LDS_H_80", .sha224, namingKeyAlone: true),
        rsa("LDS_H_81", .sha256, namingKeyAlone: true), rsa("LDS_H_82", .sha384, namingKeyAlone: true),
        rsa("LDS_H_83", .sha512, namingKeyAlone: true),
        .passes("LDS_H_86", "LDS version 1.8, signed") { $0.options.versions = .init() },
    ]
}
