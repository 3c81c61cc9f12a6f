import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Trust store: the file")
struct StoreFileTests {
    let place = TestStore()
    let now = TestDocument.day(2026)

    func alter(_ path: String, _ sql: String) throws { try TestStore.alter(path, sql) }

    func error(_ access: TrustStore.Access = .readOnly) -> TrustStoreError? {
        do throws(TrustStoreError) {
            _ = try TrustStore(path: place.path, access: access, patience: .zero).generation()
            return nil
        } catch {
            return error
        }
    }

    @Test
    func `makes a store that only its owner can read, in a folder that only its owner can enter`() throws {
        let path = place.folder.url.appending(path: "data/emrtd/trust.sqlite").path(percentEncoded: false)
        _ = try TrustStore(path: path, access: .readWrite(create: true))
        #expect(try place.folder.mode("data/emrtd/trust.sqlite") == 0o600)
        #expect(try place.folder.mode("data/emrtd") == 0o700)
    }

    @Test
    func `says that there is no store, and makes none to read from`() throws {
        #expect(error() == .notFound(path: place.path))
        #expect(error(.readWrite(create: false)) == .notFound(path: place.path))
        #expect(place.folder.names() == [])
    }

    @Test
    func `takes an empty file for a store that nobody has written yet`() throws {
        try Data().write(to: URL(filePath: place.path))
        #expect(error() == .notFound(path: place.path))
        _ = try place.open()
        #expect(error() == nil)
    }

    @Test(arguments: [
        Data("no database, but a text that is long enough to hold what the head of one holds\n".utf8),
        Data(repeating: 0, count: 8192), Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37) }),
    ])
    func `refuses a file that is no database, and leaves it as it is`(content: Data) throws {
        try content.write(to: URL(filePath: place.path))
        #expect(error() == .notAStore(path: place.path))
        #expect(error(.readWrite(create: true)) == .notAStore(path: place.path))
        #expect(try Data(contentsOf: URL(filePath: place.path)) == content)
    }

    @Test
    func `refuses the database of another program`() throws {
        try alter(place.path, "CREATE TABLE t (x); PRAGMA application_id = 7;")
        #expect(error() == .notAStore(path: place.path))
        #expect(error(.readWrite(create: true)) == .notAStore(path: place.path))
    }

    @Test
    func `refuses a store from a newer version, and names both`() throws {
        _ = try place.open()
        try alter(place.path, "PRAGMA user_version = 99;")
        let expected = TrustStoreError.newerVersion(path: place.path, found: 99, known: TrustStore.formatVersion)
        #expect(error() == expected)
        #expect(error(.readWrite(create: true)) == expected)
        #expect("\(expected)".contains("99"))
    }

    @Test
    func `brings an older store up to date and keeps what is in it`() throws {
        let store = try place.open()
        let csca = try TestAuthority().certificate()
        _ = try store.take([.test(.certificates, "known", .direct, [csca])], at: now)
        // What version 1 did not have.
        try alter(
            place.path,
            """
            DROP TABLE defect_number; DROP TABLE defect; DROP TABLE defect_rule; DROP TABLE defect_list;
            DROP TABLE revocation_list_source; DROP TABLE revocation_list;
            DROP TABLE collection; DROP INDEX certificate_source_place;
            ALTER TABLE source DROP COLUMN departures; PRAGMA user_version = 1;
            """)
        let reopened = try place.open(.readOnly)
        #expect(try reopened.material(at: now).anchors(ofCountry: "UT").certificates == [csca])
        #expect(try reopened.material(at: now).revocationLists(ofCountry: "UT") == [])
        #expect(error() == nil)
    }

    @Test
    func `does not bring a store up to date by halves`() throws {
        _ = try place.open()
        // A table of version 2 is in the way.
        try alter(place.path, "PRAGMA user_version = 1; DROP TABLE revocation_list_source; DROP TABLE revocation_list;")
        let before = try Data(contentsOf: URL(filePath: place.path))
        if case .damaged = error(.readWrite(create: false)) {
        } else {
            Issue.record("the tables are not those of version 1")
        }
        try alter(place.path, "PRAGMA wal_checkpoint(TRUNCATE);")
        #expect(try Data(contentsOf: URL(filePath: place.path)) == before)
    }

    @Test
    func `finds a damaged page when it is read`() throws {
        let store = try place.open()
        let certificates = try (1...60).map { try TestAuthority().documentSigner(serial: $0) }
        _ = try store.take([.test(.certificates, "known", .direct, certificates)], at: now)
        try alter(place.path, "PRAGMA wal_checkpoint(TRUNCATE);")
        let material = try place.open(.readOnly).material(at: now)
        let file = try FileHandle(forUpdating: URL(filePath: place.path))
        let size = try file.seekToEnd()
        for page in 4..<size / 4096 {
            try file.seek(toOffset: page * 4096)
            file.write(Data(repeating: 0xA5, count: 64))
        }
        try file.close()
        #expect(throws: TrustStoreError.self) { try place.open(.readOnly).checkIntegrity() }
        #expect(material.documentSigners(for: .issuerAndSerialNumber(certificates[7].issuer, serialNumber: [8])) == [])
        if case .damaged = material.failure {} else { Issue.record("the failure is remembered") }
    }

    @Test
    func `reads a store that lies where nothing can be written`() throws {
        _ = try place.open().take([.test(.certificates, "known", .direct, [TestAuthority().certificate()])], at: now)
        let immutable = try place.open(.immutable).material(at: now)
        #expect(immutable.anchors(ofCountry: "UT").certificates.count == 1)
        #expect(throws: TrustStoreError.notWritable(path: place.path)) {
            try place.open(.readOnly).take([], at: now)
        }
    }

    @Test
    func `follows a link to the file, and refuses one that leads nowhere`() throws {
        let link = place.folder.url.appending(path: "link.sqlite").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path)
        #expect(throws: TrustStoreError.self) { try TrustStore(path: link, access: .readWrite(create: true)) }
        _ = try place.open()
        _ = try TrustStore(path: link, access: .readWrite(create: true)).generation()
        #expect(place.folder.names() == ["link.sqlite", "trust.sqlite"])
    }
}
