public import ByteCoding
public import Standards

/// The name of an issuer or a subject.
///
/// Two names are compared with `match`, never by bytes alone: states change case, string type and order between the
/// certificates of one authority.
///
/// Spec: RFC 5280 §4.1.2.4.
public struct DistinguishedName: Hashable, Sendable {
    /// The SEQUENCE as it was read.
    public let encoded: [UInt8]
    /// Every attribute, in stored order; attributes of one multi-valued RDN follow each other.
    public let attributes: [Attribute]

    /// One type and value.
    public struct Attribute: Hashable, Sendable {
        public let type: OID
        /// The text, whichever string type carried it.
        public let value: String
    }

    /// How much two names agree, from the best to the worst.
    public enum Match: Int, Comparable, Sendable {
        /// Byte for byte.
        case identical
        /// The same after case, white space and string type are levelled (RFC 5280 §7.1).
        case equivalent
        /// Tolerated: the same attributes in another order, as in Malaysian security objects.
        case reordered

        public static func < (left: Match, right: Match) -> Bool { left.rawValue < right.rawValue }
    }

    /// Reads the SEQUENCE of relative names, at most 64 attributes.
    public init(_ object: DataObject) throws(DecodingFailure) {
        guard object.tag == DERTag.sequence else {
            throw DecodingFailure(.unexpectedTag(found: object.tag, expected: DERTag.sequence), at: object.offset)
        }
        var attributes: [Attribute] = []
        for relative in try object.children(limit: 64) {
            guard relative.tag == DERTag.set else { throw relative.failure("name") }
            for pair in try relative.children(limit: 64) {
                guard pair.tag == DERTag.sequence, attributes.count < 64 else { throw pair.failure("name") }
                var reader = pair.reader
                let type = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("name")
                attributes.append(Attribute(type: type, value: DirectoryString.text(of: try reader.dataObject())))
                try reader.end()
            }
        }
        encoded = Array(object.encoded)
        self.attributes = attributes
    }

    /// Reads one encoded name.
    public init(encoded: [UInt8]) throws(DecodingFailure) {
        var reader = ByteReader(encoded)
        try self.init(reader.dataObject())
        try reader.end()
    }

    /// How far this name and another agree; nil where they are different names.
    public func match(_ other: DistinguishedName) -> Match? {
        if encoded == other.encoded { return .identical }
        let (mine, theirs) = (levelled, other.levelled)
        if mine == theirs { return .equivalent }
        return mine.sorted() == theirs.sorted() ? .reordered : nil
    }

    /// A key under which all names that match this one are found.
    public var lookupKey: String { levelled.sorted().joined(separator: "\n") }

    /// The country, upper case, two or three letters as the issuer wrote it; nil where there is none.
    public var countryCode: String? {
        value(of: .countryName).map { $0.uppercased() }
    }

    /// The first value of an attribute, without white space around it.
    public func value(of type: OID) -> String? {
        guard let attribute = attributes.first(where: { $0.type == type }) else { return nil }
        let value = Self.withoutOuterSpace(attribute.value)
        return value.isEmpty ? nil : value
    }

    private var levelled: [String] {
        attributes.map { "\($0.type)=\(Self.levelled($0.value))" }
    }

    /// Case folded, runs of white space made one blank, none at the ends.
    private static func levelled(_ value: String) -> String {
        value.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func withoutOuterSpace(_ value: String) -> String {
        let start = value.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}

extension DistinguishedName: CustomStringConvertible {
    private static let labels: [OID: String] = [
        .commonName: "CN", .serialNumberAttribute: "serialNumber", .countryName: "C", .localityName: "L",
        .stateOrProvinceName: "ST", .organizationName: "O", .organizationalUnitName: "OU",
        .emailAddress: "emailAddress",
    ]

    /// The attributes in stored order, such as `C=UT, O=Ministry, CN=CSCA`; control characters are shown as `·`.
    public var description: String {
        attributes.map { attribute in
            let value = attribute.value.map { character in
                character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? "·" : character
            }
            return "\(Self.labels[attribute.type] ?? "\(attribute.type)")=\(String(value))"
        }.joined(separator: ", ")
    }
}

/// The string types of names.
///
/// Spec: RFC 5280 §4.1.2.4; ITU-T X.680 §41.
enum DirectoryString {
    /// The text of a data object; the octets as `#` and hexadecimal where the type is no string.
    static func text(of object: DataObject) -> String {
        switch object.tag {
        case 0x0C: String(decoding: object.value, as: UTF8.self)
        case 0x12, 0x13, 0x14, 0x16, 0x1A:
            // Tolerated: octets above 127 in ASCII types and T61String are taken as Latin-1, which is what issuers mean.
            String(String.UnicodeScalarView(object.value.map { Unicode.Scalar($0) }))
        case 0x1E:
            String(decoding: units(object.value, width: 2).map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        case 0x1C: String(decoding: units(object.value, width: 4), as: UTF32.self)
        default: "#" + Hexadecimal.encode(object.encoded)
        }
    }

    private static func units(_ octets: ArraySlice<UInt8>, width: Int) -> [UInt32] {
        var units: [UInt32] = []
        var rest = octets
        while rest.count >= width {
            units.append(rest.prefix(width).reduce(0) { $0 << 8 | UInt32($1) })
            rest = rest.dropFirst(width)
        }
        return units
    }
}
