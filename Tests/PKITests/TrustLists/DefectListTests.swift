import ByteCoding
import PKI
import Standards
import Testing

@Suite("Defect lists: TR-03129-2")
struct DefectListTests {
    private static func der(_ tag: Int, _ parts: [UInt8]...) -> [UInt8] {
        DataObjectWriter.encode(tag, parts.flatMap { $0 })
    }

    private static func oid(_ oid: OID) -> [UInt8] { der(0x06, oid.contents) }
    private static let revoked = OID(0, 4, 0, 127, 0, 7, 3, 1, 5, 1, 1)
    private static let name = der(0x30, der(0x31, der(0x30, oid(.countryName), der(0x13, Array("UT".utf8)))))
    private static let known = der(0x31, der(0x30, oid(revoked), der(0x0A, [0x03])), der(0x30, oid(revoked)))

    private static func list(_ algorithm: [UInt8], _ entries: [UInt8]...) -> [UInt8] {
        der(0x30, der(0x02, [0]), algorithm, der(0x31, entries.flatMap { $0 }))
    }

    @Test
    func `reads signers by either name, hashes of certificates, and defects with and without parameters`() throws {
        let list = try DefectList(
            encoded: Self.list(
                Self.oid(.sha256),
                Self.der(0x30, Self.der(0x30, Self.name, Self.der(0x02, [0x01, 0x31])), Self.known),
                Self.der(0x30, Self.der(0x80, [1, 2, 3]), Self.der(0x04, [9, 9]), Self.known)))
        #expect(list.version == 0)
        #expect(list.hashAlgorithm == .sha256)
        #expect(
            list.defects.map(\.signer) == [
                .issuerAndSerialNumber(try DistinguishedName(encoded: Self.name), serialNumber: [0x01, 0x31]),
                .subjectKeyIdentifier([1, 2, 3]),
            ])
        #expect(list.defects.map(\.certificateHash) == [nil, [9, 9]])
        #expect(list.defects.first?.known.map(\.type) == [Self.revoked, Self.revoked])
        #expect(list.defects.first?.known.map(\.parameters) == [[0x0A, 0x01, 0x03], nil])
    }

    @Test
    func `takes the hash function with parameters, too`() throws {
        let algorithm = Self.der(0x30, Self.oid(.sha512), Self.der(0x05))
        #expect(try DefectList(encoded: Self.list(algorithm)).hashAlgorithm == .sha512)
    }

    @Test
    func `refuses every prefix, and what is no defect list`() throws {
        let whole = Self.list(Self.oid(.sha256), Self.der(0x30, Self.der(0x80, [1]), Self.known))
        #expect(try DefectList(encoded: whole).defects.count == 1)
        for count in 0..<whole.count {
            #expect(throws: DecodingFailure.self) { try DefectList(encoded: whole.prefix(count)) }
        }
        for entry in [
            Self.der(0x30), Self.der(0x31), Self.der(0x30, Self.known),
            Self.der(0x30, Self.der(0x80, [1]), Self.known, [5, 0]),
            Self.der(0x30, Self.der(0x80, [1]), Self.der(0x31, Self.der(0x30, [5, 0]))),
            Self.der(0x30, Self.der(0x80, [1]), Self.der(0x31, [5, 0])),
        ] {
            #expect(throws: DecodingFailure.self) { try DefectList(encoded: Self.list(Self.oid(.sha256), entry)) }
        }
        #expect(throws: DecodingFailure.self) { try DefectList(encoded: whole + [0]) }
    }
}
