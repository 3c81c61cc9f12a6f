public import ByteCoding
public import Standards

/// EF.CVCA: the certification authorities that the chip trusts for Terminal Authentication.
///
/// Spec: BSI TR-03110-3 A.7.2.4.
public struct AuthorityReferences: Hashable, Sendable {
    /// One or two references, the current one first; none in a file that holds filling alone.
    public let references: [String]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file: 36 bytes with filling.
    ///
    /// Tolerated: more than two references, references that are too long, and a file of filling alone.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        guard !file.isEmpty else { throw DecodingFailure(.truncated(needed: 1, available: 0), at: 0) }
        var reader = ByteReader(file)
        var references: [String] = []
        let isFilling = file.allSatisfy { $0 == 0 }
        while reader.next == 0x42 || references.isEmpty && !isFilling {
            guard references.count < 16 else { throw DecodingFailure(.tooComplex(limit: 16), at: reader.offset) }
            let value = try reader.dataObject(0x42).value
            if !(8...16).contains(value.count) {
                decoder.note("unusualReference", "a reference has \(value.count) bytes instead of 8 to 16")
            }
            references.append(decoder.text(value, of: "a reference"))
        }
        if references.count > 2 { decoder.note("wrongCount", "there are \(references.count) references") }
        if references.isEmpty { decoder.note("noReference", "there is no reference (42), only filling") }
        if reader.takeRest().contains(where: { $0 != 0 }) {
            decoder.note("trailingBytes", "bytes other than filling follow the references")
        }
        self.references = references
        notes = decoder.notes
    }
}
