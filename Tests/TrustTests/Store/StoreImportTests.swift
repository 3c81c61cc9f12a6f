import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Trust store: import")
struct StoreImportTests {
    let place = TestStore()
    let now = TestDocument.day(2026)
    let old = TestAuthority()
    let new = TestAuthority(commonName: "CSCA Utopia 2", key: TestKeys.brainpool)
    let oldCSCA: Certificate
    let newCSCA: Certificate

    init() throws {
        oldCSCA = try old.certificate()
        newCSCA = try new.certificate()
    }

    func anchors(_ store: TrustStore, _ country: String = "UT") throws -> [Certificate] {
        try store.material(at: now).anchors(ofCountry: country).certificates
    }

    @Test
    func `finds an authority by key identifier, by name and by state`() throws {
        let store = try place.open()
        let csca = oldCSCA
        let report = try store.take([.test(.masterList, "list", .accepted, [csca])], at: now)
        #expect(report.states["UT"]?.anchors == 1)
        #expect(report.states["UT"]?.untrusted == 0)
        #expect(report.sources.first?.certificates == .init(new: 1))

        let material = try place.open(.readOnly).material(at: now)
        #expect(try material.anchors(for: old.documentSigner()).certificates == [csca])
        let nameless = try TestAuthority(commonName: "Other").link(
            to: new, deviations: [.withoutAuthorityKeyIdentifier])
        #expect(material.anchors(for: nameless).certificates == [])
        #expect(material.anchors(ofCountry: "UT").certificates == [csca])
        #expect(material.anchors(ofCountry: "DE").certificates == [])
        #expect(material.failure == nil)
    }

    @Test
    func `finds a document signer by issuer and serial number, however the name is written, and by key identifier`()
        throws
    {
        let store = try place.open()
        let signers = try (1...3).map { try old.documentSigner(serial: $0) }
        let report = try store.take([.test(.directory, "directory", .accepted, signers)], at: now)
        #expect(report.states["UT"]?.documentSigners == 3)
        let material = try store.material(at: now)
        #expect(
            material.documentSigners(for: .issuerAndSerialNumber(signers[1].issuer, serialNumber: [2])) == [signers[1]])
        #expect(material.documentSigners(for: .issuerAndSerialNumber(signers[1].issuer, serialNumber: [9])) == [])
        let identifier = try #require(signers[0].subjectKeyIdentifier)
        #expect(Set(material.documentSigners(for: .subjectKeyIdentifier(identifier))) == Set(signers))
    }

    @Test
    func `trusts nothing that only an untrusted list holds`() throws {
        let store = try place.open()
        let report = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [oldCSCA])], at: now)
        #expect(report.states["UT"]?.untrusted == 1)
        #expect(report.states["UT"]?.anchors == 0)
        #expect(try anchors(store) == [])
    }

    @Test
    func `makes no anchor of what a directory has among its signers`() throws {
        let store = try place.open()
        _ = try store.take([.test(.directory, "directory", .accepted, [oldCSCA])], at: now)
        #expect(try anchors(store) == [])
    }

    @Test
    func `trusts the next key of a state that a trusted key vouches for, and what that key signed for itself`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [oldCSCA])], at: now)
        let report = try store.take(
            [.test(.masterList, "list", TrustDelivery.unpinned, [newCSCA, old.link(to: new)])], at: now)
        #expect(report.states["UT"]?.anchors == 1)
        #expect(report.states["UT"]?.links == 1)
        #expect(report.states["UT"]?.trustedByLink == 2)
        #expect(try anchors(store).count == 3)
    }

    @Test
    func `does not trust the old key because it vouches for the new one`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [newCSCA])], at: now)
        _ = try store.take(
            [.test(.masterList, "list", TrustDelivery.unpinned, [oldCSCA, old.link(to: new)])], at: now)
        #expect(try anchors(store) == [newCSCA])
    }

    @Test(arguments: ["DE", "GB"])
    func `does not follow a link into another state`(country: String) throws {
        let store = try place.open()
        let other = TestAuthority(country: country, commonName: "Other", key: TestKeys.brainpool)
        _ = try store.take([.test(.certificates, "known", .direct, [oldCSCA])], at: now)
        _ = try store.take(
            [.test(.masterList, "list", TrustDelivery.unpinned, [other.certificate(), old.link(to: other)])], at: now)
        #expect(try anchors(store, country) == [])
    }

    @Test
    func `does not follow a link whose signature is wrong`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [oldCSCA])], at: now)
        let link = try old.link(to: new, deviations: [.brokenSignature])
        _ = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [newCSCA, link])], at: now)
        #expect(try anchors(store).count == 1)
    }

    @Test
    func `does not take a document signer for a link because an untrusted list calls it an authority`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [oldCSCA])], at: now)
        _ = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [old.documentSigner()])], at: now)
        #expect(try anchors(store) == [oldCSCA])
    }

    @Test
    func `does not trust a certificate that holds a trusted key and that another key signed`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [oldCSCA])], at: now)
        let forger = TestAuthority(commonName: "CSCA Utopia", key: TestKeys.other)
        _ = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [forger.link(to: old)])], at: now)
        #expect(try anchors(store) == [oldCSCA])
    }

    @Test
    func `trusts a list that was imported before its pin, and no longer when the pin goes`() throws {
        let store = try place.open()
        let pin = [UInt8](repeating: 7, count: 32)
        let list = TrustDelivery.test(
            .masterList, "list", TrustDelivery.unpinned, [oldCSCA], signerIssuer: pin)
        let before = try store.take([list], at: now).generations.upperBound
        let report = try store.add(TrustPin(sha256: pin, note: "from the ministry", added: now))
        #expect(report.states["UT"]?.anchors == 1)
        #expect(report.generations == before...before + 1)
        #expect(try anchors(store).count == 1)
        #expect(try store.pins().map(\.note) == ["from the ministry"])

        let removal = try #require(try store.removePin(pin, at: now))
        #expect(removal.states["UT"]?.noLongerTrusted == 1)
        #expect(try anchors(store) == [])
        #expect(try store.removePin(pin, at: now) == nil)
    }

    @Test
    func `does not trust a list for a pin where more than the pin was missing`() throws {
        let store = try place.open()
        let pin = [UInt8](repeating: 7, count: 32)
        let broken = TrustDelivery.Standing.untrusted(Reason("signatureWrong", "its signature is wrong"))
        _ = try store.take(
            [.test(.masterList, "list", broken, [oldCSCA], signerIssuer: pin)], at: now)
        try store.add(TrustPin(sha256: pin, added: now))
        #expect(try anchors(store) == [])
    }

    @Test
    func `changes its generation with its content only, and names the same content alike`() throws {
        let store = try place.open()
        let list = TrustDelivery.test(.masterList, "list", .accepted, [oldCSCA])
        let empty = try store.generation()
        _ = try store.take([list], at: now)
        let first = try store.generation()
        #expect(first != empty)
        let report = try store.take([list], at: TestDocument.day(2027))
        #expect(report.sources.first?.isKnown == true)
        #expect(report.sources.first?.certificates == .init(known: 1))
        #expect(try store.generation() == first)

        let other = TestStore()
        _ = try other.open().take([list], at: TestDocument.day(2028))
        #expect(try other.open().generation() == first)
    }

    @Test
    func `keeps a view as it is while others import`() throws {
        let store = try place.open()
        _ = try store.take([.test(.masterList, "list", .accepted, [oldCSCA])], at: now)
        let view = try place.open(.readOnly).material(at: now)
        _ = try store.take([.test(.masterList, "further", .accepted, [newCSCA])], at: now)
        #expect(view.anchors(ofCountry: "UT").certificates.count == 1)
        #expect(try anchors(store).count == 2)
        #expect(view.generation != (try store.generation()))
    }

    @Test
    func `keeps a standing that a later import of the same list does not reach`() throws {
        let store = try place.open()
        _ = try store.take([.test(.masterList, "list", .accepted, [oldCSCA])], at: now)
        let report = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [oldCSCA])], at: now)
        #expect(report.sources.first?.standing == .accepted)
        #expect(try anchors(store).count == 1)
    }

    @Test
    func `offers the revocation lists that were there at the time of judging, the newest first`() throws {
        let store = try place.open()
        let lists = try [(1, 2024), (2, 2025), (3, 2027)].map { number, year in
            try old.revocationList(number: number, from: TestDocument.day(year))
        }
        let forged = try TestAuthority(key: TestKeys.other).revocationList(number: 9, from: TestDocument.day(2025, 6))
        _ = try store.take(
            [.test(.certificates, "known", .direct, [oldCSCA], lists: lists + [forged])], at: now)
        #expect(try store.material(at: now).revocationLists(ofCountry: "UT") == [forged, lists[1], lists[0]])
        let early = try store.material(at: TestDocument.day(2024, 6)).revocationLists(ofCountry: "UT")
        #expect(early == [forged, lists[0]])
    }

    @Test
    func `offers the newest lists of the key that verified them, however many name that key and are another's`() throws
    {
        let store = try place.open()
        let right = try old.revocationList(number: 1, from: TestDocument.day(2024))
        var profile = RevocationListProfile(
            thisUpdate: TestDocument.day(2025), nextUpdate: TestDocument.day(2027))
        profile.authorityKeyIdentifier = oldCSCA.subjectKeyIdentifier
        let issuer = CertificateIssuer(name: old.name, key: new.key, algorithm: new.algorithm)
        let others = try (1...17).map { day in
            profile.thisUpdate = TestDocument.day(2025, 1, day)
            return try CertificateRevocationList(encoded: issuer.issue(profile))
        }
        _ = try store.take(
            [.test(.certificates, "known", .direct, [oldCSCA, newCSCA], lists: [right] + others)], at: now)
        let offered = try store.material(at: now).revocationLists(ofCountry: "UT")
        #expect(offered == others.reversed().prefix(16) + [right])
    }

    @Test
    func `tells which numbers of a collection are missing`() throws {
        let store = try place.open()
        var first = TrustDelivery.test(.directory, "7214")
        first.source.collection = "dsc 7214"
        var later = TrustDelivery.test(.directory, "7217")
        later.source.collection = "dsc 7217"
        #expect(try store.take([first], at: now).gaps == [])
        #expect(try store.take([later], at: now).gaps == [.init(collection: "dsc", missing: 7215...7216)])
    }
}
