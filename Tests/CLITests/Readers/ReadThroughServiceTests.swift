import Dispatch
import Foundation
import Issuing
import Report
import Synchronization
import TestSupport
import Testing

@Suite(
    "A passport behind pcscd", .serialized, .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct ReadThroughServiceTests {
    private struct Checks: Decodable {
        struct Check: Decodable, Equatable {
            let id: String
            let result: String
        }

        let checks: [Check]
    }

    private static func checks(of report: String) throws -> [Checks.Check] {
        try JSONDecoder().decode(Checks.self, from: Data(report.utf8)).checks
    }

    /// Lays a simulated chip on the reader, and ends it after the test.
    private static func simulate<Result>(
        _ arguments: [String], on reader: VirtualReader, _ test: (_ environment: [String: String]) throws -> Result
    ) throws -> Result {
        let chip = Process()
        chip.executableURL = BuiltProgram.executable
        chip.arguments = ["simulate", "--vpcd", "127.0.0.1:\(reader.port)", "--serve-for", "60"] + arguments
        chip.standardError = FileHandle.nullDevice
        chip.standardOutput = FileHandle.nullDevice
        try chip.run()
        defer {
            // A thread of a test blocks most signals, and its children inherit that.
            kill(chip.processIdentifier, SIGKILL)
            chip.waitUntilExit()
        }
        return try test(["PCSCLITE_CSOCK_NAME": reader.socketPath])
    }

    @Test
    func `keeps a second program from the card, and says so`() async throws {
        let lines = try BuiltProgram.run(["simulate", "--print-mrz"]).output
        try await VirtualReader.run { reader in
            try Self.simulate(["--fault", "read-100"], on: reader) { environment in
                let both = DispatchQueue(label: "both", attributes: .concurrent)
                let outcomes = Mutex<[BuiltProgram.Outcome]>([])
                let group = DispatchGroup()
                for _ in 0..<3 {
                    both.async(group: group) {
                        let outcome = try? BuiltProgram.run(
                            ["inspect", "--mrz", "-", "--json"], input: lines, environment: environment)
                        outcomes.withLock { $0 += outcome.map { [$0] } ?? [] }
                    }
                }
                group.wait()
                let all = outcomes.withLock { $0 }
                #expect(all.count == 3)
                #expect(all.contains { $0.status == 2 })
                for outcome in all where outcome.status == 3 {
                    #expect(outcome.errors.contains("emrtd: error: another program is using the document\nhint: "))
                }
                #expect(all.allSatisfy { !$0.output.contains("wrongKey") && !$0.output.contains("brokenOff") })
            }
        }
    }

    @Test
    func `asks which one is meant where documents lie on two readers, and waits as long as it is told to`()
        async throws
    {
        let lines = try BuiltProgram.run(["simulate", "--print-mrz"]).output
        try await VirtualReader.run { reader in
            let environment = ["PCSCLITE_CSOCK_NAME": reader.socketPath]
            let none = try BuiltProgram.run(["chip", "probe", "--wait", "0"], environment: environment)
            #expect(none.status == 3)
            #expect(!none.errors.contains("waiting"))
            let short = try BuiltProgram.run(["chip", "probe", "--wait", "1"], environment: environment)
            #expect(short.status == 3)
            #expect(short.errors.hasPrefix("emrtd: waiting for a document on the reader, 1 s at most\n"))

            let other = try #require(VirtualCard(port: reader.port + 1) { _ in [0x90, 0x00] })
            defer { other.pull() }
            try Self.simulate([], on: reader) { environment in
                var list = ""
                for _ in 0..<50 where list.split(separator: "\n").count(where: { $0.contains("  card ") }) < 2 {
                    usleep(100_000)
                    list = try BuiltProgram.run(["readers"], environment: environment).output
                }
                let both = try BuiltProgram.run(
                    ["inspect", "--mrz", "-"], input: lines, environment: environment)
                #expect(both.status == 3)
                #expect(
                    both.errors.hasPrefix(
                        "emrtd: error: documents lie on 2 readers: "
                            + "\(VirtualReader.firstSlot), \(VirtualReader.secondSlot)\nhint: name the one"))
                let named = try BuiltProgram.run(
                    ["chip", "read", "--mrz", "-", "--reader", VirtualReader.firstSlot], input: lines,
                    environment: environment)
                #expect(named.status == 0, "\(named.errors)")
            }
        }
    }

    @Test
    func `gets the checks that the same passport gets in process`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try BuiltProgram.run(["simulate", "--print-mrz"]).output
        _ = try BuiltProgram.run(["simulate", "--trust-out", folder.path()])
        let inProcess = try BuiltProgram.run(["demo", "--json"])

        try await VirtualReader.run { reader in
            try Self.simulate([], on: reader) { environment in
                for _ in 0..<2 {
                    let live = try BuiltProgram.run(
                        ["inspect", "--mrz", "-", "--csca", folder.path(), "--json"], input: lines,
                        environment: environment)
                    #expect(live.status == 0, "\(live.errors)")
                    #expect(try Self.checks(of: live.output) == Self.checks(of: inProcess.output))
                    #expect(try !Self.checks(of: live.output).isEmpty)
                }
            }
        }
    }

    @Test
    func `opens a passport by the picture of its page, through the networks, and reports both`() async throws {
        let temporary = TemporaryFolder()
        let trust = temporary.url.appending(path: "trust").path(percentEncoded: false)
        let page = Repository.testVectors.appending(path: "profiles/page.jpg").path(percentEncoded: false)
        _ = try BuiltProgram.run(["simulate", "--trust-out", trust])
        try await VirtualReader.run { reader in
            try Self.simulate([], on: reader) { environment in
                let live = try BuiltProgram.run(
                    ["inspect", "--image", page, "--csca", trust, "--json"], environment: environment)
                // A build without networks says so, and opens nothing.
                guard !live.errors.contains("are not installed") else { return }
                #expect(live.status == 0, "\(live.errors)")
                let report = try InspectionReport(json: live.output)
                #expect(try report.capture?.lines == Specimen.utopia().mrzLines)
                #expect(report.capture?.differences == [])
                #expect(report.capture?.picture != nil)
                #expect(report.reading.accessProtocol == "BAC")
            }
        }
    }

    @Test
    func `reads travel records, a visa and biometrics as a terminal that may`() async throws {
        let temporary = TemporaryFolder()
        let trust = temporary.url.appending(path: "trust").path(percentEncoded: false)
        let terminal = try UtopiaTerminal.options(in: temporary.url)
        let lines = try BuiltProgram.run(["simulate", "--profile", "specimen-lds2", "--print-mrz"]).output
        _ = try BuiltProgram.run(["simulate", "--trust-out", trust])
        try await VirtualReader.run { reader in
            try Self.simulate(["--profile", "specimen-lds2"], on: reader) { environment in
                let live = try BuiltProgram.run(
                    ["inspect", "--mrz", "-", "--csca", trust, "--json"] + terminal, input: lines,
                    environment: environment)
                #expect(live.status == 0, "\(live.errors)")
                let results = Dictionary(
                    try Self.checks(of: live.output).map { ($0.id, $0.result) }, uniquingKeysWith: { first, _ in first }
                )
                for check in ["lds2.travel", "lds2.visa", "lds2.biometrics"] {
                    #expect(results[check] == "successful")
                }
                #expect(live.output.contains("\"VisaRecords 1\""))
            }
        }
    }
}
