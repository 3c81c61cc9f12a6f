public import ByteCoding
public import Standards

/// EF.CVCA: the certification authorities that the chip trusts for Terminal Authentication.
///
/// Spec: BSI TR-03110-3 A.7.2.4.
public struct AuthorityReferences: Hashable, Sendable {
    /// One or two references, the current one first.
    public let references: [String]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file: 36 bytes with filling.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        var reader = ByteReader(file)
        var references = [decoder.text(try reader.dataObject(0x42).value, of: "a reference")]
        if reader.next == 0x42 { references.append(decoder.text(try reader.dataObject(0x42).value, of: "a reference")) }
        if reader.takeRest().contains(where: { $0 != 0 }) {
            decoder.note("trailingBytes", "bytes other than filling follow the references")
        }
        self.references = references
        notes = decoder.notes
    }
}
