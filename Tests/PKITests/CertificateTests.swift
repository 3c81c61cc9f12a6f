import ByteCoding
import Conformance
import PKI
import Standards
import TestSupport
import Testing

@Suite("Certificates: RFC 5280 §4, Doc 9303-12 §7.1")
struct CertificateTests {
    @Test(arguments: try CertificateVector.published())
    func `decodes every field as its issuer set it`(_ vector: CertificateVector) throws {
        try vector.check()
    }

    @Test(arguments: try CertificateVector.published())
    func `names a truncation at every byte`(_ vector: CertificateVector) {
        for count in 0..<vector.certificate.bytes.count {
            #expect(throws: DecodingFailure.self) { try Certificate(encoded: vector.certificate.bytes.prefix(count)) }
        }
        #expect(throws: DecodingFailure.self) { try Certificate(encoded: vector.certificate.bytes + [0]) }
    }

    @Test(arguments: try CertificateVector.published())
    func `never traps on a changed byte`(_ vector: CertificateVector) {
        for index in vector.certificate.bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = vector.certificate.bytes
                bytes[index] ^= change
                _ = try? Certificate(encoded: bytes)
            }
        }
    }

    /// Fields of a small certificate, and one of them left out or exchanged.
    static let faults: [(name: String, index: Int, replacement: [UInt8]?)] = [
        ("serial number missing", 1, nil), ("signature algorithm missing", 2, nil), ("issuer missing", 3, nil),
        ("validity missing", 4, nil), ("subject missing", 5, nil), ("key missing", 6, nil),
        ("validity is no time", 4, [0x30, 0x04, 0x04, 0x00, 0x04, 0x00]), ("key is empty", 6, [0x30, 0x00]),
        ("serial number is a string", 1, [0x04, 0x01, 0x01]),
        ("extensions are a number", 7, [0xA3, 0x03, 0x02, 0x01, 0x00]),
        ("issuer is a SET", 3, [0x31, 0x00]), ("version is negative", 0, [0xA0, 0x03, 0x02, 0x01, 0xFF]),
    ]

    @Test(arguments: faults)
    func `refuses a certificate without one of its fields`(name: String, index: Int, replacement: [UInt8]?) throws {
        var parts = CertificateParts()
        if let replacement { parts.fields[index] = replacement } else { parts.fields.remove(at: index) }
        #expect(throws: Never.self) { try Certificate(encoded: CertificateParts().encoded) }
        #expect(throws: DecodingFailure.self) { try Certificate(encoded: parts.encoded) }
    }

    @Test
    func `takes a certificate without version and extensions for version 1`() throws {
        var parts = CertificateParts()
        parts.fields.removeLast()
        parts.fields.removeFirst()
        let certificate = try Certificate(encoded: parts.encoded)
        #expect(certificate.version == 1)
        #expect(certificate.extensions.isEmpty)
        #expect(certificate.keyUsage == nil)
    }

    @Test(arguments: ["00", "80", "FF01", "0000000001"])
    func `keeps a serial number as it is stored`(serial: String) throws {
        var parts = CertificateParts()
        parts.fields[1] = DataObjectWriter.encode(0x02, Hexadecimal.decode(serial) ?? [])
        #expect(try Certificate(encoded: parts.encoded).serialNumberText == serial)
    }

    @Test
    func `names an extension that is there twice and one that cannot be decoded`() throws {
        var parts = CertificateParts()
        let usage = CertificateParts.entry("551D0F", "03020780")
        parts.fields[7] = CertificateParts.extensions(usage, usage, CertificateParts.entry("551D13", "0400"))
        let certificate = try Certificate(encoded: parts.encoded)
        #expect(Set(certificate.malformedExtensions) == [.keyUsage, .basicConstraints])
        #expect(certificate.keyUsage == nil)
        #expect(certificate.basicConstraints == nil)
    }

    @Test
    func `takes a bare key identifier of twenty bytes`() throws {
        var parts = CertificateParts()
        let identifier = String(repeating: "AB", count: 20)
        parts.fields[7] = CertificateParts.extensions(CertificateParts.entry("551D0E", identifier))
        #expect(try Certificate(encoded: parts.encoded).subjectKeyIdentifier == [UInt8](repeating: 0xAB, count: 20))
        parts.fields[7] = CertificateParts.extensions(CertificateParts.entry("551D0E", "ABCD"))
        #expect(try Certificate(encoded: parts.encoded).malformedExtensions == [.subjectKeyIdentifier])
    }

    @Test(arguments: [
        ("3008020100310313 0150", ["P"]), ("300D0201003108130150 1303495050", ["P", "IPP"]),
        ("300A0201003105 3103130150", ["P"]),
    ])
    func `reads lists of document types, also nested ones`(list: String, types: [String]) throws {
        for oid in ["67810801010602", "678108010104"] {
            var parts = CertificateParts()
            parts.fields[7] = CertificateParts.extensions(CertificateParts.entry(oid, list))
            #expect(try Certificate(encoded: parts.encoded).documentTypeList == types)
        }
    }

    @Test
    func `reads an authority key identifier that only names issuer and serial number as none`() throws {
        var parts = CertificateParts()
        parts.fields[7] = CertificateParts.extensions(CertificateParts.entry("551D23", "3003820101"))
        let certificate = try Certificate(encoded: parts.encoded)
        #expect(certificate.authorityKeyIdentifier == nil)
        #expect(certificate.malformedExtensions.isEmpty)
    }

    @Test
    func `takes absent and NULL parameters for the same`() throws {
        let absent = try Self.algorithm("300A06082A8648CE3D040302")
        let null = try Self.algorithm("300C06082A8648CE3D0403020500")
        let other = try Self.algorithm("300D06082A8648CE3D040302020101")
        #expect(absent == null)
        #expect(absent != other)
    }

    private static func algorithm(_ hex: String) throws -> AlgorithmIdentifier {
        var reader = ByteReader(try #require(Hexadecimal.decode(hex)))
        return try AlgorithmIdentifier(reader.dataObject())
    }
}

/// A small certificate, field by field.
struct CertificateParts {
    static let algorithm: [UInt8] = [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
    static let name = DataObjectWriter.encode(
        0x30, DataObjectWriter.encode(0x31, [0x30, 0x09, 0x06, 0x03, 0x55, 0x04, 0x06, 0x13, 0x02, 0x55, 0x54]))

    /// Version, serial number, algorithm, issuer, validity, subject, key, extensions.
    var fields: [[UInt8]] = [
        [0xA0, 0x03, 0x02, 0x01, 0x02], [0x02, 0x01, 0x07], algorithm, name,
        DataObjectWriter.encode(
            0x30,
            containing: ["250101000000Z", "350101000000Z"].map { DataObjectWriter.encode(0x17, Array($0.utf8)) }),
        name, DataObjectWriter.encode(0x30, algorithm + [0x03, 0x02, 0x00, 0x04]), extensions(),
    ]

    var encoded: [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: [DataObjectWriter.encode(0x30, containing: fields), Self.algorithm, [0x03, 0x02, 0x00, 0x01]])
    }

    static func extensions(_ entries: [UInt8]...) -> [UInt8] {
        DataObjectWriter.encode(0xA3, DataObjectWriter.encode(0x30, containing: entries))
    }

    static func entry(_ oid: String, _ value: String) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            DataObjectWriter.encode(0x06, Hexadecimal.decode(oid) ?? [])
                + DataObjectWriter.encode(0x04, Hexadecimal.decode(value) ?? []))
    }
}
