import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Trust store: entries that cannot be decoded")
struct StoreDamageTests {
    let place = TestStore()
    let now = TestDocument.day(2026)

    /// What happens to one entry, and how many certificates, revocation lists and sources are left.
    static let damages: [(String, [Int])] = [
        ("UPDATE certificate SET der = x'3000' WHERE id = 2", [1, 1, 3]),
        // A certificate, but not the one whose hash it stands under.
        ("UPDATE certificate SET der = (SELECT der FROM certificate WHERE id = 1) WHERE id = 2", [1, 1, 3]),
        ("UPDATE certificate SET kind = 'none' WHERE id = 2", [1, 1, 3]),
        ("UPDATE certificate SET trust = 'none' WHERE id = 2", [1, 1, 3]),
        ("UPDATE revocation_list SET der = x'30'", [2, 0, 3]),
        ("UPDATE revocation_list SET sha256 = zeroblob(32)", [2, 0, 3]),
        ("UPDATE source SET kind = 'none' WHERE id = 1", [2, 1, 2]),
    ]

    private func makeStore() throws {
        let authority = TestAuthority()
        let signer = try authority.documentSigner(serial: 7)
        let contents = DeviationListContents(deviations: [
            .init(
                documents: .init(
                    signer: .issuerAndSerialNumber(issuer: signer.issuer.encoded, serialNumber: signer.serialNumber)),
                descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 2, 2), text: "a hash is wrong")])
        ])
        let listSigner = ListSigner(
            key: TestKeys.signer, certificate: signer.encoded, algorithm: .ecdsa(.sha256, encoding: .der))
        let signed = try SignedData(contentInfo: listSigner.deviationList(contents, options: .init(signingTime: now)))
        var delivery = TrustDelivery.test(.deviationList, "deviations")
        delivery.source.country = "UT"
        delivery.deviationLists = [.init(try DeviationList(encoded: signed.eContent ?? []))]
        _ = try place.open().take(
            [
                .test(.certificates, "known", .direct, [authority.certificate(), authority.certificate(serial: 2)]),
                .test(
                    .revocationList, "crl", TrustDelivery.unpinned,
                    lists: [authority.revocationList(number: 1, from: TestDocument.day(2025))]),
                delivery,
            ], at: now)
    }

    @Test(arguments: damages)
    func `are left out, counted once, and named by whoever asks whether all is there`(sql: String, left: [Int]) throws {
        try makeStore()
        try TestStore.alter(place.path, sql)
        let store = try place.open(.readOnly)
        for _ in 1...2 {
            #expect(try store.certificates().count == left[0])
            #expect(try store.revocationLists().count == left[1])
            #expect(try store.sources().count == left[2])
        }
        #expect(store.undecodableCount == 1)
        let expected = TrustStoreError.damaged(path: place.path, detail: "1 entry cannot be decoded")
        #expect(throws: expected) { try store.requireDecoded() }
        #expect(throws: expected) { try place.open(.readOnly).checkIntegrity() }
    }

    @Test
    func `are not there in a store that nothing happened to`() throws {
        try makeStore()
        let store = try place.open(.readOnly)
        try store.checkIntegrity()
        try store.requireDecoded()
        #expect(try store.certificates().count == 2)
    }

    /// An anchor of which one bit is another verifies nothing, and no document may be called a forgery for it.
    @Test(arguments: ["der", "sha256"])
    func `are a failure of the store where a judgement needs them`(column: String) throws {
        try makeStore()
        try TestStore.alter(
            place.path,
            "UPDATE certificate SET \(column) = CAST(substr(\(column), 1, length(\(column)) - 2) || 'AA' AS BLOB)")
        let material = try place.open(.readOnly).material(at: now)
        #expect(material.anchors(ofCountry: "UT").certificates == [])
        if case .damaged? = material.failure {} else { Issue.record("the failure is remembered") }
    }

    @Test
    func `are a failure of the store where a revocation list is one of them`() throws {
        try makeStore()
        try TestStore.alter(place.path, "UPDATE revocation_list SET der = x'30'")
        let material = try place.open(.readOnly).material(at: now)
        #expect(material.revocationLists(ofCountry: "UT") == [])
        if case .damaged? = material.failure {} else { Issue.record("the failure is remembered") }
    }

    /// Each judgement says on which lists it rests, or could if it were asked to.
    @Test
    func `are a failure of the store before anything is judged, where they say which lists there are`() throws {
        try makeStore()
        let store = try place.open(.readOnly)
        _ = try store.material(at: now)
        try TestStore.alter(place.path, "UPDATE source SET kind = 'none' WHERE id = 2")
        #expect(throws: TrustStoreError.self) { try store.material(at: now) }
    }

    @Test(arguments: [
        "DELETE FROM source WHERE id = 3", "UPDATE revocation_list SET verified_by = 99",
        "UPDATE defect SET rule = 99", "UPDATE certificate SET trusted_by = 99 WHERE id = 2",
    ])
    func `are counted also where all can be decoded, and one refers to nothing`(sql: String) throws {
        try makeStore()
        try place.open(.readOnly).checkIntegrity()
        try TestStore.alter(place.path, sql)
        #expect(throws: TrustStoreError.self) { try place.open(.readOnly).checkIntegrity() }
    }

    /// A rule without its signer would speak of every document of the state.
    @Test(arguments: [
        "UPDATE defect_rule SET signer_issuer = x'00'", "UPDATE defect_rule SET signer_serial = NULL",
        "UPDATE defect SET type = 'none'",
    ])
    func `are a failure of the store where they say what is known of documents`(sql: String) throws {
        try makeStore()
        let identity = DocumentIdentity(signer: try TestAuthority().documentSigner(serial: 7))
        #expect(try place.open(.readOnly).material(at: now).defects(of: identity).count == 1)
        try TestStore.alter(place.path, sql)
        let material = try place.open(.readOnly).material(at: now)
        #expect(material.defects(of: identity) == [])
        if case .damaged? = material.failure {} else { Issue.record("the failure is remembered") }
        #expect(throws: TrustStoreError.self) { try place.open(.readOnly).checkIntegrity() }
    }
}

@Suite("Trust store: what is no file")
struct StorePlaceTests {
    let place = TestStore()

    private func error(_ path: String, _ access: TrustStore.Access) -> TrustStoreError? {
        do throws(TrustStoreError) {
            _ = try TrustStore(path: path, access: access, patience: .zero)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [TrustStore.Access.readOnly, .readWrite(create: true), .immutable])
    func `is refused before it is opened`(access: TrustStore.Access) throws {
        let pipe = place.path
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(error(pipe, access) == .notAFile(path: pipe, found: .pipe))
        #expect(error("/dev/null", access) == .notAFile(path: "/dev/null", found: .device))
        let folder = place.folder.url.path(percentEncoded: false)
        #expect(error(folder, access) == .notAFile(path: folder, found: .folder))
        #expect("\(TrustStoreError.notAFile(path: "p", found: .pipe))" == "p is a pipe, and a trust store is a file")
    }

    @Test
    func `is refused also as a socket`() throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        try #require(place.path.utf8.count < capacity)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(place.path.utf8)) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        #expect(error(place.path, .readOnly) == .notAFile(path: place.path, found: .socket))
    }
}
