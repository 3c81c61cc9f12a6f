import PKI
import Testing

@Suite("LDIF: RFC 2849, as the ICAO PKD writes it")
struct LDIFReaderTests {
    /// Every entry or fault of a text.
    private static func read(_ text: String) -> [Result<LDIFEntry, LDIFFault>] {
        var reader = LDIFReader(Array(text.utf8))
        var results: [Result<LDIFEntry, LDIFFault>] = []
        while let result = reader.next() { results.append(result) }
        return results
    }

    private static func entries(_ text: String) throws -> [LDIFEntry] { try read(text).map { try $0.get() } }

    private static func faults(_ text: String) -> [LDIFFault] {
        read(text).compactMap { result in
            if case .failure(let fault) = result { fault } else { nil }
        }
    }

    @Test
    func `reads an entry with a version line, comments, folded base64 and either end of line`() throws {
        let text = """
            version: 1
            # of nobody
              and folded

            dn: cn=One,o=dsc,c=UT
            objectClass: top
            userCertificate;binary:: AQID
             BAUG
            pkdVersion:7
            """
        for lines in [text, text.replacing("\n", with: "\r\n")] {
            let entry = try #require(try Self.entries(lines).first)
            #expect(entry.distinguishedName == "cn=One,o=dsc,c=UT")
            #expect(entry.change == .add)
            #expect(entry.line == 5)
            #expect(entry.values("userCertificate") == [[1, 2, 3, 4, 5, 6]])
            #expect(entry.values("PKDVERSION") == [Array("7".utf8)])
            #expect(entry.attributes.map(\.name) == ["objectclass", "usercertificate;binary", "pkdversion"])
        }
    }

    @Test
    func `takes the version line together with the first entry, and base64 names`() throws {
        let entry = try #require(try Self.entries("version: 1\ndn:: Y249VA==\ncn: T\n").first)
        #expect(entry.distinguishedName == "cn=T")
        #expect(entry.attributes.count == 1)
    }

    @Test
    func `reads what changes put in and passes over what they take away`() throws {
        let found = try Self.entries(
            """
            dn: cn=1
            changetype: add
            cn: 1

            dn: cn=2
            changetype: delete

            dn: cn=3
            control: 1.2.3 true
            changetype: modify
            add: cn
            cn: new
            -
            delete: sn
            sn: old
            -
            replace: o
            o: other

            dn: cn=4
            changetype: modrdn
            newrdn: cn=5
            """)
        #expect(found.map(\.change) == [.add, .delete, .modify, .rename])
        #expect(found.map { $0.attributes.map(\.name) } == [["cn"], [], ["cn", "o"], []])
        #expect(found[2].values("cn") == [Array("new".utf8)])
    }

    @Test
    func `goes on behind entries without attributes, equal ones and empty lines`() throws {
        let found = try Self.entries("\n\ndn: cn=1\n\n\n\ndn: cn=1\ncn: 1\n\ndn: cn=1\ncn: 1")
        #expect(found.map(\.attributes.count) == [0, 1, 1])
    }

    @Test(arguments: [
        ("dn: 1\nnonsense", LDIFFault.Reason.malformedLine, 2), (" folded onto nothing\n", .malformedLine, 1),
        ("dn: 1\ncn:: AQ=", .malformedBase64, 2), ("dn: 1\ncn:< file:///1", .valueElsewhere, 2),
        ("dn: 1\nchangetype: burn", .unknownChange("burn"), 2), ("cn: 1\ndn: 1", .nameMissing, 1),
        ("version: 2\ndn: 1", .unsupportedVersion, 1), (": 1", .malformedLine, 1),
    ])
    func `names what is wrong with one entry and reads the next`(
        text: String, reason: LDIFFault.Reason, line: Int
    ) throws {
        let results = Self.read("\(text)\n\ndn: cn=next\ncn: 1\n")
        let fault = try #require(Self.faults(text).first)
        #expect(fault.reason == reason)
        #expect(fault.line == line)
        #expect(results.count == 2)
        #expect(try results.last?.get().distinguishedName == "cn=next")
    }

    @Test
    func `refuses a line and an entry that are too long, and reads the next`() throws {
        let long = String(repeating: "A", count: LDIFReader.lineLimit)
        #expect(Self.faults("dn: 1\ncn: \(long)").first?.reason == .oversizedLine(limit: LDIFReader.lineLimit))
        let folded = Self.read("dn: 1\ncn: \(long)\n \(long)\n\ndn: 2\n")
        #expect(folded.count == 2)
        #expect(try folded.last?.get().distinguishedName == "2")
        let many = String(repeating: "cn: 1\n", count: LDIFReader.attributeLimit + 1)
        #expect(Self.faults("dn: 1\n\(many)").first?.reason == .oversizedEntry(limit: LDIFReader.attributeLimit))
    }

    @Test
    func `finds nothing in nothing`() {
        #expect(Self.read("").isEmpty)
        #expect(Self.read("\n\r\n# a comment alone\n").isEmpty)
        #expect(Self.read("version: 1\n").isEmpty)
    }
}
