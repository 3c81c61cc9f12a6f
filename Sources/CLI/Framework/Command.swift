/// One verb of the program: its declaration, from which parsing, help, completions and man pages all come.
package struct Command: Sendable {
    /// The words that call it: `["mrz", "check"]`.
    package let path: [String]
    /// One line, lower case, no full stop.
    package let summary: String
    /// What the user must know beyond the summary, in paragraphs; may be empty.
    package let discussion: String
    /// The operands, in order.
    package let operands: [Operand]
    /// The options, in the order help shows them; `--help` is added by itself.
    package let options: [Option]
    /// A command line that works as it stands, and what it shows.
    package let examples: [Example]
    /// Does the work; what it throws becomes an error message and status 3 (64 for a `UsageError`).
    package let run: @Sendable (Invocation) throws -> ExitStatus

    package init(
        _ path: String..., summary: String, discussion: String = "", operands: [Operand] = [], options: [Option] = [],
        examples: [Example], run: @escaping @Sendable (Invocation) throws -> ExitStatus
    ) {
        self.path = path
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.examples = examples
        self.run = run
    }

    /// `mrz check`.
    package var name: String { path.joined(separator: " ") }

    /// The commands whose words begin with this one's: `issue csca` of `issue`.
    package func verbs(among commands: [Command]) -> [Command] {
        commands.filter { $0.path.count > path.count && $0.path.starts(with: path) }
    }

    /// The declared options and `--help`, which every command has.
    package var allOptions: [Option] { options + [.flag("help", "show this page")] }
}

/// Commands that belong together in the overview.
package struct CommandGroup: Sendable {
    /// The heading: `Inspect a document`.
    package let title: String
    package let commands: [Command]

    package init(_ title: String, _ commands: [Command]) {
        self.title = title
        self.commands = commands
    }
}

/// A positional argument.
package struct Operand: Sendable {
    /// The name in help, in capitals: `FILE`.
    package let name: String
    package let help: String
    /// How many there may be.
    package let arity: Arity
    /// The words there are, where they are few: offered by completions.
    package let choices: [String]

    package enum Arity: Sendable { case one, optional, any, oneOrMore }

    package init(_ name: String, _ help: String, arity: Arity = .one, choices: [String] = []) {
        self.name = name
        self.help = help
        self.arity = arity
        self.choices = choices
    }
}

/// A named argument: a flag, or a name with a value.
package struct Option: Sendable {
    /// The long name without hyphens: `mrz-file`.
    package let name: String
    /// The name of the value in help (`FILE`); nil for a flag.
    package let value: String?
    /// The values there are, where they are few: offered by completions and checked when parsed.
    package let choices: [String]
    /// Words that completions offer beside others that are not known: names of specimens.
    package private(set) var suggestions: [String] = []
    package let help: String
    /// Whether it may be given more than once; each value may also hold several, separated by commas where help says so.
    package let isRepeatable: Bool

    /// What completions offer.
    package var completions: [String] { choices + suggestions }

    /// The same option, for whose value completions offer these words too.
    package func suggesting(_ words: [String]) -> Option {
        var option = self
        option.suggestions = words
        return option
    }

    /// Whether the value is a file or a folder, by its name in help: completions offer those.
    package var isPath: Bool { value.map(Self.isPath) ?? false }

    /// Whether a placeholder names a file or a folder.
    package static func isPath(_ placeholder: String) -> Bool {
        ["FILE", "DIR", "PATH", "FOLDER", "PROFILE"].contains { placeholder.contains($0) }
    }

    /// The switch of a command that prints JSON and nothing else, so that a script can hand `--json` to every command.
    package static let alwaysJSON = flag("json", "JSON is what is printed, with this switch and without it")

    /// A switch.
    package static func flag(_ name: String, _ help: String) -> Option {
        Option(name: name, value: nil, choices: [], help: help, isRepeatable: false)
    }

    /// A name with a value.
    package static func value(
        _ name: String, _ value: String, _ help: String, choices: [String] = [], isRepeatable: Bool = false
    ) -> Option {
        Option(name: name, value: value, choices: choices, help: help, isRepeatable: isRepeatable)
    }
}

/// A command line and what it does.
package struct Example: Sendable {
    package let line: String
    package let shows: String

    package init(_ line: String, _ shows: String) {
        self.line = line
        self.shows = shows
    }
}

/// How the program ends.
///
/// Spec: the table of exit statuses in the README.
package enum ExitStatus: Int32, Sendable {
    /// Accepted, valid, or done.
    case success = 0
    /// Rejected, or a rule is broken.
    case rejected = 1
    /// Undecided, or a partial read.
    case undecided = 2
    /// The work could not be done.
    case failed = 3
    /// The command line is wrong.
    case usage = 64
}
