import CLI
import Foundation
import TestSupport
import Testing

@Suite("Command line: texts made from the declarations")
struct GeneratedTextTests {
    @Test func `prints a help page`() throws {
        #expect(try Golden.difference(Help.text(of: SampleCommands.check), "cli/framework/help.txt") == nil)
    }

    @Test func `prints an overview`() throws {
        let text = Help.overview(in: SampleCommands.groups)
        #expect(try Golden.difference(text, "cli/framework/overview.txt") == nil)
    }

    @Test func `makes a manual page`() throws {
        #expect(try Golden.difference(ManualPage.page(of: SampleCommands.check), "cli/framework/page.1") == nil)
        let overview = ManualPage.overview(of: SampleCommands.groups)
        #expect(try Golden.difference(overview, "cli/framework/overview.1") == nil)
    }

    @Test(arguments: Completions.Shell.allCases)
    func `makes a completion script`(shell: Completions.Shell) throws {
        let script = Completions.script(for: shell, commands: SampleCommands.all)
        #expect(try Golden.difference(script, "cli/framework/completion.\(shell.rawValue)") == nil)
    }

    @Test(
        arguments: [
            ([""], "help page print --help --version"), (["pa"], "page"), (["page", ""], "check"),
            (["page", "check", "--st"], "--strict"),
            (["page", "check", "--policy", ""], "archive operational strict"),
            (["page", "check", "--policy", "=", "s"], "strict"), (["print", ""], "--help round square"),
        ] as [([String], String)])
    func `completes in bash`(words: [String], expected: String) throws {
        let script = Completions.script(for: .bash, commands: SampleCommands.all)
        let list = (["emrtd"] + words).map { "'\($0)'" }.joined(separator: " ")
        let line = "COMP_WORDS=(\(list)); COMP_CWORD=\(words.count); _emrtd; printf '%s\\n' \"${COMPREPLY[@]}\""
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["--norc", "-c", script + "\n" + line]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try #require(try pipe.fileHandleForReading.readToEnd())
        process.waitUntilExit()

        let offered = String(decoding: output, as: UTF8.self).split(separator: "\n")
        #expect(Set(offered) == Set(expected.split(separator: " ")))
    }

    @Test(arguments: Completions.Shell.allCases)
    func `offers specimens, faults, forgeries and commands to complete`(shell: Completions.Shell) {
        let script = Completions.script(for: shell, commands: CommandTable.commands)
        let lines = script.split(separator: "\n")
        for (option, word) in [
            ("simulated", "specimen-eac"), ("profile", "specimen-eac"), ("fault", "pace-63c2"), ("forge", "clone"),
        ] {
            #expect(lines.contains { $0.contains(option) && $0.contains(word) }, "\(option)")
        }
        #expect(lines.contains { $0.contains("inspect demo verify mrz check scan compose readers") })
    }

    @Test(arguments: CommandTable.commands.map(\.name))
    func `gives every command an example and complete sentences`(name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        #expect(!command.examples.isEmpty)
        #expect(command.examples.allSatisfy { $0.line.hasPrefix("emrtd \(name)") || $0.line.contains("emrtd \(name)") })
        #expect(command.summary.first?.isLowercase == true)
        #expect(!command.summary.hasSuffix("."))
        let text = Help.text(of: command, verbs: command.verbs(among: CommandTable.commands))
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test(arguments: CommandTable.commands.map(\.name))
    func `keeps the checked-in help of every command`(name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let file = "cli/help/\(command.path.joined(separator: "-")).txt"
        #expect(
            try Golden.difference(
                Help.text(of: command, verbs: command.verbs(among: CommandTable.commands)) + "\n", file) == nil)
    }
}
