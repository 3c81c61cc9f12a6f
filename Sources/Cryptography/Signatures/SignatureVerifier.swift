internal import COpenSSL

/// A key that verifies many signatures by one algorithm, one after another.
///
/// It says what `PublicKey.verify` says, but for signatures whose encoding that function tolerates and OpenSSL does not:
/// those it refuses. It belongs to one thread.
package final class SignatureVerifier {
    /// The algorithm of all signatures.
    package let algorithm: SignatureAlgorithm
    private let key: PublicKey
    private let context: OpaquePointer

    /// Nil where the algorithm does not fit the key.
    package init?(_ key: PublicKey, _ algorithm: SignatureAlgorithm) {
        guard algorithm.fits(key.kind), let handle = key.handle,
            let context = emrtd_verifier(handle.pointer, algorithm.scheme)
        else { return nil }
        self.algorithm = algorithm
        self.key = key
        self.context = context
    }

    deinit { EVP_PKEY_CTX_free(context) }

    /// Whether `signature` is one over the message whose hash value is `digest`.
    package func verify(_ signature: ArraySlice<UInt8>, overDigest digest: [UInt8]) -> Bool {
        guard digest.count == algorithm.hash.byteCount else { return false }
        guard case .ecdsa(_, .plain) = algorithm else { return isValid(signature, digest) }
        guard let numbers = ECDSASignature(plain: Array(signature), byteCount: key.curve?.byteCount ?? 0) else {
            return false
        }
        return isValid(numbers.der[...], digest)
    }

    private func isValid(_ signature: ArraySlice<UInt8>, _ digest: [UInt8]) -> Bool {
        let done = signature.withUnsafeBufferPointer {
            EVP_PKEY_verify(context, $0.baseAddress, $0.count, digest, digest.count)
        }
        if done != 1 { ERR_clear_error() }
        return done == 1
    }
}
