import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import Testing

@Suite("Revocation lists: Doc 9303-12 §7.1.4, judged by the openssl program")
struct RevocationListTests {
    static let profile = RevocationListProfile(
        number: 9, thisUpdate: TestState.day(2026), nextUpdate: TestState.day(2026, 4),
        entries: [
            .init(serialNumber: [0x2A], date: TestState.day(2025, 6)),
            .init(serialNumber: [0x80, 0x01], date: TestState.day(2025, 7)),
        ])

    static func openssl(_ list: [UInt8], _ state: TestState = TestState()) throws -> (status: Int32, output: String) {
        let csca = try state.authority.issue(state.cscaProfile, for: state.cscaKey.subjectPublicKeyInfo())
        return try OpenSSLProgram.run(
            ["crl", "-inform", "DER", "-in", "@crl", "-CAfile", "@csca", "-noout", "-text"],
            files: ["crl": list, "csca": OpenSSLProgram.pem(csca)])
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled))
    func `verify and name what is revoked`() throws {
        let list = try TestState().authority.issue(Self.profile)
        let (status, output) = try Self.openssl(list)

        #expect(status == 0 && output.contains("verify OK"), "\(output)")
        #expect(output.contains("Serial Number: 2A") && output.contains("Serial Number: 8001"), "\(output)")
        let decoded = try CertificateRevocationList(encoded: list)
        #expect(decoded.revoked == [[0x2A]: TestState.day(2025, 6), [0x80, 0x01]: TestState.day(2025, 7)])
        #expect(!decoded.hasEntryExtensions && decoded.nextUpdate == TestState.day(2026, 4))
    }

    @Test(arguments: [[2025, 2024], [2024, 2025]])
    func `count a certificate that is named twice as revoked since the earlier date`(_ years: [Int]) throws {
        var profile = Self.profile
        profile.entries = years.enumerated().map { index, year in
            .init(serialNumber: [UInt8](repeating: 0, count: index) + [0x2A], date: TestState.day(year))
        }
        let list = try CertificateRevocationList(encoded: TestState().authority.issue(profile))
        #expect(list.revoked == [[0x2A]: TestState.day(2024)])
        #expect(list.revocation(of: [0, 0, 0x2A]) == TestState.day(2024))
    }

    @Test
    func `carry reasons and leave out what is not wanted`() throws {
        var profile = Self.profile
        profile.entries[0].reason = 1
        profile.nextUpdate = nil
        profile.number = nil
        let list = try CertificateRevocationList(encoded: TestState().authority.issue(profile))

        #expect(list.hasEntryExtensions && list.nextUpdate == nil)
        #expect(!list.extensions.contains { $0.oid == .crlNumber })
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled), arguments: RevocationListProfile.Deviation.allCases)
    func `depart from the rules in one way`(_ deviation: RevocationListProfile.Deviation) throws {
        var profile = Self.profile
        profile.deviations = [deviation]
        let state = TestState.rsa
        let list = try state.authority.issue(profile)
        let (_, output) = try Self.openssl(list, state)
        let expected =
            switch deviation {
            case .brokenSignature, .digestInfoWithoutNull, .differingAlgorithms: "verify failure"
            case .withoutAuthorityKeyIdentifier: "verify OK"
            case .deltaIndicator: "Delta CRL Indicator: critical"
            case .issuingDistributionPoint: "Only User Certificates"
            case .indirect: "Indirect CRL"
            case .unknownCriticalExtension: "1.3.6.1.4.1.55555.1: critical"
            case .version1: "Version 1"
            case .generalizedTime: "verify OK"
            }

        #expect(output.contains(expected), "\(output)")
        #expect(try list != state.authority.issue(Self.profile))
    }

    @Test
    func `take time and space in proportion to their entries`() throws {
        let authority = TestState().authority
        func duration(_ count: Int) throws -> Duration {
            var profile = Self.profile
            profile.entries = (1...count).map { number in
                .init(serialNumber: DataObjectWriter.octets(number), date: TestState.day(2025))
            }
            return try ContinuousClock().measure { _ = try authority.issue(profile) }
        }
        let short = try duration(5_000)
        #expect(try duration(50_000) < short * 40)
    }
}
