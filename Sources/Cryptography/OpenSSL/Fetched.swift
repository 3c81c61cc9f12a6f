internal import COpenSSL

/// Algorithms of OpenSSL's default provider, each fetched once and kept for the life of the process.
///
/// A fetched algorithm is immutable and may be used by any thread.
struct Fetched: @unchecked Sendable {
    let pointer: OpaquePointer

    static let sha1 = digest("SHA-1")
    static let sha224 = digest("SHA-224")
    static let sha256 = digest("SHA-256")
    static let sha384 = digest("SHA-384")
    static let sha512 = digest("SHA-512")

    static let tripleDESCBC = cipher("DES-EDE3-CBC")
    static let aes128CBC = cipher("AES-128-CBC")
    static let aes192CBC = cipher("AES-192-CBC")
    static let aes256CBC = cipher("AES-256-CBC")

    static let cmac = Fetched(EVP_MAC_fetch(nil, "CMAC", nil), "CMAC")

    private static func digest(_ name: String) -> Fetched { Fetched(EVP_MD_fetch(nil, name, nil), name) }
    private static func cipher(_ name: String) -> Fetched { Fetched(EVP_CIPHER_fetch(nil, name, nil), name) }

    private init(_ pointer: OpaquePointer?, _ name: String) {
        guard let pointer else { preconditionFailure("this OpenSSL installation lacks \(name)") }
        self.pointer = pointer
    }
}

extension Collection<UInt8> {
    /// Calls `body` with the bytes in one piece, copied only where they are not in one piece already.
    func withContiguousBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = withContiguousStorageIfAvailable(body) { return result }
        return Array(self).withUnsafeBufferPointer(body)
    }
}

extension [UInt8] {
    /// An array of `count` bytes that `fill` writes over zeros.
    init(count: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.init(unsafeUninitializedCapacity: count) { buffer, initialised in
            let bytes = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
            bytes.initialize(repeating: 0)
            fill(bytes)
            initialised = count
        }
    }
}
