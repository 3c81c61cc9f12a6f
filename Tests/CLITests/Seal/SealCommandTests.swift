import ByteCoding
import Foundation
import TestSupport
import Testing

@Suite("emrtd seal check, emrtd issue seal")
struct SealCommandTests {
    private let temporary = TemporaryFolder()
    private var folder: String {
        let path = temporary.url.path()
        return path.hasSuffix("/") ? path : path + "/"
    }

    private func issue(_ flaws: [String] = []) throws {
        let outcome = try BuiltProgram.run(
            ["issue", "seal", "--out", folder] + flaws.flatMap { ["--flaw", $0] })
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    private func check(_ file: String, _ options: [String] = [], trusts: Bool = true) throws -> BuiltProgram.Outcome {
        let trust = trusts ? ["--csca", folder + "csca.cer", "--signer", folder + "signer.cer"] : []
        return try BuiltProgram.run(["seal", "check", folder + file] + trust + options)
    }

    @Test func `accepts the seals it issues, with the lines beside them`() throws {
        try issue()
        for (file, lines) in [("visa.vds", "visa.txt"), ("emergency.vds", "emergency.txt")] {
            let outcome = try check(file, ["--mrz-file", folder + lines])
            #expect(outcome.status == 0 && outcome.output.hasPrefix("ACCEPTED:"), "\(outcome.output)\(outcome.errors)")
        }
        let strict = try check("test.json", ["--policy", "strict", "--crl", folder + "csca.crl"])
        #expect(strict.status == 0, "\(strict.output)\(strict.errors)")
    }

    @Test func `says in words what was checked, by which policy and as of when, within 80 columns`() throws {
        try issue()
        for (options, trusts) in [([], true), (["--policy", "strict", "--at", "2026-01-31"], false)]
            as [([String], Bool)]
        {
            let outcome = try check("visa.vds", options, trusts: trusts)
            #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
            #expect(outcome.output.contains("Policy \(trusts ? "operational" : "strict"), judged as of "))
            for raw in ["seal.", "pa.", "EF.SOD", "consistency.", "1.2.840"] {
                #expect(!outcome.output.contains(raw), "\(raw)\n\(outcome.output)")
            }
        }
        #expect(try check("visa.vds").output.contains("✓ Signature of the seal: successful"))
    }

    @Test func `says what to do next, and that nothing printed was compared`() throws {
        try issue()
        let alone = try check("visa.vds")
        #expect(alone.output.contains("What to do next\n  - Compare what the seal says with what is printed"))
        #expect(alone.output.contains("– Printed lines and seal agree: not supported: the printed lines were not"))
        #expect(alone.output.contains("Duration of stay       90 days\n"))
        let compared = try check("visa.vds", ["--mrz-file", folder + "visa.txt"])
        #expect(compared.output.contains("Compare the holder with the page"))
        #expect(!compared.output.contains("not handed in"))
        let open = try check("visa.vds", trusts: false)
        #expect(open.output.contains("name it with '--signer FILE'"))
        try issue(["brokenSignature"])
        #expect(try check("visa.vds").output.contains("Do not rely on the seal"))
        let json = try check("visa.vds", ["--json"]).output
        #expect(json.contains("\"printCompared\" : false") && json.contains("\"nextSteps\" : ["))
    }

    @Test func `rejects a document that is over, and takes it for the day it was issued on`() throws {
        let issued = Date().addingTimeInterval(-400 * 86_400).formatted(.iso8601.year().month().day())
        #expect(try BuiltProgram.run(["issue", "seal", "--out", folder, "--at", issued]).status == 0)
        for (file, name) in [("visa.vds", "visa"), ("emergency.vds", "emergency travel document")] {
            let outcome = try check(file)
            #expect(outcome.status == 1 && outcome.output.hasPrefix("REJECTED: the \(name) is over since "))
            #expect(outcome.output.contains("- The document has expired."))
            let then = try check(file, ["--at", issued])
            #expect(then.status == 0, "\(then.output)")
            #expect(try check(file, ["--policy", "archive"]).status == 0)
        }
    }

    @Test func `prints JSON with documented members`() throws {
        try issue()
        let outcome = try check("visa.vds", ["--json"])
        let json = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(json["verdict"] as? String == "accepted")
        let seal = try #require(json["seal"] as? [String: Any])
        #expect(seal["kind"] as? String == "VDS" && seal["document"] as? String == "visa")
        let features = try #require(seal["features"] as? [[String: Any]])
        #expect(features.count == 4 && features[0]["tag"] as? String == "02")
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks.contains { $0["id"] as? String == "seal.signature" && $0["result"] as? String == "successful" })
        let message = try check("test.json", ["--json"]).output
        #expect(message.contains("\"kind\" : \"VDS-NC\"") && message.contains("pid.dn"))
    }

    @Test func `rejects, leaves open, and fails, each with its status`() throws {
        try issue()
        #expect(try check("visa.vds", trusts: false).status == 2)
        #expect(try check("visa.vds", ["--mrz-file", folder + "emergency.txt"]).status == 2)
        #expect(try check("csca.cer").status == 3)
        #expect(try check("none").status == 3)
        try issue(["brokenSignature"])
        #expect(try check("visa.vds").status == 1)
        try issue(["unknownVersion"])
        #expect(try check("visa.vds").status == 3)
    }

    @Test func `says that pictures come later, and that text is no seal`() throws {
        try Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00]).write(to: temporary.url.appending(path: "photo"))
        let picture = try check("photo", trusts: false)
        #expect(picture.status == 3 && picture.errors.contains("not read from pictures yet"))
        try Data("hello".utf8).write(to: temporary.url.appending(path: "text"))
        #expect(try check("text", trusts: false).errors.contains("hint: a seal begins with the byte DC"))
        try issue()
        let signer = try check("visa.vds", ["--signer", folder + "visa.txt"])
        #expect(signer.status == 3 && signer.errors.contains("holds no certificate"))
        let lines = try check("visa.vds", ["--mrz-file", folder + "text"])
        #expect(lines.status == 3 && lines.errors.contains("no machine readable zone"))
    }

    @Test func `takes hexadecimal from standard input`() throws {
        try issue()
        let bytes = try Data(contentsOf: temporary.url.appending(path: "visa.vds"))
        let outcome = try BuiltProgram.run(
            ["seal", "check", "-", "--csca", folder + "csca.cer", "--signer", folder + "signer.cer"],
            input: Hexadecimal.encode(bytes))
        #expect(outcome.status == 0)
    }
}
