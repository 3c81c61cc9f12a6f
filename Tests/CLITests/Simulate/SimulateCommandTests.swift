import Foundation
import Issuing
import LDS
import TestSupport
import Testing

@Suite("emrtd simulate and emrtd issue")
struct SimulateCommandTests {
    private struct Names: Decodable {
        struct Entry: Decodable { let name: String }
        let faults: [Entry]
        let forgeries: [Entry]
    }

    private struct Summary: Decodable {
        let sessions: Int
        let commands: Int
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-simulate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test
    func `prints the zone and writes the certificate, and serves nothing`() throws {
        try inFolder { folder in
            let outcome = try BuiltProgram.run(["simulate", "--print-mrz", "--trust-out", folder.path])
            let document = try Specimen.utopia()

            #expect(outcome.status == 0)
            #expect(outcome.output == document.mrzLines.map { $0 + "\n" }.joined())
            let certificate = try Data(contentsOf: folder.appending(path: "csca.cer"))
            #expect(Array(certificate) == document.cscaCertificates[0])
        }
    }

    @Test
    func `lists faults and forgeries`() throws {
        let outcome = try BuiltProgram.run(["simulate", "--list-faults", "--json"])
        let names = try JSONDecoder().decode(Names.self, from: Data(outcome.output.utf8))

        #expect(names.faults.count > 40)
        #expect(names.forgeries.contains { $0.name == "clone" })
    }

    @Test(arguments: [
        (["--fault", "nothing"], "there is no fault 'nothing'; 'emrtd simulate --list-faults' lists them"),
        (["--forge", "nothing"], "there is no forgery 'nothing'; 'emrtd simulate --list-faults' lists them"),
        (["--vpcd", "a:b:c"], "'--vpcd': 'a:b:c' is not HOST:PORT"),
        (["--base", "."], "'--base' goes with '--profile'"),
        (["--count", "0"], "'--count' is a number from 1 to 1000000"),
    ])
    func `says what is wrong with the command line`(arguments: [String], message: String) throws {
        let outcome = try BuiltProgram.run(["simulate"] + arguments)

        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("emrtd: error: \(message)\n"))
    }

    @Test(arguments: [
        ["simulate", "--print-mrz", "--profile"], ["inspect", "--simulated"], ["chip", "read", "--simulated"],
    ])
    func `refuses to forge what the document does not have, and names what can be forged`(command: [String]) throws {
        for (name, alternative) in [
            ("clone-other-key", "ca-clone-other-key"), ("clone-swapped-dg15", "ca-clone-swapped-dg14"),
            ("aa-replayed", "ca-clone-old-keys"), ("aa-key-off-curve", "ca-key-off-curve"),
        ] {
            let outcome = try BuiltProgram.run(command + ["specimen-eac", "--forge", name])

            #expect(outcome.status == 64)
            #expect(
                outcome.errors.hasPrefix(
                    "emrtd: error: this document has no Active Authentication, which '--forge \(name)' is about\n"
                        + "hint: try '--forge \(alternative)'. "), "\(outcome.errors)")
        }
    }

    @Test
    func `says where no virtual reader listens, and which file of a profile is not there`() throws {
        // Port 1 is nobody's.
        let lonely = try BuiltProgram.run(["simulate", "--vpcd", "127.0.0.1:1"])
        #expect(lonely.status == 3)
        #expect(lonely.errors.hasPrefix("emrtd: error: no virtual reader listens on 127.0.0.1:1\nhint: "))

        let profile = Repository.testVectors.appending(path: "profiles/bsi-tr03105-5.json").path
        let incomplete = try BuiltProgram.run(["simulate", "--profile", profile, "--print-mrz"])
        #expect(incomplete.status == 3)
        #expect(incomplete.errors.contains("hint: '--base DIR' says where the files of a profile lie"))
    }

    @Test(.enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
    func `lies on the virtual reader for as long as it is told`() async throws {
        try await VirtualReader.run { reader in
            let outcome = try BuiltProgram.run([
                "simulate", "--vpcd", "127.0.0.1:\(reader.port)", "--serve-for", "1", "--json",
            ])
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("the chip lies on the virtual reader at 127.0.0.1:\(reader.port)"))
            let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
            #expect(summary.sessions == 0 && summary.commands == 0)
        }
    }

    @Test
    func `issues the files of the specimen`() throws {
        try inFolder { folder in
            let outcome = try BuiltProgram.run(["issue", "--out", folder.path])
            let document = try Specimen.utopia()

            #expect(outcome.status == 0)
            for (file, bytes) in document.files {
                #expect(try Array(Data(contentsOf: folder.appending(path: "EF_\(file.name).bin"))) == bytes)
            }
            #expect(outcome.output.contains("mrz.txt") && outcome.output.contains("ds.cer"))
            #expect(try BuiltProgram.run(["issue"]).status == 64)
        }
    }
}
