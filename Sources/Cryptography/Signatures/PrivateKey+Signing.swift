internal import COpenSSL

extension PrivateKey {
    /// A signature over `message`.
    public func sign(
        _ message: some Collection<UInt8>, algorithm: SignatureAlgorithm
    ) throws(CryptographyError) -> [UInt8] {
        try sign(digest: algorithm.hash.hash(message), algorithm: algorithm)
    }

    /// A signature over the message whose hash value is `digest`.
    ///
    /// - Throws: `CryptographyError`: the algorithm is for another kind of key, the digest has another length, or the
    ///   RSA modulus is too short for digest and salt.
    public func sign(digest: [UInt8], algorithm: SignatureAlgorithm) throws(CryptographyError) -> [UInt8] {
        guard algorithm.fits(publicKey.kind) else { throw .algorithmDoesNotFitKey }
        guard digest.count == algorithm.hash.byteCount else {
            throw .wrongLength(expected: algorithm.hash.byteCount, found: digest.count)
        }
        let room = publicKey.modulusByteCount ?? 2 * (publicKey.bitCount / 8 + 1) + 16
        var count = room
        let buffer = [UInt8](count: room) {
            let done = emrtd_sign(handle.pointer, algorithm.scheme, $0.baseAddress, &count, digest, digest.count)
            if done != 1 { count = 0 }
        }
        guard count > 0 else { throw .undersizedKey(bitCount: publicKey.bitCount, limit: algorithm.leastBitCount) }
        let signature = Array(buffer.prefix(count))
        guard case .ecdsa(_, .plain) = algorithm, let curve = publicKey.curve else { return signature }
        guard let plain = ECDSASignature(der: signature)?.plain(byteCount: curve.byteCount) else {
            throw .algorithmDoesNotFitKey
        }
        return plain
    }

    /// The bare RSA operation: `block` to the power of the private exponent.
    ///
    /// - Parameter block: A number below the modulus, as long as the modulus.
    ///
    /// Spec: RFC 8017 §5.2.1 (RSASP1).
    public func rawRSA(_ block: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard case .rsa(let modulus, _) = publicKey.kind else { throw .algorithmDoesNotFitKey }
        guard block.count == modulus.count else { throw .wrongLength(expected: modulus.count, found: block.count) }
        let scheme = emrtd_scheme(padding: RSA_NO_PADDING, digest: nil, mgf1: nil, salt_count: 0)
        var count = modulus.count
        var done: CInt = 0
        let signature = [UInt8](count: modulus.count) {
            done = emrtd_sign(handle.pointer, scheme, $0.baseAddress, &count, block, block.count)
        }
        guard done == 1, count == modulus.count else { throw .numberOutOfRange }
        return signature
    }
}

extension SignatureAlgorithm {
    /// The shortest RSA modulus the algorithm fits into.
    fileprivate var leastBitCount: Int {
        switch self {
        case .rsaPKCS1(let hash): (hash.byteCount + 19 + 11) * 8
        case .rsaPSS(let hash, _, let saltByteCount): (hash.byteCount + min(saltByteCount, 4096) + 2) * 8
        case .ecdsa, .dsa: 0
        }
    }
}
