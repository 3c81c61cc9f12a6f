import ByteCoding
package import Cryptography
package import Standards

extension HashAlgorithm {
    /// The AlgorithmIdentifier, without parameters as Doc 9303-12 wants it (or with NULL, as older issuers wrote it).
    package func identifier(withNull: Bool = false) -> [UInt8] {
        withNull ? DER.sequence(DER.oid(oid), DER.null) : DER.sequence(DER.oid(oid))
    }
}

extension SignatureAlgorithm {
    /// The AlgorithmIdentifier.
    ///
    /// Spec: RFC 4055 §3 and §5 (RSA), RFC 5758 §3.2 (ECDSA), BSI TR-03111 §5.2.1 (plain ECDSA).
    package var identifier: [UInt8] {
        switch self {
        case .rsaPKCS1(let hash): DER.sequence(DER.oid(Self.rsaPKCS1(hash)), DER.null)
        case .rsaPSS(let hash, let mgf1, let saltByteCount):
            DER.sequence(
                DER.oid(OID(1, 2, 840, 113_549, 1, 1, 10)),
                DER.sequence(of: Self.pssParameters(hash, mgf1: mgf1, saltByteCount: saltByteCount)))
        case .ecdsa(let hash, .der): DER.sequence(DER.oid(Self.ecdsa(hash)))
        case .ecdsa(let hash, .plain): DER.sequence(DER.oid(Self.plainECDSA(hash)))
        case .dsa(let hash): DER.sequence(DER.oid(Self.dsa(hash)))
        }
    }

    /// The AlgorithmIdentifier of PKCS #1 without the NULL that belongs there, or of ECDSA with one that does not.
    package var identifierWithOtherParameters: [UInt8] {
        switch self {
        case .rsaPKCS1(let hash): DER.sequence(DER.oid(Self.rsaPKCS1(hash)))
        case .ecdsa(let hash, .der): DER.sequence(DER.oid(Self.ecdsa(hash)), DER.null)
        case .ecdsa(let hash, .plain): DER.sequence(DER.oid(Self.plainECDSA(hash)), DER.null)
        case .dsa(let hash): DER.sequence(DER.oid(Self.dsa(hash)), DER.null)
        case .rsaPSS: identifier
        }
    }

    /// The AlgorithmIdentifier of ECDSA with the name of a curve behind it; of others as it is.
    var identifierWithCurve: [UInt8] {
        let curve = DER.oid(EllipticCurve.secp256r1.oid)
        return switch self {
        case .ecdsa(let hash, .der): DER.sequence(DER.oid(Self.ecdsa(hash)), curve)
        case .ecdsa(let hash, .plain): DER.sequence(DER.oid(Self.plainECDSA(hash)), curve)
        case .rsaPKCS1, .rsaPSS, .dsa: identifier
        }
    }

    /// Parts that equal their default are left out, as DER asks.
    private static func pssParameters(_ hash: HashAlgorithm, mgf1: HashAlgorithm, saltByteCount: Int) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        if hash != .sha1 { parts.append(DER.explicit(0, hash.identifier(withNull: true))) }
        if mgf1 != .sha1 {
            let generator = DER.oid(OID(1, 2, 840, 113_549, 1, 1, 8))
            parts.append(DER.explicit(1, DER.sequence(generator, mgf1.identifier(withNull: true))))
        }
        if saltByteCount != 20 { parts.append(DER.explicit(2, DER.integer(saltByteCount))) }
        return parts
    }

    private static func rsaPKCS1(_ hash: HashAlgorithm) -> OID {
        let last: UInt =
            switch hash {
            case .sha1: 5
            case .sha224: 14
            case .sha256: 11
            case .sha384: 12
            case .sha512: 13
            }
        return OID(1, 2, 840, 113_549, 1, 1, last)
    }

    /// SHA-384 and SHA-512 have identifiers since FIPS 186-4, and nobody uses them with eMRTDs.
    private static func dsa(_ hash: HashAlgorithm) -> OID {
        switch hash {
        case .sha1: .dsaWithSHA1
        case .sha224: .dsaWithSHA224
        case .sha256: .dsaWithSHA256
        case .sha384: OID(2, 16, 840, 1, 101, 3, 4, 3, 3)
        case .sha512: OID(2, 16, 840, 1, 101, 3, 4, 3, 4)
        }
    }

    private static func ecdsa(_ hash: HashAlgorithm) -> OID {
        switch hash {
        case .sha1: OID(1, 2, 840, 10_045, 4, 1)
        case .sha224: OID(1, 2, 840, 10_045, 4, 3, 1)
        case .sha256: OID(1, 2, 840, 10_045, 4, 3, 2)
        case .sha384: OID(1, 2, 840, 10_045, 4, 3, 3)
        case .sha512: OID(1, 2, 840, 10_045, 4, 3, 4)
        }
    }

    /// The identifier below `ecdsa-plain-signatures`, which ActiveAuthenticationInfo names too.
    package static func plainECDSA(_ hash: HashAlgorithm) -> OID {
        let last: UInt =
            switch hash {
            case .sha1: 1
            case .sha224: 2
            case .sha256: 3
            case .sha384: 4
            case .sha512: 5
            }
        return OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, last)
    }

    /// The same algorithm with another hash: SHA-512, or SHA-384 in place of that.
    package var withAnotherHash: SignatureAlgorithm {
        let other: HashAlgorithm = hash == .sha512 ? .sha384 : .sha512
        return switch self {
        case .rsaPKCS1: .rsaPKCS1(other)
        case .rsaPSS: .rsaPSS(other, mgf1: other, saltByteCount: other.byteCount)
        case .ecdsa(_, let encoding): .ecdsa(other, encoding: encoding)
        case .dsa: .dsa(other)
        }
    }
}
