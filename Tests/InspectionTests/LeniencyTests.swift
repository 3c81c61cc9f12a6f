import ChipSimulator
import Foundation
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: what a policy of somebody's own lets pass is named, TR-03135-1 §5.4")
struct LeniencyTests {
    private func report(
        forgery: String? = nil, fault: String? = nil, base: TrustPolicy.Name = .operational, rulings: String = "",
        obligations: String = "", change: (inout SimulatedDocument) -> Void = { _ in }
    ) throws -> InspectionReport {
        var fixture = try InspectionFixture()
        if let forgery { try #require(ForgeryProfile(named: forgery)).apply(&fixture.simulated) }
        if let fault { try #require(FaultProfile(named: fault)).apply(&fixture.simulated) }
        change(&fixture.simulated)
        let text = """
            {
              "name": "desk", "based-on": "\(base.rawValue)",
              "rulings": {\(rulings)}, "obligations": {\(obligations)}
            }
            """
        fixture.policy = try TrustPolicy(file: Array(text.utf8), checks: PolicyTable.checks)
        return fixture.inspect()
    }

    /// What the page says, whatever its lines.
    private func words(_ report: InspectionReport) -> String {
        report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func colour(of number: String, in report: InspectionReport) throws -> String? {
        let log = try JSONSerialization.jsonObject(with: Data(report.tr03135JSON().utf8)) as? [String: Any]
        if number == "5.4" { return (log?["overall"] as? [String: Any])?["colour"] as? String }
        let checks = log?["checks"] as? [[String: Any]]
        return checks?.first { $0["id"] as? String == number }?["colour"] as? String
    }

    @Test func `calls no data unaltered whose wrong hash is only recorded`() throws {
        let report = try report(forgery: "dg2-bit", obligations: "\"pa.dataGroup.DG2\": \"recorded\"")
        #expect(report.verdict == .accepted)
        #expect(report["pa.dataGroup.DG2"]?.leniency?.code == "notCounted")
        #expect(report.answer(.dataIntegrity)?.reason?.code == "differs")
        #expect(report.text().contains("Not intact"))
        #expect(!report.text().contains("Unaltered"))
        #expect(
            report.text(width: 120).contains(
                "By the policy desk alone, which lets pass: As it was signed: DG2 (failed)"))
        #expect(report.nextSteps.first?.contains("'--policy operational'") == true)
        #expect(try colour(of: "5.4", in: report) == "yellow")
        #expect(try colour(of: "5.6.4", in: report) == "yellow")
    }

    @Test(arguments: ["sod-bit", "sod-wrong-digest"])
    func `calls no data unaltered whose list of hashes has a wrong signature`(forgery: String) throws {
        let wrong = try report(forgery: forgery)
        #expect(wrong.verdict == .rejected)
        #expect(wrong.answer(.dataIntegrity)?.isFailure == true)
        #expect(words(wrong).contains("the signature of that list is not right"))

        let names = ["pa.sod.signature", "pa.sod.messageDigest"]
        let lenient = try report(
            forgery: forgery, obligations: names.map { "\"\($0)\": \"optional\"" }.joined(separator: ", "))
        #expect(lenient.answer(.dataIntegrity)?.isFailure == true)
        #expect(lenient.answer(.issuerTrust)?.reason?.code == "letPass")
        #expect(lenient.checks.contains { names.contains($0.id.rawValue) && $0.leniency?.code == "notCounted" })
        #expect(try colour(of: "5.4", in: lenient) != "green")
        #expect(try colour(of: "5.6.4", in: lenient) != "green")
    }

    @Test func `leaves open whether data is unaltered whose signature was not verified`() throws {
        let report = try report(fault: "sod-without-certificate")
        #expect(report["pa.sod.signature"]?.result.isOpen == true)
        #expect(report.answer(.dataIntegrity)?.isOpen == true)
        #expect(words(report).contains("the signature of that list was not verified"))
    }

    @Test func `names a departure that only the policy of somebody's own tolerates`() throws {
        let strict = try report(fault: "sod-without-wrapper", base: .strict)
        #expect(strict.code("pa.sod.structure") == "wrapperMissing")
        #expect(strict["pa.sod.structure"]?.leniency == nil)

        let noted = try report(
            fault: "sod-without-wrapper", base: .strict, rulings: "\"wrapperMissing\": \"isNoted\"",
            obligations: "\"pa.documentSigner.revocation\": \"recorded\"")
        let check = noted["pa.sod.structure"]
        #expect(check?.result == .successful)
        #expect(check?.leniency?.code == "wrapperMissing")
        #expect(noted.verdict == .accepted)
        #expect(noted.answer(.dataIntegrity)?.reason?.code == "letPass")
        #expect(noted.text(width: 120).contains("Security object well-formed (tolerated)"))
        #expect(noted.text(width: 120).contains("Let pass by the policy desk, and not by strict"))
        #expect(noted.html().contains("Let pass by the policy desk, and not by strict"))
        #expect(try colour(of: "5.4", in: noted) == "yellow")
        #expect(try InspectionReport(json: noted.json()).checks == noted.checks)

        let usual = try report(fault: "sod-without-wrapper", rulings: "\"wrapperMissing\": \"isNoted\"")
        #expect(usual.checks.allSatisfy { $0.leniency == nil })
        #expect(usual.answer(.dataIntegrity) == .successful)
        #expect(try colour(of: "5.4", in: usual) == "green")
    }

    @Test func `names a fault of a file's form that only the policy of somebody's own tolerates`() throws {
        let noted = try report(base: .strict, rulings: "\"comForm\": \"isNoted\"") { simulated in
            let file = simulated.document.files[.com] ?? []
            // The LDS version 0199.
            simulated.document.files[.com] = file.indices.map { index in
                file[..<index].suffix(5) == [0x5F, 0x01, 0x04, 0x30, 0x31] ? 0x39 : file[index]
            }
        }
        #expect(noted["files.com"]?.result == .successful)
        #expect(noted.checks.contains { $0.id == "files.com" && $0.leniency?.code == "comForm" })
    }

    @Test func `says nothing of what the policy it is based on lets pass too`() throws {
        let report = try report(forgery: nil, obligations: "\"pa.documentSigner.revocation\": \"recorded\"")
        #expect(report["pa.documentSigner.revocation"]?.result.isOpen == true)
        #expect(report.checks.allSatisfy { $0.leniency == nil })
        #expect(report.answer(.dataIntegrity) == .successful)
        #expect(report.text().contains("Unaltered"))
    }

    @Test func `names checks by their titles on the page`() throws {
        let report = try report(forgery: "ds-expired")
        #expect(
            report["pa.issuer.trust"]?.result.reason?.text.contains("\u{201C}Document signer certificate valid\u{201D}")
                == true)
        #expect(!report.text().contains("pa.documentSigner"))
    }
}
