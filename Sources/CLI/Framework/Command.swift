/// One verb of the program: its declaration, from which parsing, help, completions and man pages all come.
struct Command: Sendable {
    /// The words that call it: `["mrz", "check"]`.
    let path: [String]
    /// One line, lower case, no full stop.
    let summary: String
    /// What the user must know beyond the summary, in paragraphs; may be empty.
    let discussion: String
    /// The operands, in order.
    let operands: [Operand]
    /// The options, in the order help shows them; `--help` is added by itself.
    let options: [Option]
    /// A command line that works as it stands, and what it shows.
    let examples: [Example]
    /// Does the work; what it throws becomes an error message and status 3 (64 for a `UsageError`).
    let run: @Sendable (Invocation) throws -> ExitStatus

    init(
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
    var name: String { path.joined(separator: " ") }
}

/// A positional argument.
struct Operand: Sendable {
    /// The name in help, in capitals: `FILE`.
    let name: String
    let help: String
    /// How many there may be.
    let arity: Arity

    enum Arity: Sendable { case one, optional, any, oneOrMore }

    init(_ name: String, _ help: String, arity: Arity = .one) {
        self.name = name
        self.help = help
        self.arity = arity
    }
}

/// A named argument: a flag, or a name with a value.
struct Option: Sendable {
    /// The long name without hyphens: `mrz-file`.
    let name: String
    /// The name of the value in help (`FILE`); nil for a flag.
    let value: String?
    /// The values there are, where they are few: offered by completions and checked when parsed.
    let choices: [String]
    let help: String
    /// Whether it may be given more than once; each value may also hold several, separated by commas where help says so.
    let isRepeatable: Bool

    /// A switch.
    static func flag(_ name: String, _ help: String) -> Option {
        Option(name: name, value: nil, choices: [], help: help, isRepeatable: false)
    }

    /// A name with a value.
    static func value(
        _ name: String, _ value: String, _ help: String, choices: [String] = [], isRepeatable: Bool = false
    ) -> Option {
        Option(name: name, value: value, choices: choices, help: help, isRepeatable: isRepeatable)
    }
}

/// A command line and what it does.
struct Example: Sendable {
    let line: String
    let shows: String

    init(_ line: String, _ shows: String) {
        self.line = line
        self.shows = shows
    }
}

/// How the program ends.
///
/// Spec: the table of exit statuses in the README.
enum ExitStatus: Int32, Sendable {
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
