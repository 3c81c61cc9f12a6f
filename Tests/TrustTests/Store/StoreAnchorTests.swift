import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Trust store: who is an anchor, and until when")
struct StoreAnchorTests {
    let place = TestStore()
    let now = TestDocument.day(2026)
    let pin = [UInt8](repeating: 7, count: 32)
    let old = TestAuthority()
    let new = TestAuthority(commonName: "CSCA Utopia 2", key: TestKeys.brainpool)

    private func anchors(_ store: TrustStore, _ country: String = "UT") throws -> [Certificate] {
        try store.material(at: now).anchors(ofCountry: country).certificates
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func `is nobody because a directory has what a list that nobody vouches for calls an authority`(order: [Int]) throws
    {
        let store = try place.open()
        let csca = try old.certificate()
        let deliveries = [
            TrustDelivery.test(.directory, "directory", .accepted, [csca]),
            .test(.masterList, "list", TrustDelivery.unpinned, [csca]),
        ]
        for index in order { _ = try store.take([deliveries[index]], at: now) }
        #expect(try anchors(store) == [])
    }

    @Test
    func `is no authority for a directory`() throws {
        let store = try place.open()
        _ = try store.take([.test(.directory, "directory", .accepted, [old.certificate()])], at: now)
        #expect(try store.certificates().map(\.kind) == [.documentSigner])
    }

    @Test
    func `is no signer of documents whose purpose is another`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [old.listSigner()])], at: now)
        #expect(try store.certificates().map(\.kind) == [.other])
    }

    @Test
    func `ends by link when the one that vouched is no longer trusted, for revocation lists too`() throws {
        let store = try place.open()
        let list = try new.revocationList(number: 1, from: TestDocument.day(2025))
        _ = try store.add(TrustPin(sha256: pin, added: now))
        _ = try store.take(
            [
                .test(.masterList, "pinned", .pinned(pin), [old.certificate()], signerIssuer: pin),
                .test(
                    .masterList, "list", TrustDelivery.unpinned, [new.certificate(), old.link(to: new)], lists: [list]),
            ], at: now)
        #expect(try anchors(store).count == 3)
        #expect(try store.revocationLists().map { $0.verifiedBy != nil } == [true])
        let report = try store.removePin(pin, at: now)
        #expect(report?.states["UT"]?.noLongerTrusted == 3)
        #expect(try anchors(store) == [])
        #expect(try store.revocationLists().map(\.verifiedBy) == [nil])
    }

    @Test
    func `is no key of another state, though the same key is trusted there`() throws {
        let store = try place.open()
        let other = TestAuthority(country: "DE", commonName: "Other", key: old.key)
        _ = try store.take([.test(.certificates, "known", .direct, [old.certificate()])], at: now)
        _ = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [other.certificate()])], at: now)
        #expect(try anchors(store, "DE") == [])
    }

    @Test
    func `follows by name a link that says no key`() throws {
        let store = try place.open()
        let link = try old.link(to: new, deviations: [.withoutAuthorityKeyIdentifier])
        _ = try store.take([.test(.certificates, "known", .direct, [old.certificate()])], at: now)
        _ = try store.take([.test(.masterList, "list", TrustDelivery.unpinned, [link])], at: now)
        #expect(try anchors(store).contains(link))
    }

    @Test
    func `verifies revocation lists that came before it`() throws {
        let store = try place.open()
        let list = try old.revocationList(number: 1, from: TestDocument.day(2025))
        _ = try store.take([.test(.directory, "lists", TrustDelivery.unpinned, [], lists: [list])], at: now)
        #expect(try store.revocationLists().map(\.verifiedBy) == [nil])
        let csca = try old.certificate()
        _ = try store.take([.test(.certificates, "known", .direct, [csca])], at: now)
        #expect(try store.revocationLists().map(\.verifiedBy) == [csca.sha256])
    }

    @Test
    func `is trusted by the pin that comes after somebody accepted its list without one`() throws {
        let store = try place.open()
        _ = try store.take([.test(.masterList, "list", .accepted, [old.certificate()], signerIssuer: pin)], at: now)
        _ = try store.add(TrustPin(sha256: pin, added: now))
        #expect(try store.sources().map(\.standing) == [.pinned(pin)])
    }

    @Test
    func `is withdrawn once`() throws {
        let store = try place.open()
        let signer = try old.documentSigner()
        _ = try store.take([.test(.directory, "first", TrustDelivery.unpinned, [signer])], at: now)
        var change = TrustDelivery.test(.directory, "change", TrustDelivery.unpinned)
        change.withdrawn = [.init(signer)]
        #expect(try store.take([change], at: now).sources.map(\.withdrawn) == [1])
        let generation = try store.generation()
        #expect(try store.take([change], at: TestDocument.day(2027)).sources.map(\.withdrawn) == [0])
        #expect(try store.generation() == generation)
    }

    @Test
    func `is found by six digits of its hash, and by no fewer`() throws {
        let store = try place.open()
        let signer = try old.documentSigner()
        _ = try store.take([.test(.directory, "directory", TrustDelivery.unpinned, [signer])], at: now)
        let digits = signer.sha256.prefix(3).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(try store.certificates(matching: digits).map(\.certificate) == [signer])
        #expect(try store.certificates(matching: String(digits.dropLast())) == [])
    }
}
