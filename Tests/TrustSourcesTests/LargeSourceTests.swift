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

@Suite("Large sources")
struct LargeSourceTests {
    /// A revocation list of so many entries, made from one of a single entry and signed like it.
    private static func revocationList(entries count: Int) throws -> [UInt8] {
        let small = try ListAuthority().revocationList(revoked: [[0x40, 0, 0, 0]])
        var file = ByteReader(small)
        var outer = try file.dataObject(0x30).reader
        let signed = try outer.dataObject(0x30)
        let parts = try signed.children()
        let entry = Array(
            try #require(parts.first { $0.tag == 0x30 && $0.value.first == 0x30 && $0.value.count < 40 }).value)
        var entries = [UInt8]()
        entries.reserveCapacity(count * entry.count)
        for _ in 0..<count { entries += entry }
        entries.withUnsafeMutableBytes { bytes in
            for index in 0..<count {
                let start = index * entry.count + 5
                bytes[start] = UInt8(truncatingIfNeeded: index >> 16)
                bytes[start + 1] = UInt8(truncatingIfNeeded: index >> 8)
                bytes[start + 2] = UInt8(truncatingIfNeeded: index)
            }
        }
        let many = DataObjectWriter.encode(0x30, entries)
        let tbs = DataObjectWriter.encode(
            0x30, containing: parts.map { $0.value.elementsEqual(entry) ? many : Array($0.encoded) })
        let authority = ListAuthority()
        let signature = try authority.key.sign(tbs, algorithm: authority.algorithm)
        let algorithm = Array(try outer.dataObject(0x30).encoded)
        return DataObjectWriter.encode(0x30, tbs + algorithm + DataObjectWriter.encode(0x03, [0x00] + signature))
    }

    private static func read(_ file: [UInt8]) -> TrustContents {
        TrustReader(verifier: ListVerifier(), at: ListAuthority.day(2025)).read(file, name: "large")
    }

    @Test
    func `reads a revocation list of 1,000,000 entries, and refuses a longer one`() throws {
        let list = try #require(
            Self.read(Self.revocationList(entries: 1_000_000)).deliveries.first?.revocationLists.first)
        #expect(list.value.revoked.count == 1_000_000)
        #expect(list.value.revocation(of: [0x40, 0x0F, 0x42, 0x3F]) != nil)
        #expect(list.value.revocation(of: [0x40, 0x0F, 0x42, 0x40]) == nil)
        let longer = Self.read(try Self.revocationList(entries: 1_000_001))
        #expect(longer.deliveries.isEmpty)
        #expect(longer.refused.map(\.reason.code) == ["malformed"])
    }

    @Test
    func `takes a revocation list of 1,000,000 entries into a store, and finds a revoked number there`() throws {
        let folder = TemporaryFolder()
        let store = try TrustStore(
            path: folder.url.appending(path: "trust.sqlite").path, access: .readWrite(create: true))
        let now = ListAuthority.day(2025, 2)
        let reader = TrustReader(verifier: ListVerifier(), trustsCertificates: true, at: now)
        var contents = reader.read(try ListAuthority().csca(), name: "csca.cer")
        contents.append(Self.read(try Self.revocationList(entries: 1_000_000)))
        _ = try store.take(contents.deliveries, at: now)

        // As a judgement asks: the newest list that a trusted key of the state signed.
        let lists = try store.material(at: now).revocationLists(ofCountry: "UT")
        let list = try #require(lists.first)
        #expect(lists.count == 1 && list.revoked.count == 1_000_000)
        #expect(list.revocation(of: [0x40, 0x0F, 0x42, 0x3F]) == ListAuthority.day(2025))
        #expect(list.revocation(of: [0x40, 0x0F, 0x42, 0x40]) == nil)
        #expect(try store.revocationLists().first?.verifiedBy == HashAlgorithm.sha256.hash(ListAuthority().csca()))
    }
}
