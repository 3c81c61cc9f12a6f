/// The program: finds the command, parses, runs it and turns errors into messages.
public enum Program {
    /// Runs a command line without the program's own name.
    ///
    /// - Returns: the exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        let matching = CommandTable.commands.filter { arguments.starts(with: $0.path) }
        guard let command = matching.max(by: { $0.path.count < $1.path.count }) else {
            return overview(arguments)
        }
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            Terminal.print(Help.text(of: command))
            return ExitStatus.success.rawValue
        }
        do {
            return try command.run(Invocation(command, parsing: arguments.dropFirst(command.path.count))).rawValue
        } catch let error as UsageError {
            Terminal.error(error.message, hint: "see 'emrtd \((error.command ?? command).name) --help'")
            return ExitStatus.usage.rawValue
        } catch let error as CommandError {
            Terminal.error(error.message, hint: error.hint)
        } catch {
            Terminal.error("\(error)")
        }
        return ExitStatus.failed.rawValue
    }

    private static func overview(_ arguments: [String]) -> Int32 {
        if arguments.contains("--version") {
            Terminal.print("emrtd \(version)")
            return ExitStatus.success.rawValue
        }
        let words = arguments.filter { !$0.hasPrefix("-") }
        let noun = words.first.flatMap { first in
            CommandTable.commands.contains { $0.path.first == first } ? first : nil
        }
        if let unknown = words.first, noun == nil {
            Terminal.error("unknown command '\(unknown)'", hint: "'emrtd --help' lists the commands")
            return ExitStatus.usage.rawValue
        }
        let isAsked = arguments.contains("--help") || arguments.contains("-h")
        Terminal.print(Help.overview(of: noun))
        return isAsked ? ExitStatus.success.rawValue : ExitStatus.usage.rawValue
    }

    /// The version of this program, as `--version` and every report name it.
    static let version = "0.1.0"
}
