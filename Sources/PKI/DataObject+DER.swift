package import ByteCoding
package import Standards

/// Universal tags.
///
/// Spec: ITU-T X.680 §8.
package enum DERTag {
    package static let boolean = 0x01
    package static let integer = 0x02
    package static let bitString = 0x03
    package static let octetString = 0x04
    package static let null = 0x05
    package static let objectIdentifier = 0x06
    package static let utcTime = 0x17
    package static let generalizedTime = 0x18
    package static let constructedOctetString = 0x24
    package static let sequence = 0x30
    package static let set = 0x31

    /// A context-specific tag below 31 of a constructed value.
    package static func context(_ number: Int) -> Int { 0xA0 | number }
    /// A context-specific tag below 31 of a primitive value.
    package static func primitiveContext(_ number: Int) -> Int { 0x80 | number }
}

extension DataObject {
    /// The offset of the first byte, for failures.
    package var offset: Int { encoded.startIndex }

    package func failure(_ field: String) -> DecodingFailure { DecodingFailure(.invalidValue(field), at: offset) }

    /// The value of a small non-negative INTEGER, at most seven octets.
    package func smallInteger(_ field: String) throws(DecodingFailure) -> Int {
        guard let first = value.first, first < 0x80, value.count <= 7 else { throw failure(field) }
        return value.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The value of a BOOLEAN; BER writes true as any octet but zero.
    package func boolean(_ field: String) throws(DecodingFailure) -> Bool {
        guard value.count == 1, let octet = value.first else { throw failure(field) }
        return octet != 0
    }

    /// An OBJECT IDENTIFIER whose last octet ends an arc.
    package func objectIdentifier(_ field: String) throws(DecodingFailure) -> OID {
        guard let last = value.last, last & 0x80 == 0, value.count <= 64 else { throw failure(field) }
        return OID(contents: value)
    }

    /// The octets of a BIT STRING, and how many bits of the last one do not count.
    package func bits(_ field: String) throws(DecodingFailure) -> (octets: ArraySlice<UInt8>, unused: Int) {
        guard let unused = value.first, unused < 8, unused == 0 || value.count > 1 else { throw failure(field) }
        return (value.dropFirst(), Int(unused))
    }

    /// The octets of a BIT STRING that holds whole ones, as keys and signatures do.
    package func wholeOctets(_ field: String) throws(DecodingFailure) -> ArraySlice<UInt8> {
        let (octets, unused) = try bits(field)
        guard unused == 0 else { throw failure(field) }
        return octets
    }

    /// The octets of an OCTET STRING, whose segments are joined where it is constructed.
    ///
    /// Tolerated: the constructed form (X.690 §8.7.3), which DER forbids; two levels of it and no more.
    package func octets(_ field: String) throws(DecodingFailure) -> [UInt8] {
        guard isConstructed else { return Array(value) }
        var joined: [UInt8] = []
        for segment in try children(limit: 65_536) {
            switch segment.tag {
            case DERTag.octetString: joined += segment.value
            case DERTag.constructedOctetString:
                for inner in try segment.children(limit: 65_536) {
                    guard inner.tag == DERTag.octetString else { throw inner.failure(field) }
                    joined += inner.value
                }
            default: throw segment.failure(field)
            }
        }
        return joined
    }
}

extension ByteReader {
    /// Opens a data object with `tag` and returns a cursor over its contents.
    package mutating func open(_ tag: Int) throws(DecodingFailure) -> ByteReader {
        try dataObject(tag).reader
    }
}
