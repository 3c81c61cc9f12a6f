import Foundation
import TestSupport
import Testing

@Suite("PIN and PUK on the command line")
struct PINCommandTests {
    private let temporary = TemporaryFolder()

    private func file(_ content: String) throws -> String {
        let file = temporary.url.appending(path: UUID().uuidString)
        try Data((content + "\n").utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private static let card = ["--simulated", "specimen-identity-card"]

    private struct Reading: Decodable {
        struct Access: Decodable {
            struct Failure: Decodable { let code: String }
            let remainingTries: Int?
            let failure: Failure?
        }
        let complete: Bool
        let access: Access
    }

    private func read(_ options: [String]) throws -> (Reading, BuiltProgram.Outcome) {
        let outcome = try BuiltProgram.run(["chip", "read", "--json"] + Self.card + options)
        return (try JSONDecoder().decode(Reading.self, from: Data(outcome.output.utf8)), outcome)
    }

    @Test func `reads a card whose PIN is suspended with the CAN beside it alone`() throws {
        let pin = try file("123456")
        let suspended = ["--fault", "pin-suspended", "--pin-file", pin]
        let (refused, outcome) = try read(suspended)
        #expect(outcome.status == 3)
        #expect(refused.access.failure?.code == "pinSuspended")
        #expect(refused.access.remainingTries == 1)
        #expect(outcome.errors.contains("Give the CAN beside the PIN"))

        let (whole, _) = try read(suspended + ["--can", "500540"])
        #expect(whole.complete)
        #expect(whole.access.remainingTries == nil)
    }

    @Test func `shows what to do and the tries left in the report`() throws {
        let outcome = try BuiltProgram.run(
            ["inspect"] + Self.card + ["--fault", "pin-suspended", "--pin-file", try file("123456")])
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("One try of the PIN is left. Ask the holder for it"), "\(outcome.output)")
    }

    private struct Unblocking: Decodable {
        struct State: Decodable {
            let state: String
            let remainingTries: Int?
        }
        struct Reason: Decodable { let code: String }
        let unblocked: Bool
        let usedPUK: Bool
        let before: State?
        let after: State?
        let remainingPUKUses: Int?
        let reason: Reason?
    }

    private func unblock(_ options: [String]) throws -> (Unblocking, Int32) {
        let outcome = try BuiltProgram.run(["chip", "unblock-pin", "--json"] + Self.card + options)
        return (try JSONDecoder().decode(Unblocking.self, from: Data(outcome.output.utf8)), outcome.status)
    }

    @Test func `unblocks a PIN and shows it`() throws {
        let puk = try file("9876543210")
        let (result, status) = try unblock(["--fault", "pin-blocked", "--puk-file", puk])
        #expect(status == 0)
        #expect(result.unblocked && result.usedPUK)
        #expect(result.before?.state == "blocked")
        #expect(result.before?.remainingTries == 0)
        #expect(result.after?.state == "operational")

        let text = try BuiltProgram.run(
            ["chip", "unblock-pin"] + Self.card + ["--fault", "pin-blocked", "--puk-file", puk]
        ).output
        #expect(text.contains("PIN before  blocked: no try is left"), "\(text)")
        #expect(text.contains("PIN now     all tries are left"))
    }

    @Test(arguments: [
        ([], "9876543210", "pinNotBlocked", false),
        (["--fault", "pin-suspended"], "9876543210", "pinNotBlocked", false),
        (["--fault", "pin-blocked"], "1111111111", "wrongPasswordCounted", true),
        (["--fault", "puk-used-up"], "9876543210", "passwordBlocked", false),
    ])
    func `says why it does not`(options: [String], puk: String, code: String, isUsed: Bool) throws {
        let (result, status) = try unblock(options + ["--puk-file", try file(puk)])
        #expect(status == 3)
        #expect(!result.unblocked)
        #expect(result.usedPUK == isUsed)
        #expect(result.reason?.code == code)
        #expect(result.remainingPUKUses == (code == "wrongPasswordCounted" ? 9 : code == "passwordBlocked" ? 0 : nil))
    }

    @Test func `wants the PUK in a file, never as an argument`() throws {
        let outcome = try BuiltProgram.run(["chip", "unblock-pin"] + Self.card)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("missing '--puk-file'"))
    }

    @Test(arguments: [["--pin-file", "a"], ["--puk-file", "a"], ["--can", "500540", "--pin-file", "a"]])
    func `does not send one PIN to every document that comes`(options: [String]) throws {
        let outcome = try BuiltProgram.run(["chip", "watch"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("for every document would cost others a try"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["--fault", "pin-blocked"], "'--fault' goes with '--simulated'"),
        (["--simulated", "specimen", "--fault", "pin-bloked"], "did you mean 'pin-blocked'?"),
        (["--simulated", "specimen", "--forge", "nothing"], "there is no forgery 'nothing'"),
    ])
    func `misbehaves in a known way, and simulated alone`(options: [String], words: String) throws {
        let outcome = try BuiltProgram.run(["inspect"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `inspects a forged document`() throws {
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--forge", "clone"])
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    }
}

@Suite(
    "An identity card behind pcscd", .serialized,
    .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct PINThroughServiceTests {
    private let temporary = TemporaryFolder()

    private func file(_ content: String) throws -> String {
        let file = temporary.url.appending(path: UUID().uuidString)
        try Data((content + "\n").utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private static func chip(_ arguments: [String], port: Int) throws -> Process {
        let chip = Process()
        chip.executableURL = BuiltProgram.executable
        chip.arguments = ["simulate", "--vpcd", "127.0.0.1:\(port)", "--serve-for", "60"] + arguments
        chip.standardError = FileHandle.nullDevice
        chip.standardOutput = FileHandle.nullDevice
        try chip.run()
        return chip
    }

    private static func end(_ chip: Process) {
        kill(chip.processIdentifier, SIGKILL)
        chip.waitUntilExit()
    }

    @Test func `loses its PIN to wrong ones, is resumed by the CAN, blocked, and set free by the PUK`() async throws {
        let (right, wrong, puk) = (try file("123456"), try file("999999"), try file("9876543210"))
        try await VirtualReader.run { reader in
            let chip = try Self.chip(["--profile", "specimen-identity-card"], port: reader.port)
            defer { Self.end(chip) }
            func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
                try BuiltProgram.run(arguments, environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
            }
            func read(_ pin: String, _ more: [String] = []) throws -> BuiltProgram.Outcome {
                try run(["chip", "read", "--json", "--pin-file", pin] + more)
            }
            #expect(try read(wrong).output.contains(#""remainingTries" : 2"#))
            #expect(try read(wrong).output.contains("pinSuspendedNow"))
            #expect(try read(right).output.contains("pinSuspended\""))
            let resumed = try read(right, ["--can", "500540"])
            #expect(resumed.status == 0, "\(resumed.output)\(resumed.errors)")
            for _ in 0..<2 { _ = try read(wrong) }
            #expect(try read(wrong, ["--can", "500540"]).output.contains("pinBlockedNow"))
            #expect(try read(right, ["--can", "500540"]).output.contains("passwordBlocked"))

            let unblocked = try run(["chip", "unblock-pin", "--puk-file", puk, "--json"])
            #expect(unblocked.status == 0, "\(unblocked.output)\(unblocked.errors)")
            #expect(try read(right).status == 0)
        }
    }

    @Test func `is read on two readers at once by a CAN, and by a terminal for its fingers`() async throws {
        let folder = temporary.url.appending(path: "evidence").path(percentEncoded: false)
        let profiles = Repository.testVectors.appending(path: "profiles").path(percentEncoded: false)
        // Others may not read a key that is used.
        let key = temporary.url.appending(path: "terminal.pkcs8").path(percentEncoded: false)
        try FileManager.default.copyItem(atPath: "\(profiles)/keys/specimen-cv-terminal.pkcs8", toPath: key)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let lines = try BuiltProgram.run(["simulate", "--profile", "specimen-eac", "--print-mrz"]).output
        try await VirtualReader.run { reader in
            let environment = ["PCSCLITE_CSOCK_NAME": reader.socketPath]
            let cards = [
                try Self.chip(["--profile", "specimen-identity-card"], port: reader.port),
                try Self.chip(["--profile", "specimen-identity-card"], port: reader.port + 1),
            ]
            do {
                defer { cards.forEach(Self.end) }
                let outcome = try BuiltProgram.run(
                    ["chip", "watch", "--can", "500540", "--count", "2", "--seconds", "60"], environment: environment)
                #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
                #expect(outcome.output.contains("\(VirtualReader.firstSlot): read in"))
                #expect(outcome.output.contains("\(VirtualReader.secondSlot): read in"))
            }
            let passports = [
                try Self.chip(["--profile", "specimen-eac"], port: reader.port),
                try Self.chip(["--profile", "specimen-eac"], port: reader.port + 1),
            ]
            defer { passports.forEach(Self.end) }
            let outcome = try BuiltProgram.run(
                [
                    "chip", "watch", "--mrz", "-", "--count", "2", "--seconds", "60", "--out", folder,
                    "--cv-certificates",
                    "\(profiles)/cv", "--terminal-key", key,
                ], input: lines, environment: environment)
            #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
            #expect(outcome.output.split(separator: "\n").count { $0.contains("read in") && $0.contains("DG3") } == 2)
        }
    }
}
