import ByteCoding
package import Standards

/// The ASN.1 types that certificates, CMS objects and data groups are made of, in DER.
///
/// Spec: ITU-T X.690 §8 and §10.
package enum DER {
    package static func sequence(_ parts: [UInt8]...) -> [UInt8] {
        sequence(of: parts)
    }

    package static func sequence(of parts: [[UInt8]]) -> [UInt8] {
        DataObjectWriter.encode(0x30, containing: parts)
    }

    /// A SET OF, whose elements DER wants in ascending order of their encodings (§11.6).
    package static func setOf(_ parts: [[UInt8]], tag: Int = 0x31) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: parts.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// A SET OF in descending order of its elements, which DER does not allow.
    package static func unsorted(_ parts: [[UInt8]], tag: Int = 0x31) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: parts.sorted { $1.lexicographicallyPrecedes($0) })
    }

    package static func integer(_ number: Int) -> [UInt8] {
        integer(unsigned: DataObjectWriter.octets(number))
    }

    /// A non-negative INTEGER from big-endian bytes with or without leading zeros.
    package static func integer(unsigned bytes: [UInt8]) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if (digits.first ?? 0x80) & 0x80 != 0 { digits.insert(0, at: 0) }
        return DataObjectWriter.encode(0x02, digits)
    }

    /// An ENUMERATED of a small number.
    package static func enumerated(_ number: UInt8) -> [UInt8] {
        DataObjectWriter.encode(0x0A, number < 0x80 ? [number] : [0, number])
    }

    package static func boolean(_ value: Bool) -> [UInt8] {
        DataObjectWriter.encode(0x01, [value ? 0xFF : 0x00])
    }

    package static func oid(_ identifier: OID) -> [UInt8] {
        DataObjectWriter.encode(0x06, identifier.contents)
    }

    package static let null: [UInt8] = [0x05, 0x00]

    package static func octetString(_ bytes: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x04, bytes)
    }

    /// A BIT STRING of whole octets.
    package static func bitString(_ bytes: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x03, [0x00] + bytes)
    }

    /// A BIT STRING of named bits: trailing zero bits are left out (§11.2.2).
    package static func bitString(named bits: Set<Int>) -> [UInt8] {
        guard let last = bits.max() else { return DataObjectWriter.encode(0x03, [0x00]) }
        var octets = [UInt8](repeating: 0, count: last / 8 + 1)
        for bit in bits { octets[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return DataObjectWriter.encode(0x03, [UInt8(7 - last % 8)] + octets)
    }

    package static func printable(_ text: String) -> [UInt8] {
        DataObjectWriter.encode(0x13, Array(text.utf8))
    }

    package static func utf8(_ text: String) -> [UInt8] {
        DataObjectWriter.encode(0x0C, Array(text.utf8))
    }

    /// A time as certificates carry it: UTCTime to 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5).
    package static func time(_ moment: Timestamp) -> [UInt8] {
        moment.date.year < 2050
            ? DataObjectWriter.encode(0x17, Array(moment.digits.dropFirst(2)) + [0x5A]) : generalizedTime(moment)
    }

    package static func generalizedTime(_ moment: Timestamp) -> [UInt8] {
        DataObjectWriter.encode(0x18, moment.digits + [0x5A])
    }

    /// An explicitly tagged value, context class.
    package static func explicit(_ number: Int, _ value: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0xA0 | number, value)
    }

    /// Values under an implicit tag that stands for that of their SEQUENCE or SET.
    package static func implicit(_ number: Int, containing parts: [[UInt8]]) -> [UInt8] {
        DataObjectWriter.encode(0xA0 | number, containing: parts)
    }

    /// An implicitly tagged primitive value, context class.
    package static func implicit(_ number: Int, _ contents: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x80 | number, contents)
    }
}

extension Timestamp {
    /// `YYYYMMDDhhmmss` in ASCII.
    package var digits: [UInt8] {
        description.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
