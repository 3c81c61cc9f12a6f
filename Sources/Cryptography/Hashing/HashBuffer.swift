internal import COpenSSL

/// Computes hash values one after another into the same place.
package struct HashBuffer: ~Copyable {
    /// The last hash value.
    package private(set) var value: [UInt8] = []
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new() else { preconditionFailure("hashing fails only without memory") }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Computes the hash value of `head`, where there is one, and `bytes` behind it.
    package mutating func hash(_ bytes: ArraySlice<UInt8>, after head: UInt8? = nil, by algorithm: HashAlgorithm) {
        if value.count != algorithm.byteCount { value = [UInt8](repeating: 0, count: algorithm.byteCount) }
        var done = EVP_DigestInit_ex2(context, algorithm.fetched.pointer, nil)
        if var head { done &= EVP_DigestUpdate(context, &head, 1) }
        done &= bytes.withUnsafeBufferPointer { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        done &= value.withUnsafeMutableBufferPointer { EVP_DigestFinal_ex(context, $0.baseAddress, nil) }
        precondition(done == 1, "hashing fails only without memory")
    }
}
