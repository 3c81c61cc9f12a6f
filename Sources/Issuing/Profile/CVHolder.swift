import ByteCoding

/// The name in a card verifiable certificate.
enum CVHolder {
    /// The Certificate Holder Reference; nil where the bytes are no card verifiable certificate.
    ///
    /// Spec: BSI TR-03110-3 C.1.
    static func reference(_ certificate: [UInt8]) -> String? {
        var reader = ByteReader(certificate)
        guard let parts = try? reader.dataObject(0x7F21).children(),
            let body = parts.first(where: { $0.tag == 0x7F4E }),
            let holder = try? body.children().first(where: { $0.tag == 0x5F20 })
        else { return nil }
        return String(decoding: holder.value, as: UTF8.self)
    }
}
