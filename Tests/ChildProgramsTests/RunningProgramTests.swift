import ChildPrograms
import Foundation
import TestSupport
import Testing

@Suite("Programs that are started")
struct RunningProgramTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    private static func shell(_ script: String, limits: ProgramCommand.Limits? = nil) -> ProgramCommand {
        ProgramCommand("/bin/sh", arguments: ["-c", script], limits: limits)
    }

    private static func output(_ script: String, limits: ProgramCommand.Limits? = nil) throws -> String {
        let outcome = try ChildProgram.run(shell(script, limits: limits), outputLimit: 1 << 20, timeLimit: .seconds(20))
        return String(decoding: outcome.output, as: UTF8.self)
    }

    static let ends: [(script: String, end: RunningProgram.Ending)] = [
        ("exit 0", .status(0)), ("exit 7", .status(7)), ("kill -9 $$", .signal(9)),
    ]

    @Test(arguments: ends)
    func `tells how a program ended, as often as it is asked`(_ example: (script: String, end: RunningProgram.Ending))
        throws
    {
        let program = try RunningProgram(Self.shell(example.script), descriptors: [nil, nil, nil])
        for _ in 0..<2 {
            let found = program.ending(by: .now + .seconds(20))
            #expect(found == example.end)
        }
    }

    @Test(arguments: ["sleep 60", "exec >&- 2>&-; sleep 60"])
    func `ends a run that is no longer wanted`(_ script: String) {
        let begin = ContinuousClock.now
        #expect(throws: ChildProgram.Failure.cancelled) {
            try ChildProgram.run(
                Self.shell(script), outputLimit: 100, timeLimit: .seconds(30),
                isCancelled: { ContinuousClock.now - begin > .milliseconds(200) })
        }
        #expect(ContinuousClock.now - begin < .seconds(5))
    }

    @Test func `waits no longer than it is told, and ends the program with what it started`() throws {
        let mark = path("late")
        do {
            let begin = ContinuousClock.now
            let program = try RunningProgram(
                Self.shell("(sleep 2; touch '\(mark)') & sleep 60"), descriptors: [nil, nil, nil])
            let end = program.ending(by: .now + .milliseconds(300))
            #expect(end == nil)
            #expect(ContinuousClock.now - begin < .seconds(2))
        }
        Thread.sleep(forTimeInterval: 2.5)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `what a program leaves running ends with its owner`() throws {
        let mark = path("left")
        _ = try Self.output("(sleep 2; touch '\(mark)') >/dev/null 2>&1 & exit 0")
        Thread.sleep(forTimeInterval: 2.5)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `a program gets its descriptors and no others`() throws {
        let left = open("/dev/null", O_RDONLY)  // Without the flag that closes it.
        defer { close(left) }
        #expect(try Self.output("for n in /proc/self/fd/*; do echo ${n##*/}; done | sort -n | head -3") == "0\n1\n2\n")
        #expect(try Self.output("[ -e /proc/$$/fd/\(left) ] && echo open || echo closed") == "closed\n")

        var pipe = try ProgramPipe()
        let program = try RunningProgram(
            // Their numbers here are those of others there.
            Self.shell("[ /proc/$$/fd/1 -ef /proc/$$/fd/3 ] && echo same || echo other"),
            descriptors: [nil, pipe.writing, nil, STDOUT_FILENO])
        pipe.closeWriting()
        let end = program.ending(by: .now + .seconds(20))
        #expect(end == .status(0))
        var text = [UInt8](repeating: 0, count: 10)
        let count = read(pipe.reading, &text, 10)
        #expect(String(decoding: text.prefix(max(count, 0)), as: UTF8.self) == "other\n")
    }

    @Test func `a program can be interrupted, whatever a thread of this one holds off`() throws {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let program = try RunningProgram(Self.shell("kill -TERM $$; sleep 60"), descriptors: [nil, nil, nil])
        let end = program.ending(by: .now + .seconds(20))
        #expect(end == .signal(SIGTERM))
    }

    @Test func `limits hold for memory, files, time and core files`() throws {
        let limits = ProgramCommand.Limits(memoryByteCount: 123 << 20, fileByteCount: 1000, processorSeconds: 77)
        #expect(try Self.output("ulimit -v; ulimit -f; ulimit -t; ulimit -c", limits: limits) == "125952\n2\n77\n0\n")
        let none = ProgramCommand.Limits(memoryByteCount: 1 << 30, fileByteCount: 0)
        #expect(try Self.output("ulimit -f; ulimit -t", limits: none) == "0\nunlimited\n")
    }

    @Test func `a program that is still being written by another is waited for`() throws {
        let program = path("program")
        try ProgramFile.write("echo done", to: program)
        let writer = open(program, O_WRONLY | O_CLOEXEC)
        // Not a task: all threads for those may be waiting in other tests.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.2)
            close(writer)
        }
        let outcome = try ChildProgram.run(ProgramCommand(program), outputLimit: 100, timeLimit: .seconds(20))
        #expect(outcome.output == Array("done\n".utf8))
    }

    @Test func `a program that is not there is an error of its own`() {
        #expect(throws: ChildProgram.Failure.cannotStart(ENOENT)) {
            _ = try RunningProgram(ProgramCommand("/nowhere/program"), descriptors: [nil, nil, nil])
        }
        #expect(throws: ChildProgram.Failure.cannotStart(EBADF)) {
            _ = try RunningProgram(ProgramCommand("/bin/true"), descriptors: [nil, 100_000, nil])
        }
    }

    @Test func `a program is taken from absolute folders alone`() throws {
        try ProgramFile.write("", to: path("bin/program"))
        #expect(ProgramCommand.path(of: "program", searchPath: ":.:bin:\(path("bin"))") == path("bin") + "/program")
        #expect(ProgramCommand.path(of: "program", searchPath: ":.:bin") == nil)
        #expect(ProgramCommand.path(of: "sh", searchPath: nil)?.hasSuffix("/sh") == true)
    }

    @Test(arguments: [
        ("", ""), ("one\ntwo\n \n", "two"), ("a\r\nb\r\n", "b"), ("it \u{1B}[31mfails", "it ?[31mfails"),
        ("Datei fehlt: ü", "Datei fehlt: ü"),
    ])
    func `the last words are a line without control characters`(_ text: String, line: String) {
        #expect(LastWords.line(of: text.utf8) == line)
        #expect(LastWords.line(of: [UInt8](repeating: 0x78, count: 5000)).count == 400)
    }
}
