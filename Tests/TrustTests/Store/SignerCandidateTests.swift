import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Trust store: signers among many that are named like them")
struct SignerCandidateTests {
    let place = TestStore()
    let now = TestDocument.day(2026)

    /// More certificates than are tried, with the name of the authority, the serial number and the key identifier of the
    /// right one, made by somebody else and imported first.
    @Test
    func `finds the one that an anchor signed, however many others come before it`() throws {
        let authority = TestAuthority()
        let right = try authority.documentSigner(serial: 7)
        let forger = TestAuthority(key: TestKeys.other)
        let others = try (0..<70).map { _ in try forger.documentSigner(serial: 7) }
        try #require(Set(others).count == 70)
        let store = try place.open()
        _ = try store.take([.test(.directory, "fakes", TrustDelivery.unpinned, others)], at: now)
        _ = try store.take(
            [
                .test(.certificates, "known", .direct, [authority.certificate()]),
                .test(.directory, "signers", TrustDelivery.unpinned, [right]),
            ], at: now)
        let material = try store.material(at: now)
        let byName = material.documentSigners(for: .issuerAndSerialNumber(right.issuer, serialNumber: [7]))
        #expect(byName.count == 64)
        #expect(byName.first == right)
        let identifier = try #require(right.subjectKeyIdentifier)
        let byKey = material.documentSigners(for: .subjectKeyIdentifier(identifier))
        #expect(byKey.count == 64)
        #expect(byKey.first == right)
        #expect(material.sealSigners(ofCountry: "UT", serialNumber: [7]).first == right)
    }

    @Test
    func `finds a signer before the authority that has the same issuer and serial number`() throws {
        let authority = TestAuthority()
        let (csca, signer) = (try authority.certificate(serial: 7), try authority.documentSigner(serial: 7))
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [csca, signer])], at: now)
        let found = try store.material(at: now).documentSigners(
            for: .issuerAndSerialNumber(signer.issuer, serialNumber: [7]))
        #expect(found == [signer, csca])
    }
}
