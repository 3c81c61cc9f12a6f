import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Security objects judged by what is known of their signer, with revocation lists")
struct RepeatedRevocationTests {
    /// What revocation lists there are; each entry is of the same day.
    enum Lists: CaseIterable {
        case none, nothingRevoked, signerRevoked, issuerRevoked, outOfDate, future, partial, strangers, otherAuthority
        case linkedState, both
    }

    private static let day = TestDocument.day(2024, 6, 15)

    /// One that signed on each side of that day, on it, and never said when.
    private static let signings: [Timestamp?] = [
        Timestamp(secondsSince1970: day.secondsSince1970 - 1), day,
        Timestamp(secondsSince1970: day.secondsSince1970 + 1), nil,
    ]

    private func list(
        _ document: TestDocument, _ revoked: [UInt8], _ change: (inout RevocationListProfile) -> Void = { _ in }
    ) throws -> CertificateRevocationList {
        var profile = RevocationListProfile(
            thisUpdate: TestDocument.day(2025, 12, 1), nextUpdate: TestDocument.day(2026, 3, 1),
            entries: revoked.map { .init(serialNumber: [$0], date: Self.day) })
        change(&profile)
        let issuer = CertificateIssuer(
            name: document.cscaName, key: document.cscaKey, algorithm: document.cscaAlgorithm)
        return try CertificateRevocationList(encoded: issuer.issue(profile))
    }

    private func circumstances(_ lists: Lists) throws -> (TestDocument, CSCAAnchors, [CertificateRevocationList]) {
        var document = TestDocument()
        var other = document
        other.cscaName = TestDocument.name("Another authority")
        other.cscaKey = TestKeys.other
        other.csca.serialNumber = [0x71]
        var found: [CertificateRevocationList] = []
        switch lists {
        case .none: break
        case .nothingRevoked: found = [try list(document, [0x2B])]
        case .signerRevoked: found = [try list(document, [0x2A])]
        case .issuerRevoked: found = [try list(document, [0x01])]
        case .outOfDate: found = [try list(document, [0x2A]) { $0.nextUpdate = TestDocument.day(2025, 12, 2) }]
        case .future: found = [try list(document, [0x2A]) { $0.thisUpdate = TestDocument.day(2026, 2) }]
        case .partial: found = [try list(document, [0x2A]) { $0.deviations = [.deltaIndicator] }]
        case .strangers: found = [try list(document, [0x2A]) { $0.deviations = [.brokenSignature] }]
        case .otherAuthority: found = [try list(other, [0x2A])]
        case .both: found = [try list(other, [0x2A]), try list(document, [0x2A])]
        case .linkedState:
            document.cscaName = TestDocument.name("CSCA", country: "GB")
            document.namedIssuer = TestDocument.name("CSCA", country: "BM")
            found = [try list(document, [0x2A])]
        }
        return (document, CSCAAnchors([try document.cscaCertificate(), try other.cscaCertificate()]), found)
    }

    @Test(arguments: Lists.allCases, RepeatedJudgementTests.policies)
    func `agree with the judgement in full`(lists: Lists, policy: TrustPolicy) throws {
        var (document, anchors, found) = try circumstances(lists)
        let context = try document.authentication(policy, anchors: anchors, revocationLists: found)
        let signer = try RepeatedJudgementTests.Signer(document)
        for signings in [Self.signings, Self.signings.reversed()] {
            var judge = RepeatedJudgement(context)
            for isHashed in [true, false, true, false] {
                for signing in signings {
                    document.options.signingTime = signing
                    _ = RepeatedJudgementTests.compare(
                        &judge, context, try signer.record(document, isHashed: isHashed),
                        "\(signing.map(String.init(describing:)) ?? "no time")")
                }
            }
            #expect(judge.counts.repeated >= judge.counts.all / 2, "the short way was taken")
        }
    }
}
