import CLI
import Evidence
import Foundation
import Issuing
import LDS
import Report
import Standards
import TestSupport
import Testing

@Suite("emrtd inspect, demo and verify")
struct InspectCommandTests {
    private let temporary = FileManager.default.temporaryDirectory.appending(
        path: "emrtd-\(UUID().uuidString)", directoryHint: .isDirectory)

    private func path(_ name: String) -> String { temporary.appending(path: name).path(percentEncoded: false) }

    private func report(_ outcome: BuiltProgram.Outcome) throws -> InspectionReport {
        try InspectionReport(json: outcome.output)
    }

    @Test func `accepts the specimen, and writes every form of the report`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let outcome = try BuiltProgram.run(["demo", "--out", path("demo"), "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")

        let report = try report(outcome)
        #expect(report.verdict == .accepted)
        #expect(report.portrait?.mediaType == .jpeg)
        #expect(try SchemaValidator(InspectionReport.jsonSchema).faults(in: outcome.output) == [])
        #expect(try String(contentsOfFile: path("demo/report.json"), encoding: .utf8) == outcome.output)
        #expect(try String(contentsOfFile: path("demo/report.html"), encoding: .utf8) == report.html())
        #expect(try String(contentsOfFile: path("demo/report.txt"), encoding: .utf8) == report.text(width: 100))

        // A second run finds its own evidence and replaces it.
        #expect(try BuiltProgram.run(["demo", "--out", path("demo")]).status == 0)
    }

    @Test func `judges stored evidence as the live read, by folder and by line`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let live = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence"), "--json"])
        #expect(live.status == 2, "\(live.errors)")
        let stored = try BuiltProgram.run(["verify", path("evidence"), "--json"])
        #expect(stored.status == 2)
        let (first, second) = (try report(live), try report(stored))
        #expect(first.checks == second.checks)
        #expect(second.reading.origin == .evidence)

        let line = try BuiltProgram.run(["evidence", "lines", path("evidence")]).output
        let lines = line + "{\"format\":1}\n" + line
        let many = try BuiltProgram.run(["verify", "-", "--json"], input: lines)
        #expect(many.status == 3)
        #expect(many.errors.hasPrefix("emrtd: error: '-', line 2: the manifest of the evidence is damaged"))
        let reports = many.output.split(separator: "\n")
        #expect(reports.count == 2)
        for text in reports { #expect(try InspectionReport(json: String(text)).checks == first.checks) }
    }

    @Test func `says in the report that the printed lines were repaired`() throws {
        let specimen = try Specimen.utopia().mrzLines.joined(separator: "\n")
        #expect(specimen.contains("UT7402193"))
        let misread = specimen.replacing("UT7402193", with: "UT74O2193")
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--mrz", misread, "--json"])
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(try report(outcome).remarks.contains { $0.code == "printedLinesRepaired" })
    }

    @Test func `notices a changed byte of stored evidence`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence")])
        let file = temporary.appending(path: "evidence/DG2.bin")
        var content = try Data(contentsOf: file)
        content[100] ^= 1
        try content.write(to: file)
        let outcome = try BuiltProgram.run(["verify", path("evidence")])

        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: DG2 of the evidence was altered after it was written\nhint: "))
    }

    @Test func `goes on with evidence, under the key that it holds`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let evidence = URL(filePath: path("evidence"), directoryHint: .isDirectory)
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence")])
        let folder = try EvidenceFolder.open(evidence)
        var stored = try folder.read()
        let whole = stored.reading
        let dg2 = try #require(whole.bytes(of: .dataGroup(.dg2)))
        stored.reading.files = whole.files.map { file in
            file.file == .dataGroup(.dg2)
                ? FileReading(file: file.file, outcome: .partial(Array(dg2.prefix(4000)), total: dg2.count)) : file
        }
        stored.reading.ending = .brokenOff(.init("cardRemoved", "The document was taken away."))
        try folder.write(stored)
        #expect(try BuiltProgram.run(["verify", path("evidence")]).output.contains("read in part"))

        let resumed = try BuiltProgram.run([
            "inspect", "--simulated", "specimen", "--resume", path("evidence"), "--json",
        ])
        #expect(resumed.status == 2, "\(resumed.errors)")
        #expect(try folder.read().reading.bytes(of: .dataGroup(.dg2)) == dg2)
        #expect(try report(resumed).reading.brokenOff == nil)
    }

    @Test(arguments: [
        (["inspect", "--mrz", "x", "--mrz-file", "y"], "the key is given twice"),
        (["inspect"], "the chip needs the key that is printed on the document"),
        (["inspect", "--birth", "740812"], "--document-number, --birth and --expiry open the chip together only"),
        (["inspect", "--simulated", "specimen", "--reader", "x"], "a simulated chip lies on no reader"),
        (["inspect", "--simulated", "specimen", "--at", "soon"], "'--at soon' is no time"),
        (["inspect", "--simulated", "specimen", "--groups", "20"], "'20' is no data group"),
        (["inspect", "--out", "a", "--resume", "b"], "--out and --resume name two places for one evidence"),
        (["inspect", "--simulated", "specimen", "--wait", "5"], "a simulated chip lies on no reader"),
        (["inspect", "--simulated", "nosuch"], "there is no specimen and no file 'nosuch'"),
        (["simulate", "--profile", "specimen-peace"], "there is no specimen and no file 'specimen-peace'"),
        (["verify", "a.ndjson", "--report", "x.html"], "--report takes one reading, and there may be several"),
    ])
    func `says what is wrong with a command line`(arguments: [String], message: String) throws {
        let outcome = try BuiltProgram.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("emrtd: error: \(message)\n"), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test(arguments: [
        (["inspect", "--mrz", "no lines here"], "the text holds no machine readable zone"),
        (["inspect", "--simulated", "specimen", "--csca", "/nonexistent"], "there is no '/nonexistent'"),
        (["inspect", "--simulated", "/nonexistent"], "there is no '/nonexistent'"),
        (["verify", "/nonexistent"], "there is no '/nonexistent'"),
        (
            ["verify", "/proc/self/fd"],
            "'/proc/self/fd/' holds no evidence: there is no manifest.json of this program in it"
        ),
    ])
    func `says why the work cannot be done`(arguments: [String], message: String) throws {
        let outcome = try BuiltProgram.run(arguments)
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: \(message)\n"), "\(outcome.errors)")
    }

    @Test func `accepts under strict with a revocation list alone, and names the missing one`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        _ = try BuiltProgram.run(["simulate", "--trust-out", path("trust")])
        let strict = ["inspect", "--simulated", "specimen", "--at", "2026-01-31", "--policy", "strict", "--json"]
        let trusting = strict + ["--csca", path("trust/csca.cer")]

        let without = try report(BuiltProgram.run(trusting))
        #expect(without.verdict == .undecided)
        #expect(without.nextSteps.map { $0.contains("'--crl FILE'") } == [true])

        let with = try report(BuiltProgram.run(trusting + ["--crl", path("trust")]))
        #expect(with.verdict == .accepted, "\(with.obstacles)")
        #expect(with.trustLists.map(\.kind) == ["certificates", "revocationLists"])
        #expect(with.text().contains("Revocation  "))

        for wrong in ["trust/csca.cer", "nothing"] {
            let outcome = try BuiltProgram.run(trusting + ["--crl", path(wrong)])
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("revocation list") || outcome.errors.contains("there is no"))
        }
    }

    @Test func `touches no folder with other things in it`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        try Data().write(to: temporary.appending(path: "mine"))
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", temporary.path()])

        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("is a folder with other things in it, which are not touched"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path()) == ["mine"])
    }

    @Test func `says in one step what to do about a wrong key, and keeps nothing`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let outcome = try BuiltProgram.run(
            [
                "inspect", "--simulated", "specimen", "--document-number", "X1", "--birth", "740812", "--expiry",
                "340415", "--json",
            ], environment: ["XDG_STATE_HOME": temporary.path(percentEncoded: false)])
        let report = try report(outcome)

        #expect(outcome.status == 2)
        #expect(report.nextSteps.count == 1)
        #expect(report.nextSteps.first?.hasPrefix("Compare document number") == true)
        #expect(report.checks.first { $0.id == "aa.chip" }?.result.isOpen == true)
        #expect(report.checks.first { $0.id == "files.com" }?.result.isOpen == true)
        #expect(!FileManager.default.fileExists(atPath: temporary.path()))
    }

    @Test func `keeps evidence in the state folder only where it is asked to`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let state = ["XDG_STATE_HOME": temporary.path(percentEncoded: false)]
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen"], environment: state)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("emrtd/evidence")) == [])

        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--keep"], environment: state)
        let folders = try FileManager.default.contentsOfDirectory(atPath: path("emrtd/evidence"))
        #expect(folders.count == 1)
        #expect(outcome.errors.contains("emrtd: evidence in \(path("emrtd/evidence"))"))
    }
}
