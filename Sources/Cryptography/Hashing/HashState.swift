internal import COpenSSL

/// A hash that is computed piece by piece.
public struct HashState: ~Copyable, Sendable {
    /// The hash function.
    public let algorithm: HashAlgorithm
    nonisolated(unsafe) private let context: OpaquePointer

    /// Starts with no bytes.
    public init(_ algorithm: HashAlgorithm) {
        self.algorithm = algorithm
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex2(context, algorithm.fetched.pointer, nil) == 1 else {
            preconditionFailure("hashing fails only without memory")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the next piece.
    public mutating func update(_ bytes: some Collection<UInt8>) {
        let done = bytes.withContiguousBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(done == 1, "hashing fails only without memory")
    }

    /// The hash value of all pieces.
    public consuming func finish() -> [UInt8] {
        [UInt8](count: algorithm.byteCount) { hash in
            precondition(EVP_DigestFinal_ex(context, hash.baseAddress, nil) == 1, "hashing fails only without memory")
        }
    }
}
