internal import COpenSSL

/// The owner of one OpenSSL key, which any thread may use and none changes.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over `pointer`.
    init?(_ pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }
}
