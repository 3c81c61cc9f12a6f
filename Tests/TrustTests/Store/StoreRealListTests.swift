import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// Five published master lists and a deviation list, in the store.
@Suite("Trust store: real lists", .enabled(if: Repository.hasShared))
struct StoreRealListTests {
    let place = TestStore()
    let now = TestDocument.day(2026)

    static let counts = [
        "DE_ML_2024-08-07-07-38-24.ml": 541, "DE_ML_2025-06-25-09-31-57.ml": 559, "ICAO_ML_2023-09.ml": 394,
        "IT_ML_2023-07-31.ml": 333, "NL_ML_2025-12-20.ml": 395,
    ]

    static func list(_ name: String, _ standing: TrustDelivery.Standing = .accepted) throws -> TrustDelivery {
        let file = Repository.shared.appending(path: "data/masterlists/\(name)")
        let signed = try SignedData(contentInfo: Array(try Data(contentsOf: file)))
        return try .test(.masterList, name, standing, MasterList(encoded: signed.eContent ?? []).certificates)
    }

    func union(_ store: TrustStore) throws {
        let lists = try Self.counts.keys.sorted().map { try Self.list($0) }
        let report = try store.take(lists, at: now)
        for source in report.sources {
            let count = source.certificates.new + source.certificates.known
            #expect(count == Self.counts[source.source.name], "\(source.source.name)")
        }
    }

    @Test
    func `unites five lists to 805 anchors of 524 keys, and answers for each`() throws {
        let store = try place.open()
        try union(store)
        let all = try store.certificates()
        #expect(all.count == 805)
        #expect(all.allSatisfy { $0.trust == .source })
        #expect(Set(all.map(\.certificate.subjectPublicKeyInfo)).count == 524)
        #expect(try store.statistics(at: now).states.reduce(0) { $0 + $1.anchors + $1.links } == 805)

        let material = try store.material(at: now)
        for stored in all {
            // Each may have issued what names its key.
            let found = material.documentSigners(for: .subjectKeyIdentifier(stored.keyIdentifier))
            #expect(found.contains(stored.certificate), "\(stored.certificate)")
            if let country = stored.country {
                #expect(material.anchors(ofCountry: country).certificates.contains(stored.certificate))
            }
        }
        #expect(material.failure == nil)
    }

    @Test
    func `keeps both of six pairs with equal issuer and serial number, one of them with different keys`() throws {
        let store = try place.open()
        try union(store)
        let pairs = Dictionary(grouping: try store.certificates()) {
            [$0.certificate.issuer.encoded, $0.certificate.serialNumber]
        }.values.filter { $0.count > 1 }
        #expect(pairs.count == 6)
        #expect(pairs.allSatisfy { $0.count == 2 })
        #expect(pairs.count { Set($0.map(\.certificate.subjectPublicKeyInfo)).count == 2 } == 1)
        let material = try store.material(at: now)
        for pair in pairs {
            let first = try #require(pair.first?.certificate)
            let found = material.documentSigners(
                for: .issuerAndSerialNumber(first.issuer, serialNumber: first.serialNumber))
            #expect(Set(found).isSuperset(of: pair.map(\.certificate)))
        }
    }

    @Test
    func `trusts by link what an older list vouches for in a newer one, and nothing else of it`() throws {
        let store = try place.open()
        _ = try store.take([Self.list("IT_ML_2023-07-31.ml")], at: now)
        let report = try store.take(
            [Self.list("DE_ML_2025-06-25-09-31-57.ml", TrustDelivery.unpinned)], at: now)
        let added = try store.certificates(CertificateQuery(isTrusted: true)).filter { $0.trust == .link }
        #expect(added.count == report.states.values.reduce(0) { $0 + $1.trustedByLink })
        #expect(added.count > 20)
        let known = Set(try store.certificates().filter { $0.trust == .source }.map(\.country))
        #expect(added.allSatisfy { known.contains($0.country) && $0.trustedBy != nil })
        #expect(try store.certificates(CertificateQuery(isTrusted: false)).count > 0)
    }

    @Test
    func `finds a document among the 169,422 numbers of a real deviation list`() throws {
        let folder = Repository.shared.appending(path: "data/deviation")
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let signed = try SignedData(contentInfo: Array(try Data(contentsOf: folder.appending(path: name))))
        let list = try DeviationList(encoded: signed.eContent ?? [])
        var delivery = TrustDelivery.test(.deviationList, name, .accepted)
        delivery.source.country = "EE"
        delivery.deviationLists = [.init(list)]
        let store = try place.open()
        _ = try store.take([delivery], at: now)
        #expect(try store.statistics(at: now).documentNumbers == 169_422)

        let material = try store.material(at: now)
        let entry = try #require(list.deviations.first { $0.documents.documentNumbers != nil })
        let number = try #require(entry.documents.documentNumbers?.sorted().dropFirst(100_000).first)
        let issuer = try #require(signed.certificates.first?.issuer)
        func document(_ number: String) -> DocumentIdentity {
            DocumentIdentity(
                documentCode: entry.documents.documentType, documentNumber: number,
                issuingDate: entry.documents.issuingDates?.lowerBound,
                signerIdentifier: .issuerAndSerialNumber(issuer, serialNumber: [1]))
        }
        #expect(material.defects(of: document(number)).map(\.type) == entry.descriptions.map(\.type))
        #expect(material.defects(of: document("NOSUCHNUMBER")) == [])
        #expect(try store.rules(ofDocument: number, ofCountry: "EE").first?.rule.defects.isEmpty == false)
        #expect(try store.rules(ofDocument: number, ofCountry: "UT").isEmpty)
        let start = ContinuousClock.now
        for _ in 0..<1000 { _ = material.defects(of: document(number)) }
        #expect(ContinuousClock.now - start < .seconds(2))
    }
}
