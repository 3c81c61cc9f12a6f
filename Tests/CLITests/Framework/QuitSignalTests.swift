import Foundation
import TestSupport
import Testing

@Suite("A program that is told to quit")
struct QuitSignalTests {
    @Test
    func `ends at once, without a core file and without waiting for anybody`() async throws {
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = ["mrz", "check", "-"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // The signal counts from where the program has begun: standard input is open, so it waits.
        try await Task.sleep(for: .milliseconds(500))
        #expect(process.isRunning)
        kill(process.processIdentifier, SIGQUIT)
        process.waitUntilExit()

        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 131)
        try input.fileHandleForWriting.close()
    }
}
