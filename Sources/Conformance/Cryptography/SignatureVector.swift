package import Cryptography

/// A signature over a message, and whether it is one.
package struct SignatureVector: ConformanceVector {
    package static let places = ["cryptography/signature/"]

    package let id: String
    package let scheme: Scheme
    package let hash: HashName
    package let mgf1: HashName?
    package let saltByteCount: Int?
    /// How the key names its curve.
    package let parameters: Parameters?
    package let subjectPublicKeyInfo: HexBytes
    package let message: HexBytes
    package let signature: HexBytes
    package let valid: Bool
    /// Why the key cannot be used.
    package let expect: Fault?

    package enum Scheme: String, Codable, Sendable { case rsaPKCS1, rsaPSS, ecdsaDER, ecdsaPlain, dsa }
    package enum Parameters: String, Codable, Sendable { case named, explicit }
    package enum Fault: String, Codable, Sendable { case invalidGroupElement }

    package var algorithm: SignatureAlgorithm {
        let hash = hash.algorithm
        return switch scheme {
        case .rsaPKCS1: .rsaPKCS1(hash)
        case .rsaPSS: .rsaPSS(hash, mgf1: mgf1?.algorithm ?? hash, saltByteCount: saltByteCount ?? hash.byteCount)
        case .ecdsaDER: .ecdsa(hash, encoding: .der)
        case .ecdsaPlain: .ecdsa(hash, encoding: .plain)
        case .dsa: .dsa(hash)
        }
    }

    package var requiredAlgorithms: [String] {
        let key: [Scheme: String] = [
            .rsaPKCS1: "RSA", .rsaPSS: "RSA-PSS", .ecdsaDER: "EC", .ecdsaPlain: "EC",
        ]
        return [hash.algorithm.name] + [key[scheme]].compactMap { $0 }
    }

    package func check() throws {
        if expect == .invalidGroupElement {
            try compareFailure("key", with: CryptographyError.invalidGroupElement) {
                try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
            }
            return try compare("valid", false, with: valid)
        }
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        let (signature, message) = (signature.bytes, message.bytes)
        let digest = hash.algorithm.hash(message)
        try compare("valid", key.verify(signature: signature, over: message, algorithm: algorithm), with: valid)
        try compare(
            "valid, over the digest", key.verify(signature: signature, overDigest: digest, algorithm: algorithm),
            with: valid)
        guard let parameters else { return }
        guard case .ellipticCurve(_, let form) = key.kind else {
            throw Mismatch("parameters", expected: parameters.rawValue, found: key.description)
        }
        try compare("parameters", form, with: parameters == .named ? .named : .explicit)
    }
}

/// A private key, and a signature that it once made.
package struct ECDSAKeyVector: ConformanceVector {
    package static let places = ["cryptography/signature/own-active-authentication-ecdsa.json"]

    package let id: String
    package let curve: CurveName
    package let hash: HashName
    package let scalar: HexBytes
    package let point: HexBytes
    package let message: HexBytes
    package let signature: HexBytes

    package var requiredAlgorithms: [String] { [curve.curve.name, hash.algorithm.name] }

    package func check() throws {
        let key = try PrivateKey(curve: curve.curve, scalar: scalar.bytes)
        let point = try CurvePoint(point.bytes, on: curve.curve)
        try compare("point", key.publicKey.kind, with: .ellipticCurve(point, .named))
        try compare("key of PKCS #8", PrivateKey(pkcs8: key.pkcs8).publicKey, with: key.publicKey)
        let algorithm = SignatureAlgorithm.ecdsa(hash.algorithm, encoding: .plain)
        let own = try key.sign(message.bytes, algorithm: algorithm)
        for (subject, signature) in [("signature", signature.bytes), ("own signature", own)] {
            let isValid = try key.publicKey.verify(signature: signature, over: message.bytes, algorithm: algorithm)
            try compare("\(subject) is valid", isValid, with: true)
        }
    }
}
