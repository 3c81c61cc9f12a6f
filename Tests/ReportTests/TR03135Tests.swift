import Foundation
import Report
import Standards
import TestSupport
import Testing

@Suite("The report in the terms of TR-03135-1")
struct TR03135Tests {
    /// A document of which lists know something: the signature of its signer is wrong, and forgiven.
    static var known: InspectionReport {
        var report = SampleReports.accepted
        report.trustLists = [
            .init(
                kind: "masterList", name: "Utopia.ml", certificateCount: 12, sha256: String(repeating: "4E", count: 32),
                country: "UT", signingTime: SampleReports.time, signerSHA256: String(repeating: "5F", count: 32))
        ]
        report.policy = .init(
            name: "desk", base: "operational", sha256: String(repeating: "6A", count: 32), access: "auto",
            judgedAt: SampleReports.time, basis: "now")
        report.knownDefects = [
            KnownDefectEntry(
                type: "2.23.136.1.1.7.1.1", text: "Signed wrongly in May", listKind: "deviationList",
                listName: "UT.dl", country: "UT", sha256: String(repeating: "7B", count: 32), isCritical: false,
                changedChecks: ["pa.documentSigner.signature"], trustBefore: .notTrusted)
        ]
        report.signer?.trust = .undetermined
        report.checks += [
            Check(
                id: "pa.documentSigner.signature",
                result: .undetermined(Reason("knownDefect", "A deviation list of UT says so.")), obligation: .mandatory,
                answer: .issuerTrust, source: .tr03135("5.6.4.3.3"),
                preDefectResult: .failed(Reason("signatureWrong", "It is not signed by the key it names."))),
            SampleReports.check(
                "consistency.printedMRZ", .consistency,
                .failed(Reason("mrzDiffers", "The name is ERIKSSON there and ERICSSON here.")), .optional,
                evidence: [.init("DG1", "ERIKSSON")]),
            SampleReports.check("pa.documentSigner.validity", .issuerTrust),
            SampleReports.check("pa.issuer.validity", .issuerTrust),
        ]
        return report
    }

    private static let samples = SampleReports.all + [("known-defect", known)]

    @Test(arguments: samples.map(\.0)) func `is the checked-in log, which keeps the schema`(name: String) throws {
        let report = try #require(Self.samples.first { $0.0 == name }?.1)
        let log = report.tr03135JSON()
        #expect(try Golden.difference(log, "report/\(name).tr03135.json") == nil)
        let validator = try SchemaValidator(InspectionReport.tr03135Schema)
        #expect(try validator.faults(in: log) == [])
        #expect(try validator.faults(in: report.tr03135JSON(.full)) == [])
    }

    @Test func `has a checked-in schema`() throws {
        #expect(try Golden.difference(InspectionReport.tr03135Schema, "report/tr03135-report-1.schema.json") == nil)
    }

    @Test func `names the holder in a full log alone`() {
        let (standard, full) = (Self.known.tr03135JSON(), Self.known.tr03135JSON(.full))
        for personal in ["ERIKSSON", "L898902C3", "1974-08-12", "Anna"] {
            #expect(!standard.contains(personal), "\(personal)")
        }
        #expect(full.contains("ERIKSSON") && full.contains("L898902C3"))
        #expect(standard.contains("\"issuingState\" : \"UTO\""))
    }

    @Test func `keeps what a check and the signer were before a known defect`() throws {
        let log = try JSONSerialization.jsonObject(with: Data(Self.known.tr03135JSON().utf8)) as? [String: Any]
        let checks = try #require(log?["checks"] as? [[String: Any]])
        let signature = try #require(checks.first { $0["name"] as? String == "dsCertificateSignature" })
        #expect((signature["preDefectResult"] as? [String: Any])?["result"] as? String == "failed")
        let signer = try #require(log?["signer"] as? [String: Any])
        #expect(signer["trustStatus"] as? String == "certificate_undetermined")
        let defects = try #require(signer["knownDefects"] as? [[String: Any]])
        let before = try #require(defects.first?["preDefectResult"] as? [String: Any])
        #expect(before["trustStatus"] as? String == "certificate_invalid")
        #expect(before["signatureStatus"] as? String == "signature_invalid")
        #expect(before["certChainValidity"] as? String == "certificate_valid")
    }

    /// Results of proofs of the chip and what they come to: TR-03135-1 §5.6.4.1.
    static let proofs: [([CheckResult], String)] = {
        let reason = Reason("code", "Text.")
        return [
            ([.successful, .undetermined(reason)], "successful"), ([.successful, .failed(reason)], "failed"),
            ([.undetermined(reason), .notSupported(reason)], "undetermined"),
            ([.notSupported(reason)], "not supported"),
            ([.aborted(reason), .undetermined(reason)], "aborted"), ([.aborted(reason), .successful], "successful"),
        ]
    }()

    @Test(arguments: proofs) func `lets one proof of the chip suffice`(results: [CheckResult], expected: String) throws
    {
        var report = SampleReports.accepted
        report.checks = zip(["aa.chip", "ca.chip", "cam.chip"] as [CheckID], results).map {
            SampleReports.check($0, .chipGenuineness, $1)
        }
        let log = try JSONSerialization.jsonObject(with: Data(report.tr03135JSON().utf8)) as? [String: Any]
        let checks = try #require(log?["checks"] as? [[String: Any]])
        #expect(checks.first { $0["id"] as? String == "5.6.4.1" }?["result"] as? String == expected)
    }

    @Test func `survives the way through the report's own JSON`() throws {
        #expect(try InspectionReport(json: Self.known.json()) == Self.known)
        #expect(try SchemaValidator(InspectionReport.jsonSchema).faults(in: Self.known.json()) == [])
        #expect(Self.known.text(width: 100).contains("Without the known defect it is failed: It is not signed"))
        #expect(Self.known.html().contains("Without the known defect it is failed: It is not signed"))
        #expect(Self.known.text(width: 120).contains("desk, based on operational, SHA-256 6A6A"))
    }

    @Test func `has a number of its own for every reason`() {
        let codes = [
            "noCRL", "crlStale", "expired", "revoked", "noAnchor", "signatureWrong", "comDisagrees", "differs",
            "crlUnusable", "revokedPerhaps",
        ]
        let numbers = Set(codes.map(TRErrorCode.number))
        #expect(numbers.count == codes.count && numbers.allSatisfy { (1001...999_999).contains($0) })
        #expect(TRErrorCode.number(of: "neverHeardOf") == 1000)
    }
}
