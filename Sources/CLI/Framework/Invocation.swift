/// A parsed command line: what a command asks its arguments from.
package struct Invocation: Sendable {
    package let command: Command
    private let flags: Set<String>
    private let values: [String: [String]]
    /// The operands, in order.
    package let operands: [String]

    /// Parses what follows the command's own words.
    ///
    /// Options may stand before, between and after operands, as `--name value` or `--name=value`; `--` ends them.
    package init(_ command: Command, parsing arguments: some Sequence<String>) throws(UsageError) {
        var flags: Set<String> = []
        var values: [String: [String]] = [:]
        var operands: [String] = []
        var rest = Array(arguments)[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("--") else {
                guard word == "-" || !word.hasPrefix("-") else { throw .unknownOption(word, of: command) }
                operands.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = command.options.first(where: { $0.name == name }) else {
                throw .unknownOption("--\(name)", of: command)
            }
            guard let placeholder = option.value else {
                guard parts.count == 1 else { throw UsageError("'--\(name)' takes no value", command: command) }
                flags.insert(name)
                continue
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw UsageError("'--\(name)' needs \(placeholder)", command: command)
            }
            // An empty name would mean the folder one stands in: what comes of a variable that was never set.
            guard !value.isEmpty || !option.isPath else {
                throw UsageError("'--\(name)' needs \(placeholder), and it is empty", command: command)
            }
            guard option.choices.isEmpty || option.choices.contains(value) else {
                let meant = Suggestion.closest(to: value, among: option.choices)
                throw UsageError(
                    "'--\(name)' is one of \(option.choices.joined(separator: ", ")), not '\(value)'",
                    hint: meant.map { "did you mean '\($0)'?" }, command: command)
            }
            guard option.isRepeatable || values[name] == nil else {
                throw UsageError("'--\(name)' is given twice", command: command)
            }
            values[name, default: []].append(value)
        }
        self.command = command
        self.flags = flags
        self.values = values
        self.operands = operands
        try checkOperandCount()
    }

    /// Whether a flag is given.
    package subscript(flag name: String) -> Bool { flags.contains(name) }

    /// The value of an option.
    package subscript(_ name: String) -> String? { values[name]?.last }

    /// All values of a repeatable option.
    package subscript(all name: String) -> [String] { values[name] ?? [] }

    /// The value of an option as a whole number within a range.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "'--\(name)' is a number from \(range.lowerBound) to \(range.upperBound)", command: command)
        }
        return number
    }

    private func checkOperandCount() throws(UsageError) {
        guard !operands.contains("") else { throw UsageError("an argument is empty", command: command) }
        let least = command.operands.count { $0.arity == .one || $0.arity == .oneOrMore }
        guard operands.count >= least else {
            throw UsageError("missing \(command.operands[operands.count].name)", command: command)
        }
        let isOpen = command.operands.contains { $0.arity == .any || $0.arity == .oneOrMore }
        guard isOpen || operands.count <= command.operands.count else {
            throw UsageError("unexpected argument '\(operands[command.operands.count])'", command: command)
        }
    }
}

/// The command line is wrong: what is wrong with it, and which help to look at.
package struct UsageError: Error {
    package let message: String
    package let hint: String?
    package let command: Command?

    package init(_ message: String, hint: String? = nil, command: Command? = nil) {
        self.message = message
        self.hint = hint
        self.command = command
    }

    /// An option that the command does not have, with the one that was meant, perhaps.
    package static func unknownOption(_ word: String, of command: Command) -> UsageError {
        let name = String(word.drop { $0 == "-" })
        let meant = Suggestion.closest(to: name, among: command.allOptions.map(\.name))
        return UsageError(
            "'\(command.name)' has no option '\(word)'", hint: meant.map { "did you mean '--\($0)'?" }, command: command
        )
    }
}

/// The work could not be done: a line for the user, and a hint where one helps.
package struct CommandError: Error {
    /// Lower case, no full stop.
    package let message: String
    package let hint: String?
    /// Whether the result is on standard output already, so that no JSON of the error may follow it.
    package private(set) var isAfterResult = false

    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// The same as something that went wrong once the result was printed.
    package var afterResult: CommandError {
        var error = self
        error.isAfterResult = true
        return error
    }
}
