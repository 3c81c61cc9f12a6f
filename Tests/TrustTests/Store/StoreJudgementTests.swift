import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

/// Documents judged by what is in the store.
@Suite("Trust store: Passive Authentication")
struct StoreJudgementTests {
    let place = TestStore()
    let now = TestDocument.day(2026)
    let old = TestAuthority(key: TestKeys.rsa)
    let new = TestAuthority(commonName: "CSCA Utopia 2", key: TestKeys.brainpool)

    func judge(_ document: TestDocument, _ store: TrustStore, _ policy: TrustPolicy = .operational) throws
        -> PassiveAuthenticationResult
    {
        let authentication = PassiveAuthentication(
            material: try store.material(at: document.time), policy: policy, at: document.time)
        return try authentication.evaluate(document.reading())
    }

    /// A document whose signer an authority issued.
    func document(of authority: TestAuthority) -> TestDocument {
        var document = TestDocument()
        document.cscaKey = authority.key
        document.cscaAlgorithm = authority.algorithm
        document.cscaName = authority.name
        return document
    }

    @Test
    func `follows a roll-over from RSA to brainpool by its link certificate, where only the old anchor was known`()
        throws
    {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [old.certificate()])], at: now)
        #expect(try judge(document(of: new), store).code(.issuerFound) == "noAnchor")
        #expect(try judge(document(of: old), store).trust == .trusted)
        _ = try store.take(
            [.test(.masterList, "list", TrustDelivery.unpinned, [old.link(to: new), new.certificate()])], at: now)
        #expect(try judge(document(of: new), store).trust == .trusted)
        #expect(try judge(document(of: old), store).trust == .trusted)
    }

    @Test
    func `leaves documents of the old key open where only the new anchor is known`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [new.certificate(), old.link(to: new)])], at: now)
        #expect(try judge(document(of: new), store).trust == .trusted)
        let result = try judge(document(of: old), store)
        #expect(result.trust == .undetermined)
        #expect(result.code(.issuerFound) == "noAnchor")
    }

    @Test
    func `verifies by the key of a link certificate alone`() throws {
        let store = try place.open()
        _ = try store.take([.test(.masterList, "list", .accepted, [old.link(to: new)])], at: now)
        #expect(try judge(document(of: new), store).trust == .trusted)
    }

    @Test(arguments: SODOptions.SignerIdentifier.allCases)
    func `finds the signer of a security object without certificates`(identifier: SODOptions.SignerIdentifier) throws {
        var document = document(of: old)
        document.options.includesCertificate = false
        document.options.signerIdentifier = identifier
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [old.certificate()])], at: now)
        #expect(try judge(document, store).code(.documentSignerFound) == "signerMissing")
        _ = try store.take(
            [
                .test(
                    .directory, "directory", TrustDelivery.unpinned,
                    [Certificate(encoded: document.signerCertificate())])
            ],
            at: now)
        let result = try judge(document, store)
        #expect(result[.documentSignerFound]?.result == .successful)
        #expect(result.trust == .trusted)
    }

    @Test
    func `knows a revoked signer by the list that the newest key of the state signed`() throws {
        let store = try place.open()
        var first = document(of: old)
        first.time = now
        let list = try new.revocationList(number: 1, revoked: [0x2A], from: TestDocument.day(2025, 12))
        _ = try store.take(
            [.test(.certificates, "known", .direct, [old.certificate(), new.certificate()], lists: [list])], at: now)
        #expect(try store.revocationLists().first?.verifiedBy != nil)
        #expect(try judge(first, store).code(.documentSignerRevocation) == "revoked")
    }

    @Test
    func `lets no newer list hide one, whatever key it names as its own`() throws {
        var first = document(of: old)
        first.time = now
        var new = new
        new.commonName = old.commonName
        let revoking = try new.revocationList(number: 1, revoked: [0x11], from: TestDocument.day(2025, 10))
        // By the key that is revoked there, under the name and the key identifier of the one that revokes.
        var profile = RevocationListProfile(
            thisUpdate: TestDocument.day(2025, 12), nextUpdate: TestDocument.day(2026, 2))
        profile.authorityKeyIdentifier = try new.certificate().subjectKeyIdentifier
        let issuer = CertificateIssuer(name: new.name, key: old.key, algorithm: old.algorithm)
        let hiding = try CertificateRevocationList(encoded: issuer.issue(profile))
        // And a part of a list, by the right key.
        var part = profile
        part.deviations = [.deltaIndicator]
        let delta = try CertificateRevocationList(
            encoded: CertificateIssuer(name: new.name, key: new.key, algorithm: new.algorithm).issue(part))
        for lists in [[revoking], [revoking, hiding], [hiding, revoking, delta]] {
            let place = TestStore()
            let store = try place.open()
            _ = try store.take(
                [
                    .test(
                        .certificates, "known", .direct, [old.certificate(serial: 0x11), new.certificate()],
                        lists: lists)
                ], at: now)
            #expect(try judge(first, store).code(.documentSignerRevocation) == "issuerRevoked")
        }
    }

    @Test
    func `says which lists a judgement rests on`() throws {
        let store = try place.open()
        let anchor = try old.certificate()
        let list = try old.revocationList(number: 1, from: TestDocument.day(2025, 12))
        _ = try store.take(
            [
                .test(.masterList, "used", .accepted, [anchor]),
                .test(.masterList, "of nobody", TrustDelivery.unpinned, [anchor]),
                .test(.masterList, "other state", .accepted, [TestAuthority(country: "XX").certificate()]),
                .test(.revocationList, "revocation", .direct, [], lists: [list]),
            ], at: now)
        let material = try store.material(at: now)
        let used = try material.sources(usedForAnchor: anchor.sha256, signer: nil)
        #expect(used.map(\.source.name) == ["used", "revocation"])
        #expect(try material.sources(usedForAnchor: nil, signer: nil) == [])
        #expect(try material.anchorCount() == 2)
    }

    @Test
    func `rests on the lists of those that vouch for an anchor, and on no revocation list that nobody verified`() throws
    {
        let store = try place.open()
        let (anchor, time) = (try new.certificate(), TestDocument.day(2025, 12))
        let forger = TestAuthority(commonName: new.commonName, key: TestKeys.other)
        _ = try store.take(
            [
                .test(.certificates, "known", .direct, [old.certificate()]),
                .test(.masterList, "links", TrustDelivery.unpinned, [anchor, old.link(to: new)]),
                .test(.directory, "right", .direct, [], lists: [new.revocationList(number: 1, from: time)]),
                .test(.directory, "forged", .direct, [], lists: [forger.revocationList(number: 1, from: time)]),
            ], at: now)
        let used = try store.material(at: now).sources(usedForAnchor: anchor.sha256, signer: nil)
        #expect(used.map(\.source.name) == ["known", "right"])
    }

    @Test
    func `is a failure where a list that a judgement rests on cannot be decoded`() throws {
        let store = try place.open()
        let anchor = try old.certificate()
        _ = try store.take([.test(.certificates, "known", .direct, [anchor])], at: now)
        try TestStore.alter(place.path, "UPDATE source SET kind = 'nothing'")
        #expect(throws: TrustStoreError.self) {
            try place.open(.readOnly).material(at: now).sources(usedForAnchor: anchor.sha256, signer: nil)
        }
    }

    @Test
    func `answers many threads at once alike`() async throws {
        let store = try place.open()
        let signers = try (2...40).map { try old.documentSigner(serial: $0) }
        _ = try store.take(
            [
                .test(.certificates, "known", .direct, [old.certificate()]),
                .test(.directory, "directory", .accepted, signers),
            ],
            at: now)
        let material = try store.material(at: now)
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let signer = signers[(round * 7 + worker) % signers.count]
                        let found = material.documentSigners(
                            for: .issuerAndSerialNumber(signer.issuer, serialNumber: signer.serialNumber))
                        return found == [signer] && material.anchors(for: signer).certificates.count == 1
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test
    func `joins a store and files that were named beside it`() throws {
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [old.certificate()])], at: now)
        let files = LoadedTrustMaterial(anchors: CSCAAnchors([try new.certificate()]))
        let joint = JointTrustMaterial(try store.material(at: now), files)
        for authority in [old, new] {
            let authentication = PassiveAuthentication(material: joint, at: now)
            #expect(try authentication.evaluate(document(of: authority).reading()).trust == .trusted)
        }
        #expect(joint.generation != JointTrustMaterial(files, files).generation)
    }
}
