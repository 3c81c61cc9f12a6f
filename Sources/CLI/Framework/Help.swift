/// Help texts, made from the declarations alone.
enum Help {
    /// The page of one command.
    static func text(of command: Command) -> String {
        var parts = ["\(usage(of: command))\n\n\(command.summary)"]
        if !command.discussion.isEmpty { parts.append(command.discussion) }
        if !command.operands.isEmpty {
            parts.append("Arguments:\n" + table(command.operands.map { ($0.name, $0.help) }))
        }
        let options = command.options.map { (spelling(of: $0), help(of: $0)) } + [("--help", "show this page")]
        parts.append("Options:\n" + table(options))
        parts.append("Example:\n" + command.examples.map { "  \($0.line)\n      \($0.shows)" }.joined(separator: "\n"))
        return parts.joined(separator: "\n\n")
    }

    /// The list of commands, of one noun or of all.
    static func overview(of noun: String?) -> String {
        let commands = CommandTable.commands.filter { noun == nil || $0.path.first == noun }
        return """
            usage: emrtd \(noun.map { "\($0) " } ?? "")COMMAND [OPTIONS]

            Commands:
            \(table(commands.map { ($0.name, $0.summary) }))

            'emrtd COMMAND --help' shows the options of a command.
            """
    }

    /// `usage: emrtd mrz check [OPTIONS] [FILE]`.
    static func usage(of command: Command) -> String {
        let operands = command.operands.map { operand in
            switch operand.arity {
            case .one: operand.name
            case .optional: "[\(operand.name)]"
            case .any: "[\(operand.name)…]"
            case .oneOrMore: "\(operand.name)…"
            }
        }
        return (["usage: emrtd", command.name, "[OPTIONS]"] + operands).joined(separator: " ")
    }

    private static func spelling(of option: Option) -> String {
        "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
    }

    private static func help(of option: Option) -> String {
        option.help + (option.choices.isEmpty ? "" : " (\(option.choices.joined(separator: ", ")))")
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(rows.map(\.0.count).max() ?? 0, 28)
        return rows.map { name, text in
            let gap = name.count > width ? "\n" + String(repeating: " ", count: width + 4) : padding(name, width)
            return "  \(name)\(gap)\(text)"
        }.joined(separator: "\n")
    }

    private static func padding(_ name: String, _ width: Int) -> String {
        String(repeating: " ", count: width - name.count + 2)
    }
}
