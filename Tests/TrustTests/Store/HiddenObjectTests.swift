import Issuing
import PKI
import Standards
import Testing
import Trust

/// What strangers may put into a store, beside what matters.
@Suite("Trust store: what others bring hides nothing")
struct HiddenObjectTests {
    let place = TestStore()
    let now = TestDocument.day(2026)
    let authority = TestAuthority()
    /// Somebody with the name of the authority.
    let stranger = TestAuthority(key: TestKeys.other)

    /// Where the anchor comes from.
    enum Anchor: CaseIterable {
        case store, files, filesAmongOthers

        var isInStore: Bool { self == .store }
    }

    /// The store with the anchor in it or beside it.
    func material(_ store: TrustStore, _ anchor: Anchor) throws -> any TrustMaterial {
        let known = try authority.certificate()
        if anchor.isInStore { _ = try store.take([.test(.certificates, "known", .direct, [known])], at: now) }
        let stored = try store.material(at: now)
        let files = LoadedTrustMaterial(anchors: CSCAAnchors([known]))
        let none = LoadedTrustMaterial(anchors: CSCAAnchors())
        return switch anchor {
        case .store: stored
        case .files: JointTrustMaterial(stored, files)
        case .filesAmongOthers: JointTrustMaterial(files, JointTrustMaterial(none, stored))
        }
    }

    /// What is said of the revocation of a document signer with the number 0x2A.
    func revocation(_ store: TrustStore, _ anchor: Anchor) throws -> String? {
        var document = TestDocument()
        document.time = now
        let authentication = PassiveAuthentication(material: try material(store, anchor), at: now)
        return try authentication.evaluate(document.reading()).code(.documentSignerRevocation)
    }

    @Test(arguments: Anchor.allCases, [10, 40])
    func `uses the list of a trusted key, however many newer ones strangers signed`(anchor: Anchor, count: Int) throws {
        let store = try place.open()
        let revoking = try authority.revocationList(number: 1, revoked: [0x2A], from: TestDocument.day(2025, 11))
        let others = try (0..<count).map {
            try stranger.revocationList(number: 2 + $0, from: TestDocument.day(2025, 12, 1 + $0 % 28))
        }
        _ = try store.take(
            [.test(.directory, "lists", TrustDelivery.unpinned, [], lists: others + [revoking])], at: now)
        #expect(try revocation(store, anchor) == "revoked")
        let lists = try material(store, anchor).revocationLists(ofCountry: "UT")
        #expect(lists.contains(revoking) && lists.count == 9)
    }

    @Test(arguments: Anchor.allCases)
    func `uses the whole list of a key, however many newer parts of one there are`(anchor: Anchor) throws {
        let store = try place.open()
        let revoking = try authority.revocationList(number: 1, revoked: [0x2A], from: TestDocument.day(2025, 11))
        let issuer = CertificateIssuer(name: authority.name, key: authority.key, algorithm: authority.algorithm)
        let parts = try (0..<20).map { day in
            var profile = RevocationListProfile(
                thisUpdate: TestDocument.day(2025, 12, 1 + day), nextUpdate: TestDocument.day(2026, 2))
            profile.deviations = [.deltaIndicator]
            return try CertificateRevocationList(encoded: issuer.issue(profile))
        }
        _ = try store.take([.test(.directory, "lists", TrustDelivery.unpinned, [], lists: parts + [revoking])], at: now)
        #expect(try revocation(store, anchor) == "revoked")
        let lists = try material(store, anchor).revocationLists(ofCountry: "UT")
        #expect(lists.count == 17 && lists.first == parts.last)
    }

    @Test(arguments: Anchor.allCases)
    func `offers the signer that an anchor signed first, however many are named like it`(anchor: Anchor) throws {
        let store = try place.open()
        let right = try authority.documentSigner(serial: 7)
        let others = try (0..<70).map { _ in try stranger.documentSigner(serial: 7) }
        _ = try store.take([.test(.directory, "signers", TrustDelivery.unpinned, others + [right])], at: now)
        let material = try material(store, anchor)
        let identifier = try #require(right.subjectKeyIdentifier)
        for found in [
            material.documentSigners(for: .issuerAndSerialNumber(right.issuer, serialNumber: [7])),
            material.documentSigners(for: .subjectKeyIdentifier(identifier)),
            material.sealSigners(ofCountry: "UT", serialNumber: [7]),
        ] {
            #expect(found.first == right && found.count == 64)
        }
    }

    @Test(arguments: Anchor.allCases)
    func `offers the signer of seals that an anchor signed first, among all of its state`(anchor: Anchor) throws {
        let store = try place.open()
        var seal = try TestSeal()
        (seal.issuer.cscaName, seal.issuer.cscaKey) = (authority.name, authority.key)
        let right = try seal.signerCertificate()
        seal.issuer.cscaKey = stranger.key
        let others = try (0..<520).map { _ in try seal.signerCertificate() }
        _ = try store.take([.test(.directory, "signers", TrustDelivery.unpinned, others + [right])], at: now)
        let found = try material(store, anchor).sealSigners(ofCountry: "UT", serialNumber: nil)
        #expect(found.first == right && found.count == 512)
    }
}
