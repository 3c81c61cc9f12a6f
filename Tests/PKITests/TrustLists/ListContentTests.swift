import ByteCoding
import PKI
import Standards
import TestSupport
import Testing

@Suite("Lists of certificates and deviations: Doc 9303-12 §8 and §9")
struct ListContentTests {
    private static func der(_ tag: Int, _ parts: [UInt8]...) -> [UInt8] {
        DataObjectWriter.encode(tag, parts.flatMap { $0 })
    }

    private static func text(_ words: String) -> [UInt8] { der(0x13, Array(words.utf8)) }
    private static func type(_ oid: OID) -> [UInt8] { der(0x06, oid.contents) }
    private static let digestWrong = OID(2, 23, 136, 1, 1, 7, 2, 2)
    private static let version = der(0x02, [0])

    private static func deviations(_ documents: [UInt8], _ description: [UInt8]) -> [UInt8] {
        der(0x30, version, der(0x31, der(0x30, der(0x30, documents), der(0x31, der(0x30, description)))))
    }

    @Test
    func `keeps the members of a master list that are no certificates, with the reason`() throws {
        let list = try MasterList(encoded: Self.der(0x30, Self.version, Self.der(0x31, Self.der(0x30, []))))
        #expect(list.certificates.isEmpty)
        #expect(list.malformedCertificates.map(\.encoded) == [[0x30, 0]])
    }

    @Test(arguments: ["3100", "300402010030", "3005020100310000", "30050201003100FF", "30073105020100310000", ""])
    func `refuses what is no master list`(hex: String) throws {
        let bytes = try #require(Hexadecimal.decode(hex))
        #expect(throws: DecodingFailure.self) { try MasterList(encoded: bytes) }
        #expect(throws: DecodingFailure.self) { try DeviationList(encoded: bytes) }
    }

    @Test
    func `reads every field that names documents, and what is wrong with them`() throws {
        let first = Self.der(0x18, Array("20180101000000Z".utf8))
        let last = Self.der(0x18, Array("20181231000000Z".utf8))
        let list = try DeviationList(
            encoded: Self.deviations(
                Self.der(0x80, Array("P".utf8)) + Self.der(0x82, [1, 2, 3]) + Self.der(0xA4, first, last)
                    + Self.der(0xA5, Self.text("A1"), Self.text("A2"), Self.text("A1")),
                Self.text("wrong digest") + Self.type(Self.digestWrong) + Self.der(0xA0, Self.der(0x02, [12]))
                    + Self.der(0xA1, Self.der(0x05))))
        let entry = try #require(list.deviations.first)
        #expect(entry.documents.documentType == "P")
        #expect(entry.documents.documentSigner == .subjectKeyIdentifier([1, 2, 3]))
        #expect(entry.documents.issuingDates?.lowerBound == Timestamp(year: 2018, month: 1, day: 1))
        #expect(entry.documents.documentNumbers == ["A1", "A2"])
        let description = try #require(entry.descriptions.first)
        #expect(description.text == "wrong digest")
        #expect(description.type == Self.digestWrong)
        #expect(description.parameters == [0x02, 0x01, 12])
        #expect(description.hasNationalUse)
    }

    @Test
    func `reads the other two ways to name a document signer, and none`() throws {
        let name = Self.der(0x30, Self.der(0x31, Self.der(0x30, Self.type(.countryName), Self.text("UT"))))
        let cases: [([UInt8], DeviationList.DocumentSigner?)] = [
            (
                Self.der(0xA1, name, Self.der(0x02, [0x01, 0x31])),
                .issuerAndSerialNumber(
                    try DistinguishedName(ByteReader(name).firstObject()), serialNumber: [0x01, 0x31])
            ),
            (Self.der(0x83, [9, 9]), .certificateDigest([9, 9])), ([], nil),
        ]
        for (documents, signer) in cases {
            let list = try DeviationList(encoded: Self.deviations(documents, Self.type(Self.digestWrong)))
            #expect(list.deviations.first?.documents.documentSigner == signer)
            #expect(list.deviations.first?.documents.documentNumbers == nil)
            #expect(list.deviations.first?.descriptions.first?.text == nil)
        }
    }

    @Test
    func `refuses dates in the wrong order and unknown fields`() {
        let late = Self.der(0x18, Array("20190101000000Z".utf8))
        let early = Self.der(0x18, Array("20180101000000Z".utf8))
        for documents in [Self.der(0xA4, late, early), Self.der(0xA4, late), Self.der(0xA6, []), Self.der(0xA1, [])] {
            #expect(throws: DecodingFailure.self) {
                try DeviationList(encoded: Self.deviations(documents, Self.type(Self.digestWrong)))
            }
        }
        #expect(throws: DecodingFailure.self) { try DeviationList(encoded: Self.deviations([], [])) }
    }

    @Test(.enabled(if: Repository.hasShared), arguments: RealCertificateTests.lists)
    func `decodes the content of published master lists`(file: String, count: Int) throws {
        let signed = try SignedData(contentInfo: RealCertificateTests.bytes("masterlists/\(file)"))
        let list = try MasterList(encoded: try #require(signed.eContent))
        #expect(list.certificates.count == count)
        #expect(list.malformedCertificates.isEmpty)
        #expect(list.version == 0)
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes the published Estonian deviation list`() throws {
        let signed = try SignedData(contentInfo: RealCertificateTests.bytes("deviation/EE_DL_2018-06-26.bin"))
        #expect(signed.eContentType == .deviationList)
        let list = try DeviationList(encoded: try #require(signed.eContent))
        let entry = try #require(list.deviations.first)
        #expect(list.deviations.count == 1)
        #expect(entry.documents.documentNumbers?.count == 169_422)
        #expect(entry.documents.documentNumbers?.contains("BB0000001") == true)
        #expect(entry.documents.documentNumbers?.contains("BB000000") == false)
        #expect(entry.descriptions.map(\.type) == [OID(2, 23, 136, 1, 1, 7, 2, 3)])
    }
}

extension ByteReader {
    /// The first data object.
    fileprivate func firstObject() throws -> DataObject {
        var reader = self
        return try reader.dataObject()
    }
}
