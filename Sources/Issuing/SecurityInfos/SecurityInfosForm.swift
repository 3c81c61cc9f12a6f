import ByteCoding

/// How SecurityInfos are written down: as DER wants them, or as some issuers do.
public enum SecurityInfosForm: String, CaseIterable, Hashable, Sendable {
    /// In ascending order of their encodings, with the shortest lengths.
    case der
    /// In the order given.
    case unsorted
    /// In the order given, every length with one octet more than it needs.
    case longLengths

    /// The SET OF.
    public func encode(_ infos: [[UInt8]]) -> [UInt8] {
        switch self {
        case .der: DER.setOf(infos)
        case .unsorted: DataObjectWriter.encode(0x31, containing: infos)
        case .longLengths: Self.lengthened(DataObjectWriter.encode(0x31, containing: infos))
        }
    }

    /// The same data objects with length octets that are one longer than needed; bytes that are none stay as they are.
    static func lengthened(_ encoded: [UInt8]) -> [UInt8] {
        var reader = ByteReader(encoded)
        guard let object = try? reader.dataObject(), reader.isAtEnd else { return encoded }
        var value = Array(object.value)
        if object.isConstructed {
            value = ((try? object.children()) ?? []).flatMap { lengthened(Array($0.encoded)) }
        }
        let digits = DataObjectWriter.octets(value.count)
        let length = value.count < 0x80 ? [0x81] + digits : [0x81 + UInt8(digits.count), 0x00] + digits
        return DataObjectWriter.octets(object.tag) + length + value
    }
}
