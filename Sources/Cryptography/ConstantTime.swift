internal import COpenSSL

/// Compares without telling by its time where the first difference is.
///
/// The counts are public and may differ; the contents are looked at to the end.
public func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.withContiguousBytes { left in
        right.withContiguousBytes { right in
            left.count == right.count && CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
