import ByteCoding
import PKI
import Standards
import Testing

@Suite("Names: RFC 5280 §4.1.2.4 and §7.1")
struct DistinguishedNameTests {
    /// Attributes as last arc under 2.5.4, string tag and text.
    static func name(_ attributes: (arc: UInt8, tag: Int, text: String)...) throws -> DistinguishedName {
        try DistinguishedName(
            encoded: DataObjectWriter.encode(
                0x30,
                containing: attributes.map { attribute in
                    DataObjectWriter.encode(
                        0x31,
                        DataObjectWriter.encode(
                            0x30,
                            [0x06, 0x03, 0x55, 0x04, attribute.arc]
                                + DataObjectWriter.encode(attribute.tag, Array(attribute.text.utf8))))
                }))
    }

    @Test
    func `tells identical, equivalent, reordered and different names apart`() throws {
        let name = try Self.name((6, 0x13, "UT"), (10, 0x0C, "Ministry of Utopia"), (3, 0x0C, "CSCA"))
        let written = try Self.name((6, 0x0C, "ut"), (10, 0x13, " MINISTRY  of Utopia "), (3, 0x13, "csca"))
        let reordered = try Self.name((3, 0x0C, "CSCA"), (10, 0x0C, "Ministry of Utopia"), (6, 0x13, "UT"))
        let longer = try Self.name((6, 0x13, "UT"), (10, 0x0C, "Ministry of Utopia"), (3, 0x0C, "CSCA"), (3, 0x0C, "2"))
        let other = try Self.name((6, 0x13, "UT"), (10, 0x0C, "Ministry of Utopia"), (3, 0x0C, "CSCA2"))

        #expect(name.match(name) == .identical)
        #expect(name.match(written) == .equivalent)
        #expect(name.match(reordered) == .reordered)
        #expect(name.match(longer) == nil)
        #expect(name.match(other) == nil)
        #expect(name.lookupKey == written.lookupKey)
        #expect(name.lookupKey == reordered.lookupKey)
        #expect(name.lookupKey != other.lookupKey)
    }

    @Test
    func `gives the country in upper case and without blanks`() throws {
        #expect(try Self.name((6, 0x13, " ut ")).countryCode == "UT")
        #expect(try Self.name((3, 0x13, "UT")).countryCode == nil)
        #expect(try Self.name((6, 0x13, " ")).countryCode == nil)
    }

    @Test
    func `reads every string type`() throws {
        func text(_ tag: Int, _ octets: [UInt8]) throws -> String? {
            let pair = DataObjectWriter.encode(
                0x30, [0x06, 0x03, 0x55, 0x04, 0x03] + DataObjectWriter.encode(tag, octets))
            return try DistinguishedName(encoded: DataObjectWriter.encode(0x30, DataObjectWriter.encode(0x31, pair)))
                .value(of: .commonName)
        }
        #expect(try text(0x0C, [0xC3, 0xA9]) == "é")
        #expect(try text(0x14, [0xE9]) == "é")
        #expect(try text(0x1E, [0x00, 0xE9, 0x00, 0x41]) == "éA")
        #expect(try text(0x1C, [0x00, 0x00, 0x00, 0xE9]) == "é")
        #expect(try text(0x02, [0x01]) == "#020101")
    }

    @Test
    func `shows control characters as a dot`() throws {
        #expect(try Self.name((3, 0x0C, "A\u{1B}[31m\nB")).description == "CN=A·[31m·B")
    }

    @Test
    func `refuses more attributes than any name has`() {
        let one = DataObjectWriter.encode(0x31, [0x30, 0x07, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x00])
        let many = DataObjectWriter.encode(0x30, (0..<65).flatMap { _ in one })
        #expect(throws: DecodingFailure.self) { try DistinguishedName(encoded: many) }
    }
}

@Suite("Times: RFC 5280 §4.1.2.5")
struct DERTimeTests {
    static let times: [(tag: Int, text: String, moment: String?)] = [
        (0x17, "250131120000Z", "2025-01-31T12:00:00Z"), (0x17, "490101000000Z", "2049-01-01T00:00:00Z"),
        (0x17, "500101000000Z", "1950-01-01T00:00:00Z"), (0x17, "9912312359Z", "1999-12-31T23:59:00Z"),
        (0x17, "250131120000+0130", "2025-01-31T10:30:00Z"), (0x17, "250131120000-0130", "2025-01-31T13:30:00Z"),
        (0x18, "20250131120000Z", "2025-01-31T12:00:00Z"), (0x18, "20600101000000Z", "2060-01-01T00:00:00Z"),
        (0x18, "20250131120000.123Z", "2025-01-31T12:00:00Z"), (0x18, "202501311200Z", "2025-01-31T12:00:00Z"),
        (0x17, "250131120000", nil), (0x17, "250230120000Z", nil), (0x17, "251301000000Z", nil),
        (0x17, "250131240000Z", nil), (0x17, "2501311200000Z", nil), (0x17, "", nil), (0x17, "Z", nil),
        (0x17, "25013112000AZ", nil), (0x18, "250131120000Z", nil), (0x18, "20250131120000.1x3Z", nil),
        (0x17, "250131120000+2500", nil), (0x04, "250131120000Z", nil), (0x17, "+0130", nil),
    ]

    @Test(arguments: times)
    func `reads times as real certificates write them, and nothing else`(tag: Int, text: String, moment: String?) throws
    {
        var reader = ByteReader(DataObjectWriter.encode(tag, Array(text.utf8)))
        let object = try reader.dataObject()
        #expect((try? DERTime.timestamp(object, "time"))?.description == moment)
    }
}

@Suite("Certificate files: RFC 7468")
struct CertificateFileTests {
    private let certificate = CertificateParts().encoded

    private func pem(_ bytes: [UInt8], label: String = "CERTIFICATE", end: String = "\n") -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let padded = Array(group) + [UInt8](repeating: 0, count: 3 - group.count)
            let bits = padded.reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 0x3F] : "=")
            }
            if start % 48 == 45 { text += end }
        }
        return "-----BEGIN \(label)-----\(end)\(text)\(end)-----END \(label)-----\(end)"
    }

    @Test
    func `reads one or several in DER`() throws {
        #expect(try CertificateFile.certificates(in: certificate).count == 1)
        #expect(try CertificateFile.certificates(in: certificate + certificate).count == 2)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `reads the certificates of a PEM file and passes over the rest`(end: String) throws {
        let key = pem([1, 2, 3], label: "PRIVATE KEY", end: end)
        let file =
            "subject: anybody\(end)" + key + pem(certificate, end: end) + "# note\(end)" + pem(certificate, end: end)
        let found = try CertificateFile.certificates(in: Array(file.utf8))
        #expect(found.map(\.encoded) == [certificate, certificate])
    }

    @Test
    func `refuses a file without certificates, a cut block and a broken one`() {
        for file in ["", "hello", "-----BEGIN CERTIFICATE-----\nMIIB\n", pem([1, 2, 3], label: "PRIVATE KEY")] {
            #expect(throws: DecodingFailure.self) { try CertificateFile.certificates(in: Array(file.utf8)) }
        }
        let broken = pem(certificate).replacing("CERTIFICATE-----\nM", with: "CERTIFICATE-----\n!")
        let end = broken.utf8.count - "-----END CERTIFICATE-----\n".utf8.count
        #expect(throws: DecodingFailure(.invalidValue("base64"), at: end)) {
            try CertificateFile.certificates(in: Array(broken.utf8))
        }
        #expect(throws: DecodingFailure.self) { try CertificateFile.certificates(in: certificate + [0x04, 0x00]) }
    }
}
