import ByteCoding
import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

/// Lists that real states publish, with the pins under which they are known.
@Suite("Real signed lists: Doc 9303-12 §8 and §9", .enabled(if: Repository.hasShared))
struct RealListTests {
    private static let germany2024 = "66b09a816ff5c76d3d6ef10f035ded4a8ac4b961b75955f1d5926dc3c63ecb5b"
    private static let germany2025 = "2084aed7a991b3158e63ad750d3dc38bc6c9dcf5958f28d1162f49884e91ada8"
    private static let unitedNations = "920693cd1283824ffdf48a3579fc35528122f3de46bab2ecdaef402db6d92e4e"
    private static let netherlands = "411356d206b99da15efadf4b84149f8600ee6260c6727cd6bc230d6b6e151a24"
    /// Of 2020; the authority that Italy names since 2024 issued no signer of the list at hand.
    private static let italy2020 = "f9f2c2554b60c7c6c1f17a3696cfd46afb65618fee17a3d42ac89be3a8f8c689"
    private static let italy2024 = "615bd40cd7bc63aeb572cf168ccb78162003b31cd98130dd71f7d2d69c83fa3a"

    struct Published: Sendable, CustomTestStringConvertible {
        let file: String
        let pin: String
        let country: String
        let count: Int
        var departures: [ListDeparture] = []
        var testDescription: String { file }
    }

    static let lists = [
        Published(file: "DE_ML_2024-08-07-07-38-24.ml", pin: germany2024, country: "DE", count: 541),
        Published(file: "DE_ML_2025-06-25-09-31-57.ml", pin: germany2025, country: "DE", count: 559),
        Published(file: "NL_ML_2025-12-20.ml", pin: netherlands, country: "NL", count: 395),
        Published(file: "IT_ML_2023-07-31.ml", pin: italy2020, country: "IT", count: 333),
        Published(
            file: "ICAO_ML_2023-09.ml", pin: unitedNations, country: "UN", count: 394,
            departures: [.digestInfoWithoutNull]),
    ]

    private static let time = Timestamp(secondsSince1970: 1_769_904_000)

    private static func signed(_ path: String) throws -> SignedData {
        try SignedData(contentInfo: Data(contentsOf: Repository.shared.appending(path: "data/\(path)")))
    }

    @Test(arguments: lists)
    func `trusts a published list by its pin, and not without`(_ list: Published) throws {
        let signed = try Self.signed("masterlists/\(list.file)")
        let pin = try #require(Hexadecimal.decode(list.pin))
        var verifier = ListVerifier(pins: [pin], accepted: Set(list.departures))
        let verified = try verifier.verify(signed, at: Self.time)
        #expect(verified.kind == .master)
        #expect(verified.standing == .pinned(pin))
        #expect(verified.country == list.country)
        #expect(verified.departures == list.departures)
        #expect(verified.signingTime != nil)
        #expect(try MasterList(encoded: verified.content).certificates.count == list.count)

        verifier.pins = []
        let unpinned = try verifier.verify(signed, at: Self.time)
        #expect(unpinned.issuerFingerprint == pin)
        guard case .untrusted(let reason) = unpinned.standing else {
            Issue.record("\(unpinned.standing)")
            return
        }
        #expect(reason.text.hasSuffix("emrtd trust pin add \(list.pin)"))

        verifier.acceptsUnpinned = true
        #expect(try verifier.verify(signed, at: Self.time).standing == .accepted)
    }

    @Test
    func `does not trust the list of one authority of a state by the pin of another`() throws {
        let pin = try #require(Hexadecimal.decode(Self.italy2024))
        let list = try ListVerifier(pins: [pin]).verify(Self.signed("masterlists/IT_ML_2023-07-31.ml"), at: Self.time)
        guard case .untrusted = list.standing else {
            Issue.record("\(list.standing)")
            return
        }
    }

    @Test
    func `refuses the list of September 2023 unless a DigestInfo without NULL is accepted`() throws {
        let signed = try Self.signed("masterlists/ICAO_ML_2023-09.ml")
        let verifier = ListVerifier(acceptsUnpinned: true)
        let refusal = try #require(throws: ListRefusal.self) { try verifier.verify(signed, at: Self.time) }
        #expect(refusal.reason.code == "digestInfoWithoutNull")
    }

    @Test
    func `takes the published deviation list, whose signer's purpose is not critical`() throws {
        let signed = try Self.signed("deviation/EE_DL_2018-06-26.bin")
        let verified = try ListVerifier().verify(signed, at: Self.time)
        #expect(verified.kind == .deviation)
        #expect(verified.country == "EE")
        #expect(verified.departures.contains(.purposeNotCritical))
        let pin = verified.issuerFingerprint ?? verified.signerFingerprint
        #expect(try ListVerifier(pins: [pin]).verify(signed, at: Self.time).standing == .pinned(pin))
        #expect(
            try DeviationList(encoded: verified.content).deviations.first?.documents.documentNumbers?.count == 169_422)
    }
}
