import ByteCoding
import Cryptography
import Foundation
import Issuing
import LDS
import Report
import Standards
import TestSupport
import Testing

/// Documents as files, issuers and lists in a trust store, and the verdict of `emrtd verify` on them.
@Suite("Revocation and missing signers from a store to the verdict")
struct HandedStoreCaseTests {
    private let folder = TemporaryFolder()
    private let passport: HandedPassport

    init() throws {
        passport = HandedPassport(
            authority: HandedAuthority(
                name: DirectoryName(country: "UT", organization: "Ministry", commonName: "CSCA"),
                key: try HandedKeys.old.get()))
        try take(passport.authority.certificate(), "csca.cer", "--trust-certificates")
    }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    /// Imports a file into the store.
    private func take(_ bytes: [UInt8], _ name: String, _ options: String...) throws {
        try Data(bytes).write(to: URL(filePath: path(name)))
        let outcome = try BuiltProgram.run(["trust", "import", path(name), "--store", path("store")] + options)
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    }

    private func arguments(_ policy: String) -> [String] {
        ["--store", path("store"), "--at", "2026-01-31", "--policy", policy]
    }

    private func verify(_ passport: HandedPassport, certificate: [UInt8], _ policy: String) throws -> InspectionReport {
        try passport.write(to: folder.url.appending(path: "document"), certificate: certificate)
        let outcome = try BuiltProgram.run(["verify", path("document"), "--json"] + arguments(policy))
        return try InspectionReport(json: outcome.output)
    }

    private func reason(_ report: InspectionReport, _ check: CheckID) -> Reason? {
        report.checks.first { $0.id == check }?.result.reason
    }

    /// Statuses of CertRevoked in a defect list, and what each policy makes of the document: a list gives no date.
    @Test(arguments: [
        (UInt8(0), "revoked", ["rejected", "rejected", "rejected"]),
        (3, "revoked", ["rejected", "rejected", "rejected"]),
        (1, "revocationDoubtful", ["undecided", "undecided", "accepted"]),
        (32, "revocationDoubtful", ["undecided", "undecided", "accepted"]),
    ])
    func `7: finds a signer that a defect list revokes`(status: UInt8, code: String, verdicts: [String]) throws {
        let signer = try passport.signerCertificate()
        try take(
            ListAuthority().signer(.defectList).defectList(
                DefectListContents(defects: [.init(signer: .named(by: signer), known: [.revoked(status: status)])]),
                options: ListAuthority.options), "list.dl", "--accept-unpinned")
        for (policy, verdict) in zip(["strict", "operational", "archive"], verdicts) {
            let report = try verify(passport, certificate: signer, policy)
            #expect(report.verdict.rawValue == verdict, "\(policy)")
            let found = reason(report, "pa.documentSigner.revocation")
            #expect(found?.code == code)
            #expect(found?.text.contains("no date") == true)
            #expect(report.knownDefects.map(\.isApplied) == [true])

            let hashes = try passport.groups().map {
                "\"\($0.key.rawValue)\":\"\(HashAlgorithm.sha256.hash($0.value).hexadecimal)\""
            }
            let sod = Data(try passport.sod(certificate: signer)).base64EncodedString()
            let record = #"{"id":"a","sod":"\#(sod)","dataGroupHashes":{\#(hashes.joined(separator: ","))}}"#
            let stream = try BuiltProgram.run(["verify", "--stream"] + arguments(policy), input: record)
            #expect(stream.output.contains(#""verdict":"\#(verdict)""#), "\(policy): \(stream.output)")
        }
        let other = try passport.signerCertificate(serialNumber: 0x2B)
        #expect(try verify(passport, certificate: other, "operational").verdict == .accepted, "another signer")
    }

    @Test(arguments: SODOptions.SignerIdentifier.allCases)
    func `8: finds the signer in the store where the security object lacks it`(
        identifier: SODOptions.SignerIdentifier
    ) throws {
        var passport = passport
        passport.options.signerIdentifier = identifier
        passport.options.includesCertificate = false
        let signer = try passport.signerCertificate()
        try take(passport.authority.list(revoking: []), "list.crl")
        let missing = try verify(passport, certificate: signer, "operational")
        #expect(reason(missing, "pa.documentSigner.found")?.code == "signerMissing")
        #expect(missing.verdict == .undecided)

        try take(signer, "signer.cer")
        for policy in ["strict", "operational", "archive"] {
            let report = try verify(passport, certificate: signer, policy)
            // How the chip of a folder of files was opened is not on record, which `strict` leaves open.
            #expect(report.verdict == (policy == "strict" ? .undecided : .accepted), "\(policy)")
            #expect(report.signer?.trust == .trusted)
            #expect(report.remarks.map(\.code).contains("Q46-signer-outside-sod"))
        }
        // A certificate in the object that is not the signer's does not stand for it.
        passport.options.otherCertificates = [try passport.authority.certificate()]
        #expect(try verify(passport, certificate: signer, "operational").verdict == .accepted)
        let other = try HandedStoreCaseTests()
        #expect(try other.verify(passport, certificate: signer, "operational").verdict == .undecided)
    }

    @Test(arguments: SODOptions.SignerIdentifier.allCases)
    func `8: picks the signer out of two in the security object`(identifier: SODOptions.SignerIdentifier) throws {
        var passport = passport
        passport.options.signerIdentifier = identifier
        let signer = try passport.signerCertificate()
        passport.options.otherCertificates = [try passport.strangersCertificate(serialNumber: 0x2B)]
        let report = try verify(passport, certificate: signer, "operational")
        #expect(report.verdict == .accepted)
        #expect(report.signer?.certificate?.sha256 == HashAlgorithm.sha256.hash(signer).hexadecimal)
        try take(passport.authority.list(revoking: [0x2B]), "list.crl")
        #expect(try verify(passport, certificate: signer, "strict").signer?.trust == .trusted, "the other is revoked")
    }
}

extension HandedPassport {
    /// A signer of the same authority with another key.
    fileprivate func strangersCertificate(serialNumber: UInt8) throws -> [UInt8] {
        try signerCertificate(serialNumber: serialNumber, key: HandedKeys.new.get())
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String { Hexadecimal.encode(self) }
}
