import Cryptography
import Foundation
import Issuing
import LDS
import PKI
import Report
import Standards
import TestSupport
import Testing

/// Documents, issuers and lists as files, and the verdict of `emrtd verify` on them.
@Suite("Chains and revocation from files to the verdict")
struct HandedTrustCaseTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "handed-\(UUID().uuidString)")

    private typealias Authority = HandedAuthority
    private typealias Passport = HandedPassport
    private typealias Keys = HandedKeys

    private static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }

    private static func name(_ country: String = "UT", _ commonName: String = "CSCA") -> DirectoryName {
        DirectoryName(country: country, organization: "Ministry", commonName: commonName)
    }

    private func authority() throws -> Authority { Authority(name: Self.name(), key: try Keys.old.get()) }

    /// The report on a document, by certificates and lists in files.
    private func verify(
        _ passport: Passport, csca: [[UInt8]], crl: [[UInt8]] = [], at time: String = "2026-01-31",
        policy: String = "operational"
    ) throws -> InspectionReport {
        defer { try? FileManager.default.removeItem(at: folder) }
        try passport.write(to: folder.appending(path: "document"))
        var arguments = [
            "verify", folder.appending(path: "document").path(), "--at", time, "--policy", policy, "--json",
        ]
        for (option, files) in [("csca", csca), ("crl", crl)] {
            for (index, bytes) in files.enumerated() {
                let file = folder.appending(path: "\(option)-\(index).\(option == "crl" ? "crl" : "cer")")
                try Data(bytes).write(to: file)
                arguments += ["--\(option)", file.path()]
            }
        }
        let outcome = try BuiltProgram.run(arguments)
        let report = try InspectionReport(json: outcome.output)
        #expect(outcome.status == ["accepted": 0, "rejected": 1, "undecided": 2][report.verdict.rawValue])
        return report
    }

    private func code(_ report: InspectionReport, _ check: CheckID) -> String? {
        report.checks.first { $0.id == check }?.result.reason?.code
    }

    @Test func `4: takes an issuer whose parts stand in another order, and one in lower case`() throws {
        var passport = Passport(authority: try authority())
        var reversed = passport.authority.name
        reversed.isReversed = true
        passport.issuerName = reversed
        let csca = [try passport.authority.certificate()]
        let other = try verify(passport, csca: csca)
        #expect(other.verdict == .accepted)
        #expect(other.remarks.map(\.code).contains("Q31-issuer-rdn-order"))
        passport.issuerName = DirectoryName(country: "ut", organization: "ministry", commonName: "csca")
        let lower = try verify(passport, csca: csca)
        #expect(lower.verdict == .accepted)
        #expect(lower.remarks.map(\.code).contains("Q22-name-written-differently"))
    }

    @Test(arguments: [("strict", 1), ("operational", 1), ("archive", 0)])
    func `5: judges certificates that expired as the policy says`(policy: String, status: Int) throws {
        var passport = Passport(authority: try authority())
        passport.authority.until = Self.day(2026, 1, 30)
        let issuer = try verify(passport, csca: [passport.authority.certificate()], policy: policy)
        #expect(issuer.verdict == (status == 0 ? .accepted : .rejected))
        #expect(code(issuer, "pa.issuer.validity") == (status == 0 ? nil : "expired"))

        passport = Passport(authority: try authority(), signerUntil: Self.day(2026, 1, 30))
        let signer = try verify(passport, csca: [passport.authority.certificate()], policy: policy)
        #expect(signer.verdict == (status == 0 ? .accepted : .rejected))
        #expect(code(signer, "pa.documentSigner.validity") == (status == 0 ? nil : "expired"))
        #expect(code(signer, "consistency.expiry") == nil, "the document itself is valid")
    }

    @Test(arguments: ["operational", "archive"])
    func `5: records a signing time before the signer's certificate`(policy: String) throws {
        let passport = Passport(authority: try authority(), signerFrom: Self.day(2024, 7))
        let report = try verify(passport, csca: [passport.authority.certificate()], policy: policy)
        #expect(code(report, "pa.sod.signingTime") == "signingTimeOutside")
        #expect(code(report, "pa.documentSigner.validity") == (policy == "archive" ? "notYetValid" : nil))
        #expect(report.verdict == (policy == "archive" ? .rejected : .accepted))
    }

    @Test func `6: follows a state from RSA to brainpool, as far as its certificates are known`() throws {
        let old = Authority(name: Self.name(), key: try Keys.rsa.get(), algorithm: .rsaPKCS1(.sha256))
        let new = Authority(name: Self.name(), key: try Keys.new.get(), serialNumber: 2)
        let (before, after) = (Passport(authority: old), Passport(authority: new))
        #expect(try verify(before, csca: [old.certificate()]).verdict == .accepted)
        #expect(code(try verify(after, csca: [old.certificate()]), "pa.issuer.found") == "noAnchor")
        let linked = try verify(after, csca: [old.certificate(), new.link(from: old)])
        #expect(linked.verdict == .accepted)
        #expect(linked.remarks.map(\.code).contains("Q7-link-certificate-only"))
        #expect(try verify(after, csca: [new.certificate()]).verdict == .accepted)
        #expect(try verify(before, csca: [new.certificate()]).verdict == .undecided)
    }

    /// The newest key has the name of the older one, or another that a link certificate tells of.
    @Test(arguments: ["CSCA", "New"])
    func `7: finds a revoked signer by the newest key's list, before and after it signed`(name: String) throws {
        let old = try authority()
        let new = Authority(
            name: Self.name("UT", name), key: try Keys.new.get(), serialNumber: 2, from: Self.day(2025))
        let passport = Passport(authority: old)
        let csca = try [old.certificate(), new.certificate()] + (name == "CSCA" ? [] : [new.link(from: old)])
        for policy in ["strict", "operational", "archive"] {
            let later = try verify(passport, csca: csca, crl: [new.list(revoking: [0x2A])], policy: policy)
            #expect(later.verdict == (policy == "archive" ? .accepted : .rejected))
            #expect(code(later, "pa.documentSigner.revocation") == (policy == "archive" ? nil : "revoked"))
            #expect(later.remarks.map(\.code).contains("revoked-after-signing") == (policy == "archive"))
            let before = [try new.list(revoking: [0x2A], on: Self.day(2024, 5))]
            #expect(try verify(passport, csca: csca, crl: before, policy: policy).verdict == .rejected)
        }
        let strict = try verify(passport, csca: csca, crl: [new.list(revoking: [0x2B])], policy: "strict")
        #expect(strict.signer?.trust == .trusted)

        let stale = try verify(passport, csca: csca, crl: [new.list(revoking: [])], at: "2026-05-01")
        #expect(stale.verdict == .undecided)
        #expect(code(stale, "pa.documentSigner.revocation") == "crlStale")
    }

    @Test func `7: leaves open what another authority of the state revokes by the same number`() throws {
        let passport = Passport(authority: try authority())
        let other = Authority(
            name: Self.name("UT", "Office"), key: try Keys.new.get(), serialNumber: 2, from: Self.day(2025))
        let csca = [try passport.authority.certificate(), try other.certificate()]
        let own = try passport.authority.list(revoking: [])
        let lists = [try other.list(revoking: [0x2A], on: Self.day(2024, 5)), own]
        for policy in ["strict", "operational", "archive"] {
            let report = try verify(passport, csca: csca, crl: lists, policy: policy)
            #expect(report.verdict == (policy == "archive" ? .accepted : .undecided))
            #expect(code(report, "pa.documentSigner.revocation") == "revokedPerhaps")
            #expect(report.text(width: 1000).contains("CN=Office"))
        }
    }

    @Test(arguments: ["strict", "operational", "archive"])
    func `7: takes no list of another state that has the same name`(policy: String) throws {
        let passport = Passport(authority: try authority())
        let foreign = Authority(name: Self.name("XO"), key: try Keys.new.get(), serialNumber: 2)
        let report = try verify(
            passport, csca: [passport.authority.certificate(), foreign.certificate()],
            crl: [foreign.list(revoking: [0x2A], on: Self.day(2024, 5))], policy: policy)
        #expect(report.verdict == (policy == "strict" ? .undecided : .accepted))
        #expect(code(report, "pa.documentSigner.revocation") == "noCRL")
    }

    @Test func `8: picks the signer out of two certificates in the security object`() throws {
        var passport = Passport(authority: try authority())
        passport.options.otherCertificates = [try passport.authority.certificate()]
        for identifier in SODOptions.SignerIdentifier.allCases {
            passport.options.signerIdentifier = identifier
            #expect(try verify(passport, csca: [passport.authority.certificate()]).verdict == .accepted)
        }
        passport.options.includesCertificate = false
        passport.options.otherCertificates = []
        #expect(
            code(try verify(passport, csca: [passport.authority.certificate()]), "pa.documentSigner.found")
                == "signerMissing")
    }

    @Test(arguments: [
        ("GB", "GBR", true), ("GB", "GBD", true), ("GB", "GBO", true), ("DE", "D", true), ("EU", "EUE", true),
        ("UN", "UNO", true), ("KS", "RKS", true), ("XK", "RKS", true), ("XO", "XOM", true), ("RS", "RKS", false),
        ("GB", "D", false),
    ])
    func `9: knows whose certificates sign for which issuing state`(country: String, state: String, agree: Bool) throws
    {
        var authority = try authority()
        authority.name = Self.name(country)
        let report = try verify(Passport(authority: authority, state: state), csca: [authority.certificate()])
        #expect(code(report, "consistency.issuingState") == (agree ? nil : "otherState"))
        #expect(report.verdict == (agree ? .accepted : .rejected))
    }
}
