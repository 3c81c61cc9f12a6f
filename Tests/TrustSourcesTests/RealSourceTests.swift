import ByteCoding
import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust
import TrustSources

/// Lists that real states publish, read from the folder beside the checkout.
@Suite("Real lists as files", .enabled(if: Repository.hasShared))
struct RealSourceTests {
    private static let pins = [
        "66b09a816ff5c76d3d6ef10f035ded4a8ac4b961b75955f1d5926dc3c63ecb5b",
        "2084aed7a991b3158e63ad750d3dc38bc6c9dcf5958f28d1162f49884e91ada8",
        "920693cd1283824ffdf48a3579fc35528122f3de46bab2ecdaef402db6d92e4e",
        "411356d206b99da15efadf4b84149f8600ee6260c6727cd6bc230d6b6e151a24",
        "f9f2c2554b60c7c6c1f17a3696cfd46afb65618fee17a3d42ac89be3a8f8c689",
    ].compactMap { Hexadecimal.decode($0) }

    private static func read(_ paths: String..., accepted: Set<ListDeparture> = []) throws -> TrustContents {
        let verifier = ListVerifier(pins: Set(pins), accepted: accepted)
        return try TrustReader(verifier: verifier, at: Timestamp(secondsSince1970: 1_769_904_000)).read(
            SourceFiles(paths: paths.map { Repository.shared.appending(path: "data/\($0)").path }))
    }

    @Test
    func `reads every certificate of a folder of published lists, and loses none`() throws {
        let contents = try Self.read("masterlists", accepted: [.digestInfoWithoutNull])
        #expect(contents.refused.isEmpty)
        let lists = contents.deliveries.filter { $0.source.kind == .masterList }
        #expect(lists.map(\.certificates.count) == [541, 559, 394, 333, 395])
        #expect(lists.allSatisfy { if case .pinned = $0.standing { true } else { false } })
        #expect(lists.map(\.source.country) == ["DE", "DE", "UN", "IT", "NL"])
        #expect(lists.flatMap(\.refused).isEmpty)
        #expect(
            lists.map { $0.source.departures.map(\.number) }
                == [["Q-ML6"], ["Q-ML6"], ["Q-ML1", "Q-ML6"], ["Q-ML6"], ["Q-ML6"]], "links, beside the new key itself")
        #expect(Set(lists.flatMap { $0.certificates.map(\.value.encoded) }).count == 805)
        let files = contents.deliveries.filter { $0.source.kind == .certificates }
        #expect(files.map(\.certificates.count) == [1, 1])
        for file in files {
            guard case .untrusted(let reason) = file.standing else {
                Issue.record("\(file.source.name) is trusted")
                continue
            }
            #expect(reason.code == "notNamed")
        }
    }

    @Test
    func `refuses the list without NULL whole`() throws {
        let contents = try Self.read("masterlists/ICAO_ML_2023-09.ml")
        #expect(contents.deliveries.isEmpty)
        #expect(contents.refused.map(\.reason.code) == ["digestInfoWithoutNull"])
        #expect(contents.refused.first?.country == "UN")
    }

    @Test
    func `reads the published deviation list`() throws {
        let contents = try Self.read("deviation")
        let list = try #require(contents.deliveries.first)
        #expect(list.source.kind == .deviationList)
        #expect(list.source.departures.map(\.number) == ["Q-ML5"])
        #expect(list.deviationLists.first?.value.deviations.first?.documents.documentNumbers?.count == 169_422)
    }
}
