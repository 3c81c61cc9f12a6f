internal import COpenSSL

/// Bytes that are erased when their owner goes away, and that do not print.
public struct SecretBytes: ~Copyable, Sendable {
    nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer

    /// Takes a copy of `bytes`; erasing the original is the caller's business.
    public init(_ bytes: some Collection<UInt8>) {
        storage = .allocate(byteCount: bytes.count, alignment: 16)
        storage.copyBytes(from: bytes)
    }

    /// As many bytes as `fill` writes over zeros.
    init(count: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        storage = .allocate(byteCount: count, alignment: 16)
        fill(storage.initializeMemory(as: UInt8.self, repeating: 0))
    }

    deinit {
        OPENSSL_cleanse(storage.baseAddress, storage.count)
        storage.deallocate()
    }

    /// How many bytes there are.
    public var count: Int { storage.count }

    /// Lends the bytes for the time of `body`.
    public borrowing func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage))
    }

    /// Whether both hold the same bytes, compared in constant time.
    public borrowing func equals(_ other: borrowing SecretBytes) -> Bool {
        storage.count == other.storage.count
            && (storage.isEmpty || CRYPTO_memcmp(storage.baseAddress, other.storage.baseAddress, storage.count) == 0)
    }

    borrowing func withPointer<Result>(_ body: (UnsafePointer<UInt8>?) -> Result) -> Result {
        body(storage.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) })
    }
}

extension [UInt8] {
    /// Writes zeros over bytes that held a secret; without effect on other copies of the array.
    package mutating func erase() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
