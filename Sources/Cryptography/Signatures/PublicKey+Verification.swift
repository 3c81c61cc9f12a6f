internal import COpenSSL

extension PublicKey {
    /// Whether `signature` is one over `message`.
    ///
    /// - Returns: False for whatever is no such signature, also for bytes that are none at all.
    /// - Throws: `CryptographyError.algorithmDoesNotFitKey`.
    public func verify(
        signature: [UInt8], over message: some Collection<UInt8>, algorithm: SignatureAlgorithm
    ) throws(CryptographyError) -> Bool {
        try verify(signature: signature, overDigest: algorithm.hash.hash(message), algorithm: algorithm)
    }

    /// Whether `signature` is one over the message whose hash value is `digest`.
    ///
    /// - Throws: `CryptographyError`, also for a digest that is not as long as the hash function makes them.
    public func verify(
        signature: [UInt8], overDigest digest: [UInt8], algorithm: SignatureAlgorithm
    ) throws(CryptographyError) -> Bool {
        guard algorithm.fits(kind), let handle else { throw .algorithmDoesNotFitKey }
        guard digest.count == algorithm.hash.byteCount else {
            throw .wrongLength(expected: algorithm.hash.byteCount, found: digest.count)
        }
        guard let signature = encodedForOpenSSL(signature, algorithm) else { return false }
        return emrtd_verify(handle.pointer, algorithm.scheme, signature, signature.count, digest, digest.count) == 1
    }

    private func encodedForOpenSSL(_ signature: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8]? {
        switch algorithm {
        case .rsaPKCS1, .rsaPSS: signature
        case .ecdsa(_, .plain): ECDSASignature(plain: signature, byteCount: curve?.byteCount ?? 0)?.der
        case .ecdsa(_, .der), .dsa: ECDSASignature(der: signature)?.der
        }
    }

    /// The bare RSA operation: `signature` to the power of the public exponent, as long as the modulus.
    ///
    /// - Returns: Nil where the key is no RSA key, or the signature is not a number below its modulus.
    ///
    /// Spec: RFC 8017 §5.2.2 (RSAVP1); ISO/IEC 9796-2 §8.3.2.
    public func recoverRSA(_ signature: [UInt8]) -> [UInt8]? {
        guard case .rsa(let modulus, _) = kind, let handle else { return nil }
        let number = signature.withoutLeadingZeros
        guard number.count <= modulus.count else { return nil }
        let block = [UInt8](repeating: 0, count: modulus.count - number.count) + number
        var done: CInt = 0
        let recovered = [UInt8](count: modulus.count) {
            done = emrtd_rsa_public(handle.pointer, block, block.count, $0.baseAddress)
        }
        return done == 1 ? recovered : nil
    }

    /// The modulus less `number`, as long as the modulus; nil where the key is no RSA key or the number not below it.
    ///
    /// Spec: ISO/IEC 9796-2 Annex B.4 (a signature may be the smaller of two numbers that add up to the modulus).
    public func modulusMinus(_ number: [UInt8]) -> [UInt8]? {
        guard case .rsa(let modulus, _) = kind else { return nil }
        let n = BigNumber(modulus)
        let value = BigNumber(number)
        guard value.isLess(than: n) else { return nil }
        return value.subtracted(from: n).bytes(count: modulus.count)
    }
}
