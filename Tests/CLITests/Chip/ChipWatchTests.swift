import CLI
import Foundation
import TestSupport
import Testing

@Suite(
    "emrtd chip watch", .serialized, .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct ChipWatchTests {
    private struct Line: Decodable {
        let event: String
        let reader: String
        let evidence: String?
        let reading: Reading?

        struct Reading: Decodable { let complete: Bool }
    }

    private static func simulate(_ arguments: [String], port: Int) throws -> Process {
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

    @Test
    func `reads the documents on two readers and keeps each`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try BuiltProgram.run(["simulate", "--print-mrz"]).output
        try await VirtualReader.run { reader in
            let chips = [
                try Self.simulate([], port: reader.port),
                try Self.simulate(["--fault", "read-100"], port: reader.port + 1),
            ]
            defer { chips.forEach(Self.end) }
            let outcome = try BuiltProgram.run(
                ["chip", "watch", "--mrz", "-", "--count", "2", "--seconds", "60", "--json", "--out", folder.path()],
                input: lines, environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
            #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
            let events = try outcome.output.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            let reads = events.filter { $0.event == "read" }
            #expect(Set(reads.map(\.reader)) == [VirtualReader.firstSlot, VirtualReader.secondSlot])
            #expect(reads.allSatisfy { $0.reading?.complete == true })
            for read in reads {
                let verified = try BuiltProgram.run(["verify", try #require(read.evidence), "--json"])
                #expect(verified.status == 2)  // undecided, since nobody is trusted here
                // Neither a byte of the files nor of the keys is in the trace.
                let trace = try String(contentsOfFile: try #require(read.evidence) + "/trace.jsonl", encoding: .utf8)
                #expect(trace.contains("redacted"))
            }
        }
    }

    @Test
    func `says that a document could not be opened, and ends undecided`() async throws {
        let lines = """
            P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
            L898902C36UTO7408122F1204159ZE184226B<<<<<10
            """
        try await VirtualReader.run { reader in
            let chip = try Self.simulate([], port: reader.port)
            defer { Self.end(chip) }
            let outcome = try BuiltProgram.run(
                ["chip", "watch", "--mrz", "-", "--count", "1", "--seconds", "60", "--reader", "00 00"], input: lines,
                environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
            #expect(outcome.status == 2, "\(outcome.errors)")
            #expect(outcome.output.contains("Virtual PCD 00 00: not read to its end: the chip refuses the key"))
            #expect(!outcome.output.contains("Virtual PCD 00 01"))
        }
    }

    /// What is asked on the terminal, and how often a question comes for one document after the other.
    private static func watch(_ options: [String], _ asking: (PseudoTerminal) throws -> Void) async throws -> (
        status: Int32?, terminal: String, output: String
    ) {
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: output) }
        return try await VirtualReader.run { reader in
            let chips = try [0, 1].map {
                try Self.simulate(["--profile", "specimen-identity-card"], port: reader.port + $0)
            }
            defer { chips.forEach(Self.end) }
            let terminal = try PseudoTerminal(
                ["chip", "watch", "--count", "2", "--seconds", "60"] + options,
                output: output.path(percentEncoded: false), environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
            try asking(terminal)
            let status = terminal.end(within: 40)
            return (status, terminal.text, try String(contentsOf: output, encoding: .utf8))
        }
    }

    @Test
    func `asks for the CAN of each document, naming its reader`() async throws {
        let (status, terminal, output) = try await Self.watch(["--can", "-"]) { terminal in
            for count in 1...2 {
                #expect(terminal.read(": CAN: ", times: count) == count)
                #expect(terminal.isEchoing)
                terminal.type("500540\n")
            }
        }
        #expect(status == 0, "\(terminal)\(output)")
        #expect(terminal.contains("\(VirtualReader.firstSlot): CAN: "))
        #expect(terminal.contains("\(VirtualReader.secondSlot): CAN: "))
        #expect(output.ranges(of: ": read in ").count == 2)
    }

    @Test
    func `asks for the PIN of each document without showing it, and sends none to the other`() async throws {
        let question = ": PIN (it is not shown): "
        let (status, terminal, output) = try await Self.watch(["--pin-file", "-"]) { terminal in
            for (count, answer) in [(1, "123456\n"), (2, "12x456\n")] {
                #expect(terminal.read(question, times: count) == count)
                #expect(!terminal.isEchoing)
                terminal.type(answer)
            }
        }
        #expect(status == 2, "\(terminal)\(output)")
        #expect(terminal.contains("\(VirtualReader.firstSlot)\(question)"))
        #expect(terminal.contains("\(VirtualReader.secondSlot)\(question)"))
        #expect(!terminal.contains("123456") && !terminal.contains("12x456"))
        #expect(output.ranges(of: ": read in ").count == 1)
        #expect(output.contains("what was given as PIN cannot be one, and was not tried"))
        #expect(!output.contains("123456") && !output.contains("12x456"))
    }

    @Test
    func `reads one document with a PIN for all, and leaves the next one alone`() async throws {
        let pin = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("123456\n".utf8).write(to: pin)
        defer { try? FileManager.default.removeItem(at: pin) }
        try await VirtualReader.run { reader in
            let chips = try [0, 1].map {
                try Self.simulate(["--profile", "specimen-identity-card"], port: reader.port + $0)
            }
            defer { chips.forEach(Self.end) }
            let outcome = try BuiltProgram.run(
                [
                    "chip", "watch", "--pin-file", pin.path(percentEncoded: false), "--count", "1", "--seconds", "60",
                    "--json",
                ], environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
            #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
            let events = try outcome.output.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8)).event
            }
            #expect(events.count { $0 == "read" } == 1)
            #expect(events.count { $0 == "document" } == 1)
        }
    }

    @Test
    func `says what to do where the service does not run`() async throws {
        try await VirtualReader.runWithoutService { socketPath in
            let outcome = try BuiltProgram.run(
                ["chip", "watch", "--seconds", "20"], environment: ["PCSCLITE_CSOCK_NAME": socketPath])
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("hint: "))
        }
    }
}

@Suite("The keys of several documents")
struct DocumentKeysTests {
    private static let first = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]
    private static let second = [
        "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    ]

    struct Text: Sendable {
        let lines: [String]
        let count: Int
    }

    private static let texts: [Text] = [
        Text(lines: first, count: 1), Text(lines: first + first, count: 2), Text(lines: second + second, count: 2),
        Text(lines: first + [""] + second, count: 2), Text(lines: [""] + first + ["", ""], count: 1),
    ]

    @Test(arguments: texts)
    func `finds each document in a text`(_ text: Text) throws {
        #expect(try DocumentKeys(text: text.lines.joined(separator: "\n")).count == text.count)
    }

    @Test
    func `tries the keys first that have opened no chip yet, four at most`() throws {
        let keys = try DocumentKeys(
            text: Array(repeating: Self.first.joined(separator: "\n"), count: 6).joined(separator: "\n\n"))
        #expect(keys.candidates().map(\.index) == [0, 1, 2, 3])
        for index in [0, 2, 4] { keys.note(used: index) }
        #expect(keys.candidates().map(\.index) == [1, 3, 5, 0])
    }

    @Test
    func `refuses a text without printed lines`() {
        #expect(throws: CommandError.self) { try DocumentKeys(text: "\n\n") }
        #expect(throws: CommandError.self) { try DocumentKeys(text: "nothing of the kind") }
    }
}
