import CLI
import Evidence
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("emrtd chip read and chip probe")
struct ChipCommandTests {
    private let temporary = FileManager.default.temporaryDirectory.appending(
        path: "emrtd-\(UUID().uuidString)", directoryHint: .isDirectory)

    private func path(_ name: String) -> String { temporary.appending(path: name).path(percentEncoded: false) }

    struct Reading: Decodable {
        let format: String
        let complete: Bool
        let access: Access
        let files: [File]
        let steps: [Step]
        let brokenOff: Why?

        struct Access: Decodable {
            let offersPACE: Bool?
            let used: String?
        }
        struct File: Decodable {
            let name: String
            let outcome: String
            let byteCount: Int?
            let sha256: String?
        }
        struct Step: Decodable {
            let name: String
            let apduCount: Int
        }
        struct Why: Decodable { let code: String }
    }

    private func reading(_ outcome: BuiltProgram.Outcome) throws -> Reading {
        try JSONDecoder().decode(Reading.self, from: Data(outcome.output.utf8))
    }

    @Test func `reads the specimen, keeps it, and shows nothing of what is in it`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let outcome = try BuiltProgram.run(["chip", "read", "--simulated", "specimen", "--out", path("out"), "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let reading = try reading(outcome)
        let kept = try EvidenceFolder.open(URL(filePath: path("out"))).read().reading

        #expect(reading.format == "emrtd/chip-reading/1")
        #expect(reading.complete)
        #expect(reading.access.used == "BAC")
        #expect(reading.files.map(\.name) == kept.files.map(\.file.name))
        #expect(reading.files.first { $0.name == "DG2" }?.byteCount == kept.bytes(of: .dataGroup(.dg2))?.count)
        #expect(reading.steps.contains { $0.name == "bac" && $0.apduCount == 2 })
        #expect(!outcome.output.contains("ERIKSSON"))
    }

    @Test func `leaves out what the options leave out`() throws {
        let outcome = try BuiltProgram.run([
            "chip", "read", "--simulated", "specimen", "--groups", "1,2", "--skip-portrait", "--json",
        ])
        let files = try reading(outcome).files

        #expect(files.first { $0.name == "DG1" }?.outcome == "read")
        #expect(files.first { $0.name == "DG2" }?.outcome == "skipped")
        #expect(files.first { $0.name == "DG11" }?.outcome == "skipped")
    }

    @Test func `says that the key is wrong, and keeps nothing unless asked to`() throws {
        defer { try? FileManager.default.removeItem(at: temporary) }
        let wrong = ["--document-number", "X", "--birth", "740812", "--expiry", "340415"]
        let outcome = try BuiltProgram.run(["chip", "read", "--simulated", "specimen"] + wrong)
        #expect(outcome.status == 3)
        #expect(
            outcome.errors
                == "emrtd: error: the chip refuses the key (6300): the document number or a date is not its own\n")

        let kept = try BuiltProgram.run(["chip", "read", "--simulated", "specimen", "--out", path("out")] + wrong)
        #expect(kept.status == 3)
        #expect(try EvidenceFolder.open(URL(filePath: path("out"))).read().reading.access.failure?.code == "wrongKey")
    }

    @Test func `does not open the chip where the policy wants PACE`() throws {
        let outcome = try BuiltProgram.run([
            "chip", "read", "--simulated", "specimen", "--access", "pace-only", "--json",
        ])
        #expect(outcome.status == 3)
        #expect(try reading(outcome).brokenOff?.code == "paceNotOffered")
    }

    struct Probe: Decodable {
        let format: String
        let hasApplication: Bool?
        let offersBAC: Bool?
        let unprotected: Bool?
        let longestAnswer: Int?
    }

    @Test func `does not say of a chip behind PACE that it has no application, or that it has`() throws {
        let probe = ["chip", "probe", "--simulated", "specimen-identity-card"]
        let text = try BuiltProgram.run(probe)
        #expect(text.status == 0)
        #expect(text.output.contains("eMRTD application        not known before PACE opens the chip"))
        let json = try BuiltProgram.run(probe + ["--json"]).output
        #expect(try JSONDecoder().decode(Probe.self, from: Data(json.utf8)).hasApplication == nil)
    }

    @Test func `says what the specimen offers to everyone`() throws {
        let outcome = try BuiltProgram.run(["chip", "probe", "--simulated", "specimen", "--json"])
        let probe = try JSONDecoder().decode(Probe.self, from: Data(outcome.output.utf8))

        #expect(outcome.status == 0)
        #expect(probe.format == "emrtd/chip-probe/1")
        #expect(probe.hasApplication == true)
        #expect(probe.offersBAC == true)
        #expect(probe.unprotected == false)
        #expect(probe.longestAnswer == 65_536)
    }
}
