public import ByteCoding
public import Standards

/// The LDS security object: the hash of every data group, as the issuer signed it.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.3 and Appendix D.
public struct LDSSecurityObject: Hashable, Sendable {
    /// 0, or 1 where the versions are signed too.
    public let version: Int
    /// The hash algorithm of all data group hashes.
    public let hashAlgorithm: OID
    /// The hashes, in stored order, which need not be that of the numbers.
    public let dataGroupHashes: [DataGroupHash]
    /// The signed LDS version, such as `0108`; only in version 1.
    public let ldsVersion: String?
    /// The signed Unicode version, such as `040000`; only in version 1.
    public let unicodeVersion: String?
    /// What was tolerated.
    public let notes: [Reason]

    /// The hash of one data group.
    public struct DataGroupHash: Hashable, Sendable {
        /// The number as stored.
        public let number: Int
        public let hash: [UInt8]

        /// The data group; nil for a number that names none.
        public var group: DataGroup? { DataGroup(rawValue: number) }
    }

    /// The content types under which real documents sign an LDS security object: the one of Doc 9303 first, then two of
    /// its drafts (field note 78).
    public static let contentTypes: [OID] = [
        .ldsSecurityObject, OID(1, 3, 27, 1, 1, 1), OID(2, 16, 528, 1, 1006, 1, 20, 1),
    ]

    /// The data groups that are listed, each once, in stored order.
    public var dataGroups: [DataGroup] {
        var groups: [DataGroup] = []
        for group in dataGroupHashes.compactMap(\.group) where !groups.contains(group) { groups.append(group) }
        return groups
    }

    /// The hash of a group; nil where it is not listed, or listed more than once with different values.
    public func hash(of group: DataGroup) -> [UInt8]? {
        let hashes = Set(dataGroupHashes.filter { $0.number == group.rawValue }.map(\.hash))
        return hashes.count == 1 ? hashes.first : nil
    }

    /// Decodes the signed content.
    ///
    /// - Parameter content: The DER of `LDSSecurityObject`: the contents of eContent, without its OCTET STRING.
    public init(encoded content: [UInt8]) throws(DecodingFailure) {
        try self.init(encoded: content[...])
    }

    /// Decodes the signed content from a slice; offsets of errors count from the start of its array.
    public init(encoded content: ArraySlice<UInt8>) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        var file = ByteReader(content)
        var reader = try file.dataObject(0x30).reader
        if !file.isAtEnd { decoder.note("trailingBytes", "\(file.remaining) bytes follow the LDS security object") }

        let versionObject = try reader.dataObject(0x02)
        guard let version = versionObject.unsignedNumber else {
            throw DecodingFailure(.invalidValue("version"), at: versionObject.value.startIndex)
        }
        self.version = version
        if version > 1 { decoder.note("unknownVersion", "the LDS security object has version \(version)") }

        var algorithm = try reader.dataObject(0x30).reader
        hashAlgorithm = OID(contents: try algorithm.dataObject(0x06).value)

        let list = try reader.dataObject(0x30)
        var hashes: [DataGroupHash] = []
        for object in try list.children(limit: 64) { hashes.append(try decoder.dataGroupHash(object)) }
        dataGroupHashes = hashes
        if Set(hashes.map(\.number)).count < hashes.count {
            decoder.note("repeatedDataGroup", "a data group is listed more than once")
        }

        let versions = try decoder.versions(&reader, version: version)
        ldsVersion = versions?.lds
        unicodeVersion = versions?.unicode
        notes = decoder.notes
    }
}

extension TolerantDecoder {
    fileprivate mutating func dataGroupHash(_ object: DataObject) throws(DecodingFailure)
        -> LDSSecurityObject.DataGroupHash
    {
        guard object.tag == 0x30 else {
            throw DecodingFailure(
                .unexpectedTag(found: object.tag, expected: 0x30), at: object.encoded.startIndex)
        }
        var reader = object.reader
        let numberObject = try reader.dataObject(0x02)
        guard let number = numberObject.unsignedNumber else {
            throw DecodingFailure(.invalidValue("dataGroupNumber"), at: numberObject.value.startIndex)
        }
        if DataGroup(rawValue: number) == nil {
            note("unknownDataGroup", "a hash is listed for data group \(number), which does not exist")
        }
        return .init(number: number, hash: Array(try reader.dataObject(0x04).value))
    }

    /// Tolerated: `LDSVersionInfo` absent in version 1 or present in version 0.
    fileprivate mutating func versions(_ reader: inout ByteReader, version: Int) throws(DecodingFailure)
        -> (lds: String, unicode: String)?
    {
        guard !reader.isAtEnd else {
            if version == 1 { note("missingVersion", "LDSVersionInfo is missing in version 1") }
            return nil
        }
        if version == 0 { note("unexpectedVersion", "LDSVersionInfo stands in version 0") }
        var info = try reader.dataObject(0x30).reader
        let lds = text(try info.dataObject().value, of: "the LDS version")
        let unicode = text(try info.dataObject().value, of: "the Unicode version")
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow LDSVersionInfo") }
        return (lds, unicode)
    }
}
