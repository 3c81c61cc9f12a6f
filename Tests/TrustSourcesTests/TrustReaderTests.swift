import ByteCoding
import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust
import TrustSources

@Suite("What files hold: found by content")
struct TrustReaderTests {
    private static let authority = ListAuthority()

    static func read(
        _ file: [UInt8], name: String = "file", pins: Set<[UInt8]> = [], acceptsUnpinned: Bool = false,
        trustsCertificates: Bool = false
    ) -> TrustContents {
        TrustReader(
            verifier: ListVerifier(pins: pins, acceptsUnpinned: acceptsUnpinned),
            trustsCertificates: trustsCertificates, at: ListAuthority.day(2025, 6)
        ).read(file, name: name)
    }

    static func armoured(_ bytes: [UInt8], _ label: String) -> String {
        let text = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n"
    }

    private static func kinds(_ contents: TrustContents) -> [TrustDelivery.Kind] {
        contents.deliveries.map(\.source.kind)
    }

    @Test
    func `finds each kind of list in DER, BER, PEM and bare base64, whatever the file is called`() throws {
        let authority = Self.authority
        let lists: [(TrustDelivery.Kind, [UInt8])] = [
            (.masterList, try authority.masterList()),
            (.masterList, try authority.masterList([], [.indefiniteLengths])),
            (.deviationList, try authority.deviationList()), (.defectList, try authority.defectList()),
            (.masterListContent, try authority.masterList([], [.bareContent])),
        ]
        for (kind, list) in lists {
            let forms: [[UInt8]] = [
                list, list + [0x0A], Array(Self.armoured(list, "CMS").utf8), Array(Self.armoured(list, "PKCS7").utf8),
                Array(Data(list).base64EncodedData(options: .lineLength76Characters)),
            ]
            for form in forms {
                let contents = Self.read(form, name: "picture.png")
                #expect(Self.kinds(contents) == [kind], "\(contents.refused)")
                #expect(contents.refused.isEmpty)
                #expect(!contents.hasRefusals)
            }
        }
    }

    @Test
    func `delivers what lists hold`() throws {
        let authority = Self.authority
        let master = try #require(
            Self.read(try authority.masterList([authority.csca(serialNumber: [9])])).deliveries.first)
        #expect(master.certificates.map(\.place) == ["1", "2"])
        #expect(master.source.country == "UT")
        #expect(master.source.signingTime == ListAuthority.day(2025))
        #expect(master.source.signer?.count == 32 && master.source.signerIssuer?.count == 32)
        let deviations = try #require(Self.read(try authority.deviationList(["A1"])).deliveries.first)
        #expect(deviations.deviationLists.first?.value.deviations.first?.documents.documentNumbers == ["A1"])
        let defects = try #require(Self.read(try authority.defectList()).deliveries.first)
        #expect(defects.defectLists.first?.value.defects.count == 1)
    }

    @Test(arguments: [
        (ListOptions.Deviation.unsortedSet, "Q-ML3-content-unsorted"), (.indefiniteLengths, "Q32-indefinite-lengths"),
    ])
    func `names how a list is written, and keeps the hash of what is stored`(
        deviation: ListOptions.Deviation, quirk: String
    ) throws {
        let members = [try Self.authority.csca(serialNumber: [0x09]), try Self.authority.csca(serialNumber: [0x02])]
        let list = try Self.authority.masterList(members, [deviation])
        let block =
            "-----BEGIN CMS-----\n\(Data(list).base64EncodedString(options: .lineLength64Characters))\n-----END CMS-----\n"
        for file in [list, Array(block.utf8)] {
            let delivery = try #require(Self.read(file).deliveries.first)
            #expect(delivery.source.departures.map(\.description).contains(quirk))
            #expect(delivery.source.sha256 == HashAlgorithm.sha256.hash(list))
        }
        let plain = try #require(Self.read(Self.authority.masterList()).deliveries.first)
        #expect(!plain.source.departures.map(\.description).contains(quirk))
    }

    @Test
    func `takes contents that nobody signed only where somebody asks for it`() throws {
        let content = try Self.authority.masterList([], [.bareContent])
        let untrusted = try #require(Self.read(content).deliveries.first)
        guard case .untrusted(let reason) = untrusted.standing else {
            Issue.record("\(untrusted.standing)")
            return
        }
        #expect(reason.code == "notSigned")
        let accepted = try #require(Self.read(content, acceptsUnpinned: true).deliveries.first)
        #expect(accepted.standing == .accepted)
        #expect(accepted.source.departures.map(\.number) == ["Q-ML3"])
    }

    @Test
    func `refuses deviations and defects that nobody signed`() throws {
        for kind in [CertificateProfile.ListKind.deviationList, .defectList] {
            var options = ListAuthority.options
            options.deviations = [.bareContent]
            let signer = try Self.authority.signer(kind)
            let list =
                kind == .deviationList
                ? try signer.deviationList(
                    DeviationListContents(deviations: [
                        .init(documents: .init(), descriptions: [.init(.deviationList)])
                    ]), options: options)
                : try signer.defectList(
                    DefectListContents(defects: [.init(signer: .subjectKeyIdentifier([1]), known: [])]),
                    options: options)
            #expect(Self.read(list).refused.map(\.reason.code) == ["notSigned"])
        }
    }

    @Test
    func `reads certificates and revocation lists in DER one after another, and mixed in PEM`() throws {
        let (csca, signer) = (try Self.authority.csca(), try Self.authority.documentSigner())
        let list = try Self.authority.revocationList(revoked: [[5]])
        let pem =
            "Subject: words before\n" + Self.armoured(csca, "CERTIFICATE") + Self.armoured(list, "X509 CRL")
            + Self.armoured(signer, "X509 CERTIFICATE")
        for file in [csca + list + signer, Array(pem.utf8), Array(pem.replacing("\n", with: "\r\n").utf8)] {
            let contents = Self.read(file)
            let delivery = try #require(contents.deliveries.first)
            #expect(contents.deliveries.count == 1 && contents.refused.isEmpty)
            #expect(delivery.source.kind == .certificates)
            #expect(delivery.certificates.map(\.value.encoded) == [csca, signer])
            #expect(delivery.revocationLists.map(\.value.encoded) == [list])
        }
        #expect(Self.kinds(Self.read(list)) == [.revocationList])
    }

    @Test
    func `trusts certificates that stand by themselves only where somebody says so`() throws {
        let csca = try Self.authority.csca()
        guard case .untrusted(let reason)? = Self.read(csca).deliveries.first?.standing else {
            Issue.record("a certificate is trusted by its mere existence")
            return
        }
        #expect(reason.text.contains("--trust-certificates"))
        #expect(Self.read(csca, trustsCertificates: true).deliveries.first?.standing == .direct)
        // Naming certificates says nothing about lists.
        let list = Self.read(try Self.authority.masterList(), trustsCertificates: true)
        guard case .untrusted? = list.deliveries.first?.standing else {
            Issue.record("an unpinned list is trusted")
            return
        }
    }

    @Test
    func `delivers the rest of a file of which one piece is broken`() throws {
        let csca = try Self.authority.csca()
        let pem =
            Self.armoured(csca, "CERTIFICATE") + Self.armoured(Array(csca.dropLast(9)), "CERTIFICATE")
            + Self.armoured([0x30, 0x00], "PRIVATE KEY")
            + "-----BEGIN CERTIFICATE-----\nMII*\n-----END CERTIFICATE-----\n"
            + Self.armoured(try Self.authority.documentSigner(), "CERTIFICATE")
        let delivery = try #require(Self.read(Array(pem.utf8)).deliveries.first)
        #expect(delivery.certificates.count == 2)
        #expect(delivery.refused.map(\.reason.code) == ["malformed", "notTrustData", "malformed"])
        #expect(delivery.refused.allSatisfy { $0.place.hasPrefix("line ") })
    }

    @Test(arguments: [
        ("", "empty"), ("hello", "notTrustData"), ("<html>", "notTrustData"), ("{}", "notTrustData"),
        ("%PDF-1.7", "notTrustData"), ("\u{1F}\u{0}\u{0}", "notTrustData"), ("-----BEGIN nothing", "malformed"),
        ("0", "malformed"), ("00", "malformed"),
    ])
    func `says what was seen where it is nothing that is known`(text: String, code: String) {
        let contents = Self.read(Array(text.utf8))
        #expect(contents.deliveries.isEmpty)
        #expect(contents.refused.map(\.reason.code) == [code])
        #expect(contents.refused.first?.reason.text.isEmpty == false)
    }

    @Test
    func `refuses a list whose signature is wrong whole`() throws {
        let contents = Self.read(try Self.authority.masterList([], [.brokenSignature]))
        #expect(contents.deliveries.isEmpty)
        #expect(contents.refused.map(\.reason.code) == ["signatureWrong"])
        #expect(contents.refused.map(\.country) == ["UT"])
    }

    @Test
    func `refuses every prefix of every kind of file, and crashes at none`() throws {
        let files = [
            try Self.authority.masterList(), try Self.authority.deviationList(), try Self.authority.defectList(),
            try Self.authority.csca(), try Self.authority.revocationList(revoked: [[1], [2]]),
            try Self.authority.masterList([], [.bareContent]), try Self.authority.masterList([], [.indefiniteLengths]),
        ]
        for file in files {
            for count in 0..<file.count {
                let contents = Self.read(Array(file.prefix(count)))
                #expect(contents.deliveries.isEmpty, "\(count) bytes of \(file.count)")
                #expect(contents.refused.count == 1)
            }
        }
    }

    @Test
    func `refuses 100 MB of zeros`() {
        #expect(Self.read([UInt8](repeating: 0, count: 100 << 20)).refused.map(\.reason.code) == ["notTrustData"])
        #expect(Self.read([0x30] + [UInt8](repeating: 0, count: 100 << 20)).deliveries.isEmpty)
    }

    @Test
    func `bounds what it tells of one file`() {
        var limits = SourceLimits.standard
        limits.refusalCount = 3
        let pem = String(repeating: "-----BEGIN X-----\n-----END X-----\n", count: 10)
        let contents = TrustReader(verifier: ListVerifier(), at: ListAuthority.day(2025), limits: limits)
            .read(Array(pem.utf8), name: "many")
        #expect(contents.refused.count == 3)
        #expect(contents.furtherRefusals == 7)
        #expect(contents.hasRefusals)
    }
}
