public import ByteCoding
public import Standards

/// DG15: the chip's public key for Active Authentication.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.15.
public struct DG15: Hashable, Sendable {
    /// The `SubjectPublicKeyInfo` as stored.
    public let subjectPublicKeyInfo: [UInt8]
    /// The algorithm of the key.
    public let algorithm: OID
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG15, tag 0x6F included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x6F)
        var reader = group.reader
        let info = try reader.dataObject(0x30)
        if !reader.isAtEnd { decoder.note("trailingBytes", "\(reader.remaining) bytes follow the public key") }
        var inner = info.reader
        var identifier = try inner.dataObject(0x30).reader
        algorithm = OID(contents: try identifier.dataObject(0x06).value)
        _ = try inner.dataObject(0x03)
        subjectPublicKeyInfo = Array(info.encoded)
        notes = decoder.notes
    }
}
