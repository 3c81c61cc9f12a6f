/// Manual pages in roff, made from the declarations alone.
///
/// Spec: groff_man(7).
package enum ManualPage {
    /// The page `emrtd(1)`: what the program is for and which commands it has.
    package static func overview(of groups: [CommandGroup]) -> String {
        var lines = header("EMRTD") + [".SH NAME", "emrtd \\- \(escape("read and check electronic travel documents"))"]
        lines += [".SH SYNOPSIS", ".B emrtd", ".I COMMAND", "[\\fIOPTIONS\\fR]"]
        lines += [".SH DESCRIPTION", escape(Help.purpose)]
        lines += [
            escape("The result goes to standard output, everything else to standard error."),
            escape("Every command shows its options and an example with --help."),
        ]
        lines.append(".SH COMMANDS")
        for group in groups where !group.commands.isEmpty {
            lines.append(".SS \(escape(group.title))")
            for command in group.commands {
                lines += [".TP", ".BR \(pageName(of: command)) (1)", escape(Help.sentence(command.summary))]
            }
        }
        lines.append(".SH EXIT STATUS")
        for (status, meaning) in Help.exitStatuses { lines += [".TP", ".B \(status)", escape(Help.sentence(meaning))] }
        lines += [
            ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "Where it is set and not empty, no colour is printed.", ".TP",
            ".B XDG_STATE_HOME", escape("The folder below which the evidence of broken-off reads is kept."),
        ]
        return lines.joined(separator: "\n")
    }

    /// The page of one command, such as `emrtd-mrz-check(1)`.
    package static func page(of command: Command) -> String {
        let name = pageName(of: command, isSource: false)
        var lines = header(name.uppercased())
        lines += [".SH NAME", "\(escape(name)) \\- \(escape(command.summary))"]
        lines += [".SH SYNOPSIS", ".B emrtd \(escape(command.name))", "[\\fIOPTIONS\\fR]"]
        let usage = Help.usage(of: command).split(separator: " ").dropFirst(command.path.count + 2)
        if !usage.isEmpty { lines.append("\\fI\(escape(usage.joined(separator: " ")))\\fR") }
        if !command.discussion.isEmpty {
            lines.append(".SH DESCRIPTION")
            let paragraphs = command.discussion.split(separator: "\n", omittingEmptySubsequences: true)
            lines += paragraphs.flatMap { [".PP", escape(String($0))] }.dropFirst()
        }
        if !command.operands.isEmpty {
            lines.append(".SH ARGUMENTS")
            for operand in command.operands {
                lines += [".TP", ".I \(escape(operand.name))", escape(Help.sentence(operand.help))]
            }
        }
        lines.append(".SH OPTIONS")
        for option in command.allOptions {
            let value = option.value.map { " \\fI\(escape($0))\\fR" } ?? ""
            lines += [
                ".TP", "\\fB\\-\\-\(escape(option.name))\\fR\(value)", escape(Help.sentence(Help.help(of: option))),
            ]
        }
        lines.append(".SH EXAMPLES")
        for example in command.examples {
            lines += [
                ".EX", Help.lines(of: example).map(escape).joined(separator: "\n"), ".EE", ".RS",
                escape(Help.sentence(example.shows)), ".RE",
            ]
        }
        lines += [".SH SEE ALSO", ".BR emrtd (1)"]
        return lines.joined(separator: "\n")
    }

    /// The name of the file that holds a page: `emrtd-mrz-check.1`.
    static func fileName(of command: Command) -> String { pageName(of: command, isSource: false) + ".1" }

    private static func pageName(of command: Command, isSource: Bool = true) -> String {
        (["emrtd"] + command.path).joined(separator: isSource ? "\\-" : "-")
    }

    private static func header(_ title: String) -> [String] {
        [
            ".\\\" Made by 'emrtd manual' from the declarations of the commands.",
            ".TH \"\(escape(title))\" \"1\" \"\" \"emrtd \(Program.version)\" \"User Commands\"",
        ]
    }

    /// Text that roff prints as it stands.
    package static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "\\&..."
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }
}
