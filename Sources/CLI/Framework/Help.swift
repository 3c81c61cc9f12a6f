/// Help texts, made from the declarations alone.
package enum Help {
    /// The width of every page, so that it reads the same on each terminal.
    static let width = 80

    /// The page of one command.
    ///
    /// - Parameter verbs: The commands whose words begin with this one's.
    package static func text(of command: Command, verbs: [Command] = []) -> String {
        var parts = ["usage: \(usage(of: command))", sentence(command.summary)]
        if !command.discussion.isEmpty {
            parts.append(TextLayout.wrap(command.discussion, width: width).joined(separator: "\n"))
        }
        if !command.operands.isEmpty {
            parts.append("Arguments:\n" + TextLayout.table(command.operands.map { ($0.name, $0.help) }, width: width))
        }
        let options = command.allOptions.map { (spelling(of: $0), help(of: $0)) }
        parts.append("Options:\n" + TextLayout.table(options, width: width))
        let title = command.examples.count > 1 ? "Examples:\n" : "Example:\n"
        parts.append(title + command.examples.map(example).joined(separator: "\n"))
        if !verbs.isEmpty {
            parts.append("Commands:\n" + TextLayout.table(verbs.map { ($0.name, $0.summary) }, width: width))
        }
        return parts.joined(separator: "\n\n")
    }

    /// The list of the commands that begin with some words, or of all.
    package static func overview(of words: [String] = [], in groups: [CommandGroup] = CommandTable.groups) -> String {
        var parts = ["usage: \((["emrtd"] + words).joined(separator: " ")) COMMAND [OPTIONS]"]
        if words.isEmpty { parts.append(TextLayout.wrap(purpose, width: width).joined(separator: "\n")) }
        let shown = groups.map { ($0.title, $0.commands.filter { $0.path.starts(with: words) }) }
        let widest = shown.flatMap(\.1).map(\.name.count).max() ?? 0
        for (title, commands) in shown where !commands.isEmpty {
            let rows = commands.map { (pad($0.name, to: widest), $0.summary) }
            parts.append("\(title):\n" + TextLayout.table(rows, width: width))
        }
        if words.isEmpty { parts.append("Exit status:\n" + TextLayout.table(exitStatuses, width: width)) }
        parts.append("'emrtd COMMAND --help' shows the options of a command and an example.")
        return parts.joined(separator: "\n\n")
    }

    /// What the program is for, in one sentence.
    static let purpose =
        "Reads and checks electronic passports and identity cards: from the printed lines and the chip to one report."

    /// The table of exit statuses.
    static let exitStatuses: [(name: String, text: String)] = [
        ("0", "accepted, valid, or done"),
        ("1", "rejected, or a rule is broken"),
        ("2", "undecided, or a partial read"),
        ("3", "the work could not be done"),
        ("64", "the command line is wrong"),
    ]

    /// `emrtd mrz check [OPTIONS] [FILE]`.
    static func usage(of command: Command) -> String {
        let operands = command.operands.map { operand in
            switch operand.arity {
            case .one: operand.name
            case .optional: "[\(operand.name)]"
            case .any: "[\(operand.name)…]"
            case .oneOrMore: "\(operand.name)…"
            }
        }
        return (["emrtd", command.name, "[OPTIONS]"] + operands).joined(separator: " ")
    }

    /// `--mrz-file FILE`.
    static func spelling(of option: Option) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }

    /// The help of an option with its choices.
    static func help(of option: Option) -> String {
        option.help + (option.choices.isEmpty ? "" : " (\(option.choices.joined(separator: ", ")))")
    }

    /// A summary as a sentence: capital letter, full stop.
    static func sentence(_ summary: String) -> String {
        summary.prefix(1).uppercased() + summary.dropFirst() + (summary.hasSuffix(".") ? "" : ".")
    }

    private static func example(_ example: Example) -> String {
        let shows = TextLayout.wrap(example.shows, width: width - 6).map { "      \($0)" }
        return (lines(of: example).map { "  \($0)" } + shows).joined(separator: "\n")
    }

    /// The command of an example in lines that a shell takes for one: all but the last end with a backslash.
    package static func lines(of example: Example) -> [String] {
        guard example.line.count > width - 2 else { return [example.line] }
        var lines: [String] = []
        for word in words(of: example.line) {
            if let last = lines.last, last.count + 1 + word.count <= width - 4 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(lines.isEmpty ? word : "    \(word)")
            }
        }
        return lines.enumerated().map { $0 < lines.count - 1 ? "\($1) \\" : $1 }
    }

    /// The words of a command, apart at blanks that stand in no quotes; an option stays with its value.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var quote: Character?
        for piece in line.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            let isValue =
                words.last?.hasPrefix("--") == true && !(words.last ?? "").contains(" ") && !piece.hasPrefix("-")
            if quote != nil || isValue {
                words[words.count - 1] += " \(piece)"
            } else {
                words.append(piece)
            }
            for character in piece where character == quote || quote == nil && "'\"".contains(character) {
                quote = quote == nil ? character : nil
            }
        }
        return words
    }

    private static func pad(_ name: String, to width: Int) -> String {
        name + String(repeating: " ", count: max(0, width - name.count))
    }
}
