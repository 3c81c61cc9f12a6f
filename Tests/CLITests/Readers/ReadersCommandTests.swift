import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("emrtd readers", .serialized, .enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
struct ReadersCommandTests {
    private struct List: Decodable, Equatable {
        struct Reader: Decodable, Equatable {
            let name: String
            let content: String
            let usage: String
            let answerToReset: String?
        }

        let readers: [Reader]
    }

    @Test
    func `lists readers and what lies on them`() async throws {
        try await VirtualReader.run { reader in
            let environment = ["PCSCLITE_CSOCK_NAME": reader.socketPath]
            let card = try #require(VirtualCard(port: reader.port) { _ in [0x90, 0x00] })
            var outcome = try BuiltProgram.run(["readers"], environment: environment)
            for _ in 0..<20 where !outcome.output.contains("card") {
                usleep(100_000)
                outcome = try BuiltProgram.run(["readers"], environment: environment)
            }
            #expect(outcome.status == 0)
            #expect(outcome.output == "Virtual PCD 00 00  card 3B80800101\nVirtual PCD 00 01  empty\n")

            let json = try BuiltProgram.run(["readers", "--json"], environment: environment)
            let list = try JSONDecoder().decode(List.self, from: Data(json.output.utf8))
            #expect(
                list.readers == [
                    .init(name: VirtualReader.firstSlot, content: "card", usage: "free", answerToReset: "3B80800101"),
                    .init(name: VirtualReader.secondSlot, content: "empty", usage: "free", answerToReset: nil),
                ])
            card.pull()
        }
    }

    @Test
    func `says what to do where there is no reader, and where the user may not use the service`() async throws {
        try await VirtualReader.run(hasReader: false) { reader in
            let environment = ["PCSCLITE_CSOCK_NAME": reader.socketPath]
            let outcome = try BuiltProgram.run(["readers"], environment: environment)
            #expect(outcome.status == 0)
            #expect(outcome.output == "")
            #expect(outcome.errors.hasPrefix("emrtd: no reader is attached\nhint: plug in a contactless reader"))
            let json = try BuiltProgram.run(["readers", "--json"], environment: environment)
            #expect(try JSONDecoder().decode(List.self, from: Data(json.output.utf8)).readers == [])

            #expect(chmod(reader.socketPath, 0o600) == 0)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/setpriv")
            process.arguments =
                ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.executable.path(), "readers"]
            process.environment = environment
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let text = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            // Where other users cannot even reach the program, there is nothing to see.
            guard process.terminationStatus != 127, process.terminationStatus != 126 else { return }
            #expect(process.terminationStatus == 3)
            #expect(String(decoding: text, as: UTF8.self).contains("the PC/SC service refuses this user\nhint: "))
        }
    }

    @Test
    func `prints what changes until the service ends`() async throws {
        try await VirtualReader.run { reader in
            let outcome = Mutex<BuiltProgram.Outcome?>(nil)
            try withThread {
                let run = try? BuiltProgram.run(
                    ["readers", "--watch"], environment: ["PCSCLITE_CSOCK_NAME": reader.socketPath])
                outcome.withLock { $0 = run }
            } whileRunning: {
                usleep(400_000)
                let card = try #require(VirtualCard(port: reader.port) { _ in [0x90, 0x00] })
                usleep(900_000)
                card.pull()
                usleep(900_000)
                reader.kill()
            }
            let (status, output, errors) = try outcome.withLock { outcome in
                let run = try #require(outcome)
                return (run.status, run.output, run.errors)
            }
            #expect(status == 3)
            #expect(errors.hasPrefix("emrtd: error: the PC/SC service is not running\n"))
            #expect(
                output == """
                    Virtual PCD 00 00  empty
                    Virtual PCD 00 01  empty
                    Virtual PCD 00 00  card 3B80800101
                    Virtual PCD 00 00  empty

                    """)
        }
    }

    /// Runs something on a thread of its own beside something else, and waits for both.
    private func withThread(_ body: @escaping @Sendable () -> Void, whileRunning other: () throws -> Void) throws {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            isDone.signal()
        }
        try other()
        #expect(isDone.wait(timeout: .now() + 20) == .success)
    }

    @Test
    func `says what to do where the service does not run`() async throws {
        try await VirtualReader.runWithoutService { path in
            let outcome = try BuiltProgram.run(["readers"], environment: ["PCSCLITE_CSOCK_NAME": path])
            #expect(outcome.status == 3)
            #expect(outcome.errors.hasPrefix("emrtd: error: the PC/SC service is not running\nhint: start it with"))
        }
    }
}
