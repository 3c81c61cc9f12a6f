import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust
import TrustSources

@Suite("Directories of the ICAO PKD: RFC 2849")
struct DirectorySourceTests {
    private static let authority = ListAuthority()

    static func read(_ text: String, pins: Set<[UInt8]> = []) -> TrustContents {
        TrustReader(verifier: ListVerifier(pins: pins), at: ListAuthority.day(2025, 6))
            .read(Array(text.utf8), name: "pkd.ldif")
    }

    /// Base64 folded as the PKD folds it.
    static func folded(_ bytes: [UInt8]) -> String {
        var text = Data(bytes).base64EncodedString()[...]
        var lines: [Substring] = []
        while !text.isEmpty {
            lines.append(text.prefix(60))
            text = text.dropFirst(60)
        }
        return lines.joined(separator: "\n ")
    }

    private static func place(_ number: Int, branch: String = "dc=data") -> String {
        "cn=CN\\=CSCA\\,C\\=UT+sn=\(number),o=dsc,c=UT,\(branch),dc=download,dc=pkd,dc=icao,dc=int"
    }

    private static func signer(_ number: UInt8, version: Int = 7214, extra: String = "", branch: String = "dc=data")
        throws -> String
    {
        """
        dn: \(place(Int(number), branch: branch))
        \(extra)objectClass: inetOrgPerson
        objectClass: pkdDownload
        sn: \(number)
        pkdVersion: \(version)
        userCertificate;binary:: \(folded(try authority.documentSigner(serialNumber: [number])))

        """
    }

    private static func list(_ attribute: String) throws -> String {
        """
        dn: cn=CSCA Utopia,o=ml,c=UT,dc=data,dc=download,dc=pkd,dc=icao,dc=int
        objectClass: pkdMasterList
        pkdVersion: 213
        \(attribute):: \(folded(try authority.masterList()))

        """
    }

    @Test
    func `reads signers and revocation lists with folded base64, either end of line, comments and a version`() throws {
        let text = """
            version: 1
            # a comment
              that goes on

            dn: c=UT,dc=data,dc=download,dc=pkd,dc=icao,dc=int
            objectClass: country
            c: UT

            \(try Self.signer(1))
            \(try Self.signer(2, version: 7215))
            dn: cn=CSCA,o=crl,c=UT,dc=data,dc=download,dc=pkd,dc=icao,dc=int
            objectClass: cRLDistributionPoint
            certificateRevocationList;binary:: \(Self.folded(try Self.authority.revocationList()))
            """
        for text in [text, text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text] {
            let contents = Self.read(text)
            #expect(contents.refused.isEmpty)
            let delivery = try #require(contents.deliveries.first)
            #expect(contents.deliveries.count == 1)
            #expect(delivery.source.kind == .directory)
            #expect(delivery.source.collection == "dsc 7215")
            #expect(delivery.certificates.map(\.value.serialNumber) == [[1], [2]])
            #expect(delivery.certificates.first?.place == Self.place(1))
            #expect(delivery.certificates.first?.conformance == nil)
            #expect(delivery.revocationLists.count == 1)
            #expect(delivery.refused.isEmpty)
            guard case .untrusted(let reason) = delivery.standing else {
                Issue.record("\(delivery.standing)")
                continue
            }
            #expect(reason.code == "verifiedWhereUsed")
        }
    }

    @Test(arguments: ["CscaMasterListData", "pkdMasterListContent", "pkdMasterListContent;binary"])
    func `reads master lists under both names of the attribute, each by its own signature`(_ attribute: String) throws {
        let pin = try #require(
            ListVerifier().verify(SignedData(contentInfo: Self.authority.masterList()), at: ListAuthority.day(2025))
                .issuerFingerprint)
        let contents = Self.read(try Self.list(attribute), pins: [pin])
        #expect(contents.deliveries.map(\.source.kind) == [.masterList, .directory])
        #expect(contents.deliveries.first?.standing == .pinned(pin))
        #expect(contents.deliveries.first?.certificates.count == 1)
        #expect(contents.deliveries.last?.source.collection == "ml 213")
        #expect(contents.deliveries.last?.certificates.isEmpty == true)
    }

    @Test
    func `tells what the directory says of entries that are not conformant`() throws {
        let codes = "pkdConformanceCode: ERR:CSCA.CDP.14\npkdConformanceCode: WARN:CRL.ISS.11\n"
        let text = try Self.signer(1, extra: codes, branch: "dc=nc-data") + "\n" + Self.signer(2, branch: "dc=nc-data")
        let delivery = try #require(Self.read(text).deliveries.first)
        #expect(delivery.certificates.map(\.conformance) == ["ERR:CSCA.CDP.14 WARN:CRL.ISS.11", "nc-data"])
        #expect(delivery.source.collection == "nc 7214")
    }

    @Test
    func `takes a certificate once that two entries hold, and names entries that hold nothing`() throws {
        let text = """
            \(try Self.signer(1))
            \(try Self.signer(1))
            dn: cn=nothing,o=dsc,c=UT,dc=data
            objectClass: inetOrgPerson
            sn: 3

            dn: cn=broken,o=dsc,c=XU,dc=data
            userCertificate;binary:: MAA=

            dn: cn=odd,o=dsc,c=XU,dc=data
            userCertificate;binary:: *
            """
        let delivery = try #require(Self.read(text).deliveries.first)
        #expect(delivery.certificates.count == 1)
        #expect(delivery.refused.map(\.reason.code) == ["nothingInside", "malformed", "malformed"])
        #expect(delivery.refused.map(\.country) == ["UT", "XU", nil])
        #expect(delivery.refused.last?.place.hasPrefix("line ") == true)
    }

    @Test
    func `applies changes: what is deleted is withdrawn, and what comes again is there`() throws {
        let text = """
            \(try Self.signer(1, extra: "changetype: add\n"))
            \(try Self.signer(2, extra: "changetype: add\n"))
            dn: \(Self.place(1))
            changetype: delete

            dn: \(Self.place(2))
            changetype: delete

            dn: \(Self.place(3))
            changetype: delete

            dn: \(Self.place(2))
            changetype: modify
            replace: userCertificate;binary
            userCertificate;binary:: \(Self.folded(try Self.authority.documentSigner(serialNumber: [4])))
            -

            dn: \(Self.place(5))
            changetype: modrdn
            newrdn: cn=other
            """
        let delivery = try #require(Self.read(text).deliveries.first)
        #expect(delivery.certificates.map(\.value.serialNumber) == [[4]])
        #expect(delivery.withdrawnEntries == [Self.place(1), Self.place(2), Self.place(3)])
        #expect(delivery.refused.isEmpty)
    }

    @Test
    func `refuses a directory without any entry`() {
        #expect(Self.read("version: 1\n").refused.map(\.reason.code) == ["empty"])
        #expect(Self.read("dn: cn=1\nnonsense\n").refused.map(\.reason.code) == ["malformed"])
    }

    @Test
    func `refuses a line of 50 MB, and reads what follows it`() throws {
        let long = "dn: cn=long,o=dsc,c=UT\nsn: " + String(repeating: "A", count: 50 << 20) + "\n\n"
        let contents = Self.read(long + (try Self.signer(1)))
        let delivery = try #require(contents.deliveries.first)
        #expect(delivery.certificates.count == 1)
        #expect(delivery.refused.map(\.reason.code) == ["malformed"])
    }
}
