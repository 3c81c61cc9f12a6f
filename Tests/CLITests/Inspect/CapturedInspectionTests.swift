import CLI
import Evidence
import Foundation
import Issuing
import LDS
import MRZ
import Report
import Standards
import TestSupport
import Testing
import Vision

@Suite("emrtd inspect --image, from the picture to the report")
struct CapturedInspectionTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    private static var page: String {
        Repository.testVectors.appending(path: "profiles/page.jpg").path(percentEncoded: false)
    }

    /// A program in the place of the worker that gives the same answer to every picture.
    private func worker(_ zones: [CaptureAnswer.Zone]) throws -> [String: String] {
        let message = VisionResponse.captured(CapturedInputTests.answer(zones)).message
        try Data(message.count.octets(4) + message).write(to: temporary.url.appending(path: "answer"))
        try ProgramFile.write("cat '\(path("answer"))'\nexec cat > /dev/null", to: path("worker"))
        return ["EMRTD_VISION": path("worker")]
    }

    /// The specimen's lines, the last character of its number read as a D: the check digits hold all the same.
    private func misread(_ confidence: Double, _ alternatives: [(Character, Double)]) throws -> CaptureAnswer.Zone {
        var lines = try Specimen.utopia().mrzLines
        lines[1] = lines[1].replacing("UT7402193", with: "UT740219D")
        return try CapturedInputTests.zone(lines, doubts: [[2, 9]: (confidence, alternatives)])
    }

    private func inspect(
        _ zones: [CaptureAnswer.Zone], _ options: [String] = [], chip: [String] = ["--simulated", "specimen"]
    ) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            ["inspect", "--image", Self.page, "--json"] + chip + options, environment: try worker(zones))
    }

    @Test func `opens the chip by the lines of a picture, and reports them`() throws {
        let zone = try CapturedInputTests.zone(Specimen.utopia().mrzLines, doubts: [[1, 8]: (0.7, [("W", 0.3)])])
        let outcome = try inspect([zone], ["--out", path("evidence"), "--report", path("report.html")])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.checks.first { $0.id == "consistency.printedMRZ" }?.result == .successful)
        #expect(report.capture?.source == "page.jpg")
        #expect(report.capture?.doubtful.map(\.place.position) == [8])
        #expect(report.capture?.differences == [])
        #expect(report.capture?.picture?.bytes == CapturedInputTests.crop)
        #expect(try SchemaValidator(InspectionReport.jsonSchema).faults(in: outcome.output) == [])
        #expect(try String(contentsOfFile: path("report.html"), encoding: .utf8).contains("The zone in the picture"))

        let manifest = try String(contentsOfFile: path("evidence/manifest.json"), encoding: .utf8)
        #expect(manifest.contains("\"confidences\"") && !manifest.contains("picture"))
        let again = try InspectionReport(json: BuiltProgram.run(["verify", path("evidence"), "--json"]).output)
        #expect(again.checks == report.checks)
        var kept = report.capture
        kept?.picture = nil
        #expect(again.capture == kept)
    }

    @Test func `keeps the picture of the zone where that is asked for, until it is redacted`() throws {
        let zone = try CapturedInputTests.zone(Specimen.utopia().mrzLines, doubts: [[1, 8]: (0.7, [("W", 0.3)])])
        let outcome = try inspect([zone], ["--out", path("evidence"), "--keep-picture"])
        let report = try InspectionReport(json: outcome.output)
        let file = path("evidence/captured-zone.png")
        #expect(try [UInt8](Data(contentsOf: URL(filePath: file))) == CapturedInputTests.crop)
        let again = try BuiltProgram.run(["verify", path("evidence"), "--json", "--report", path("again.html")])
        #expect(try InspectionReport(json: again.output).capture == report.capture)
        #expect(try String(contentsOfFile: path("again.html"), encoding: .utf8).contains("The zone in the picture"))

        // What goes on from it keeps it.
        let folder = try EvidenceFolder.open(URL(filePath: path("evidence")))
        var stored = try folder.read()
        stored.reading.ending = .brokenOff(.init("cardRemoved", "Taken away."))
        try folder.write(stored)
        let resumed = try BuiltProgram.run([
            "inspect", "--simulated", "specimen", "--resume", path("evidence"), "--json",
        ])
        #expect(try InspectionReport(json: resumed.output).capture?.picture?.bytes == CapturedInputTests.crop)
        #expect(FileManager.default.fileExists(atPath: file))

        let redaction = try BuiltProgram.run(["evidence", "redact", path("evidence")])
        #expect(redaction.output.contains("the printed lines, the picture of them, the trace"), "\(redaction.output)")
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(
            try InspectionReport(json: BuiltProgram.run(["verify", path("evidence"), "--json"]).output).capture == nil)
    }

    @Test func `tries the best other reading once where the chip refuses the key, and goes on by it`() throws {
        let trace = path("trace.jsonl")
        let outcome = try inspect(
            [misread(0.6, [("3", 0.4)])], ["--out", path("evidence"), "--full-trace", trace])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.rereadings.map(\.outcome) == [.opened])
        #expect(report.capture?.rereadings.first?.replacements.map(\.alternative) == ["3"])
        #expect(report.remarks.contains { $0.code == "keyReread" })
        #expect(report.checks.first { $0.id == "consistency.printedMRZ" }?.result.reason?.code == "printDoubtful")
        #expect(report.verdict == .undecided)
        #expect(outcome.errors.contains("the picture leaves characters of the key open: line 2 position 9"))
        #expect(outcome.errors.contains("another reading of the picture is tried, once"))
        for secret in ["UT740219", "900217", "'D'"] { #expect(!outcome.errors.contains(secret)) }

        // Evidence goes on under the key that opened the chip.
        let folder = try EvidenceFolder.open(URL(filePath: path("evidence")))
        var stored = try folder.read()
        #expect(stored.capture?.retry != nil)
        stored.reading.ending = .brokenOff(.init("cardRemoved", "Taken away."))
        try folder.write(stored)
        let resumed = try BuiltProgram.run([
            "inspect", "--simulated", "specimen", "--resume", path("evidence"), "--json",
        ])
        let went = try InspectionReport(json: resumed.output)
        #expect(went.reading.accessProtocol == "BAC", "\(resumed.errors)")
        #expect(went.capture?.rereadings.map(\.outcome) == [.opened])
    }

    @Test func `offers the other readings where the second try is refused too`() throws {
        let outcome = try inspect([misread(0.6, [("N", 0.3), ("3", 0.1)])])
        #expect(outcome.status == 2)
        let report = try InspectionReport(json: outcome.output)
        #expect(report.reading.accessProtocol == nil)
        #expect(report.capture?.rereadings.prefix(2).map(\.outcome) == [.refused, .offered])
        #expect(report.capture?.rereadings.prefix(2).map { $0.replacements.map(\.alternative) } == [["N"], ["3"]])
        #expect(report.nextSteps.first?.hasPrefix("The key comes from a picture.") == true)
    }

    /// The chance that the picture gives the chip's own character, and whether a second try is worth that.
    @Test(arguments: [(0.03, false), (0.08, true)])
    func `tries another reading where its chance is worth it, and else says how to type it`(
        chance: Double, isTried: Bool
    ) throws {
        let outcome = try inspect([misread(0.98 - chance, [("3", chance)])])
        let report = try InspectionReport(json: outcome.output)
        let reading = try #require(report.capture?.rereadings.first)
        #expect(reading.replacements.map(\.alternative) == ["3"])
        #expect(reading.outcome == (isTried ? .opened : .offered))
        #expect((report.reading.accessProtocol != nil) == isTried)
        #expect(outcome.errors.contains("is tried, once") == isTried, "\(outcome.errors)")
        #expect(
            outcome.errors.contains(
                "no other reading of the picture is tried\nhint: compare line 2 position 9") == !isTried,
            "\(outcome.errors)")
        for secret in ["UT740219", "900217", "'D'"] { #expect(!outcome.errors.contains(secret)) }
        guard !isTried else { return }
        let typed = try Specimen.utopia().mrzLines[1]
        let text = report.text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("(3.0 %; not tried): type line 2 as \(typed)."), "\(report.text())")
        #expect(report.nextSteps.first?.contains("the likeliest first: type the lines") == true)
    }

    @Test func `tries nothing a second time on a chip that counts`() throws {
        let outcome = try inspect(
            [misread(0.6, [("3", 0.4)])], chip: ["--simulated", "specimen", "--fault", "bac-63c7"])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.rereadings.first?.outcome == .offered)
        #expect(!outcome.errors.contains("is tried, once"))
    }

    @Test func `sends no key that is not read for certain, unless it is asked to`() throws {
        let zone = try misread(0.4, [("3", 0.6)])
        let refused = try inspect([zone])
        #expect(refused.status == 3)
        for secret in ["UT740219", "900217", "'D'"] { #expect(!(refused.output + refused.errors).contains(secret)) }
        #expect(refused.errors.contains("error: the picture leaves the key to the chip open, in line 2 position 9"))
        let tried = try InspectionReport(json: inspect([zone], ["--try-doubtful"]).output)
        #expect(tried.capture?.rereadings.map(\.outcome) == [.opened])
    }

    @Test func `compares the lines of a picture where another password opens the chip`() throws {
        var lines = try #require(try Specimen.named("specimen-identity-card")).mrzLines
        lines[2] = String(lines[2].dropLast()) + "X"
        let zone = try CapturedInputTests.zone(lines)
        let outcome = try inspect([zone], ["--can", "500540"], chip: ["--simulated", "specimen-identity-card"])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.reading.accessProtocol == "PACE", "\(outcome.errors)")
        #expect(report.capture?.differences?.count == 1)
    }

    @Test func `falls back to typed lines in the demo, and says so`() throws {
        let outcome = try BuiltProgram.run(["demo", "--json"], environment: ["EMRTD_VISION": "/nonexistent"])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains(
                "the picture of the page was not read, so its lines are taken as typed: emrtd-vision"))
        #expect(try InspectionReport(json: outcome.output).capture == nil)
    }

    @Test func `starts the demo from the picture of the page`() throws {
        let zone = try CapturedInputTests.zone(Specimen.utopia().mrzLines)
        let outcome = try BuiltProgram.run(["demo", "--json"], environment: try worker([zone]))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try InspectionReport(json: outcome.output)
        #expect(report.verdict == .accepted)
        #expect(report.capture?.lines == (try Specimen.utopia().mrzLines))
    }
}
