import PKI
import Standards
import Testing
import Trust

@Suite("Trust store: what a directory has no longer")
struct DirectoryDeletionTests {
    let place = TestStore()
    let now = TestDocument.day(2026)

    @Test
    func `stays in the store where it is a revocation list, and is told; so is what was never there`() throws {
        let authority = TestAuthority()
        let list = try authority.revocationList(number: 1, revoked: [7], from: TestDocument.day(2025))
        var directory = TrustDelivery.test(.directory, "complete", TrustDelivery.unpinned)
        directory.revocationLists = [.init(list, place: "cn=crl")]
        directory.certificates = [.init(try authority.documentSigner(), place: "cn=signer")]
        var delta = TrustDelivery.test(.directory, "delta", TrustDelivery.unpinned)
        delta.withdrawnEntries = ["cn=crl", "cn=signer", "cn=never"]
        let store = try place.open()
        _ = try store.take([.test(.certificates, "known", .direct, [authority.certificate()]), directory], at: now)
        let result = try #require(store.take([delta], at: now).sources.first)
        #expect((result.keptRevocationLists, result.withdrawn, result.unknownEntries) == (1, 1, 1))
        #expect(try store.material(at: now).revocationLists(ofCountry: "UT") == [list])
    }
}
