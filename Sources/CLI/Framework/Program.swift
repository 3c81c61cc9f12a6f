import ByteCoding
import Foundation

/// The program: finds the command, parses, runs it and turns errors into messages.
public enum Program {
    /// The version of this program, as `--version` and every report name it.
    package static let version = "0.1.0"

    /// What this program was started with, without its own name; names of files in any bytes come as `FileName` writes
    /// them.
    public static var arguments: [String] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { text in
                FileName.text(UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:)))
            }
        }
    }

    /// Runs a command line without the program's own name.
    ///
    /// - Parameter arguments: Names of files in them are as `FileName` writes them.
    /// - Returns: the exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        occupyStandardDescriptors()
        signal(SIGPIPE, SIG_IGN)
        takeQuitting()
        return ended(run(arguments, commands: CommandTable.commands)).rawValue
    }

    /// Puts something where standard input, output or errors were closed, or the next file that is opened would be taken
    /// for them.
    ///
    /// It is open for reading alone: input ends at once, and output that nobody takes stays an error.
    private static func occupyStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// SIGQUIT ends the program at once: a core file would hold keys, and the handler of Swift's runtime, which stands
    /// there otherwise, does not end.
    private static func takeQuitting() {
        signal(SIGQUIT) { _ in _exit(128 + SIGQUIT) }
        // Whoever starts this program from a thread that blocks signals hands that on.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGQUIT] { sigaddset(&signals, number) }
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The status in the end: a result that standard output did not take was not delivered.
    ///
    /// Whoever closes a pipe early, as `head` does, has what they wanted.
    private static func ended(_ status: ExitStatus) -> ExitStatus {
        guard status != .failed, let failure = Terminal.lostOutput, failure != EPIPE else { return status }
        Terminal.error(
            "the result could not be written to standard output: \(String(cString: strerror(failure)))",
            hint: "what was printed is not complete")
        return .failed
    }

    package static func run(_ arguments: [String], commands: [Command]) -> ExitStatus {
        let words = arguments.prefix { $0 != "--" }
        let arguments = words.first == "help" ? arguments.dropFirst() + ["--help"] : arguments
        let isHelpAsked = words.first == "help" || words.contains("--help") || words.contains("-h")
        let matching = commands.filter { arguments.starts(with: $0.path) }
        guard let command = matching.max(by: { $0.path.count < $1.path.count }) else {
            return overview(arguments, commands: commands, isHelpAsked: isHelpAsked)
        }
        let verbs = command.verbs(among: commands)
        if !verbs.isEmpty, command.operands.isEmpty, let word = arguments.dropFirst(command.path.count).first,
            !word.hasPrefix("-")
        {
            return overview(arguments, commands: commands, isHelpAsked: isHelpAsked)
        }
        guard !isHelpAsked else {
            Terminal.print(Help.text(of: command, verbs: verbs))
            return .success
        }
        do {
            return try command.run(Invocation(command, parsing: arguments.dropFirst(command.path.count)))
        } catch {
            let report = ErrorReport(error, command: command)
            Terminal.endProgress()
            report.show(asJSON: words.contains("--json") && (error as? CommandError)?.isAfterResult != true)
            return report.status
        }
    }

    private static func overview(_ arguments: [String], commands: [Command], isHelpAsked: Bool) -> ExitStatus {
        let words = Array(arguments.prefix { !$0.hasPrefix("-") })
        if words.count > 1, words.count == arguments.count || isHelpAsked,
            commands.contains(where: { $0.path.count > words.count && $0.path.starts(with: words) })
        {
            Terminal.print(Help.overview(of: words))
            return isHelpAsked ? .success : .usage
        }
        if words.isEmpty, arguments.contains("--version") {
            Terminal.print("emrtd \(version)")
            return .success
        }
        let isNoun = commands.contains { $0.path.first == words.first }
        if let first = words.first, !isNoun || words.count > 1 {
            let isGroup = commands.contains { $0.path.count > 2 && $0.path.starts(with: words.prefix(2)) }
            let typed = isNoun ? words.prefix(isGroup ? 3 : 2).joined(separator: " ") : first
            let nouns = commands.map { isNoun ? $0.name : $0.path.first ?? "" }
            let meant = Suggestion.closest(to: typed, among: nouns + commands.map(\.name))
            let list = isNoun ? "'emrtd \(first) --help'" : "'emrtd --help'"
            Terminal.error(
                "there is no command '\(typed)'",
                hint: meant.map { "did you mean 'emrtd \($0)'?" } ?? "\(list) lists the commands")
            return .usage
        }
        if let option = arguments.first, option.hasPrefix("-"), !isHelpAsked {
            Terminal.error("unknown option '\(option)'", hint: "a command comes first: 'emrtd --help' lists them")
            return .usage
        }
        Terminal.print(Help.overview(of: Array(words.prefix(1))))
        return isHelpAsked ? .success : .usage
    }
}

/// An error as the user sees it.
package struct ErrorReport: Codable {
    let message: String
    let hint: String?
    let exitStatus: Int32

    var status: ExitStatus { ExitStatus(rawValue: exitStatus) ?? .failed }

    init(_ error: any Error, command: Command) {
        switch error {
        case let error as UsageError:
            message = error.message
            let page = "'emrtd \((error.command ?? command).name) --help' shows how it is used"
            hint = error.hint.map { $0 + (".?!".contains($0.last ?? " ") ? " " : "; ") + page } ?? page
            exitStatus = ExitStatus.usage.rawValue
        case let error as CommandError:
            message = error.message
            hint = error.hint
            exitStatus = ExitStatus.failed.rawValue
        case let error as CocoaError:
            message = CommandError.words(of: error)
            hint = nil
            exitStatus = ExitStatus.failed.rawValue
        default:
            message = "\(error)"
            hint = nil
            exitStatus = ExitStatus.failed.rawValue
        }
    }

    /// Writes the line to standard error and, for a program that reads JSON, `{"error": …}` to standard output.
    func show(asJSON: Bool) {
        Terminal.error(message, hint: hint)
        guard asJSON else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        guard let data = try? encoder.encode(["error": self]) else { return }
        Terminal.print(Terminal.harmlessJSON(String(decoding: data, as: UTF8.self)))
    }
}
