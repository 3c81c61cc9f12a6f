internal import ByteCoding

/// An ECDSA or DSA signature: two numbers, without zeros in front.
struct ECDSASignature {
    let r: [UInt8]
    let s: [UInt8]

    /// Reads a SEQUENCE of two INTEGERs.
    ///
    /// Tolerated: X.690 §8.3 makes a number negative that starts with a one bit; chips leave out the zero before it.
    init?(der: [UInt8]) {
        guard let numbers = try? Self.numbers(der) else { return nil }
        (r, s) = numbers
    }

    /// Reads r ‖ s, each of `byteCount` bytes.
    ///
    /// Spec: BSI TR-03111 §5.2.1.
    init?(plain: [UInt8], byteCount: Int) {
        guard plain.count == 2 * byteCount else { return nil }
        (r, s) = (plain.prefix(byteCount).withoutLeadingZeros, plain.suffix(byteCount).withoutLeadingZeros)
    }

    var der: [UInt8] { DataObjectWriter.encode(0x30, containing: [DER.integer(r), DER.integer(s)]) }

    /// r ‖ s, each of `byteCount` bytes; nil where one is longer.
    func plain(byteCount: Int) -> [UInt8]? {
        guard r.count <= byteCount, s.count <= byteCount else { return nil }
        return [r, s].flatMap { [UInt8](repeating: 0, count: byteCount - $0.count) + $0 }
    }

    private static func numbers(_ der: [UInt8]) throws(DecodingFailure) -> (r: [UInt8], s: [UInt8]) {
        var outer = ByteReader(der)
        var reader = try outer.dataObject(0x30).reader
        try outer.end()
        let r = try reader.dataObject(0x02).value.withoutLeadingZeros
        let s = try reader.dataObject(0x02).value.withoutLeadingZeros
        try reader.end()
        return (r, s)
    }
}
