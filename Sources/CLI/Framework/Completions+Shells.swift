extension Completions {
    static func zsh(_ commands: [Command]) -> String {
        let nouns = words(of: commands)
        let first = nouns.map { noun, verbs in
            let isOneWord = verbs.allSatisfy { $0.path.count == 1 }
            let summary =
                isOneWord ? verbs.first?.summary ?? "" : verbs.compactMap { $0.path.last }.joined(separator: ", ")
            return "        \(zshItem(noun, summary))"
        }
        let branches = nouns.map { noun, verbs in
            guard verbs.contains(where: { $0.path.count > 1 }) else {
                return
                    "    (\(noun))\n\(verbs.map { zshArguments($0, from: 2, commands) }.joined(separator: "\n"))\n        ;;"
            }
            let below = verbs.filter { $0.path.count > 1 }
            let items = below.map { "                \(zshItem($0.path.last ?? "", $0.summary))" }
            var cases = below.map {
                "            (\($0.path.last ?? ""))\n\(zshArguments($0, from: 3, commands))\n                ;;"
            }
            // A noun that is a command itself, too.
            let own = verbs.first { $0.path.count == 1 }
            if let own { cases.append("            (*)\n\(zshArguments(own, from: 2, commands))\n                ;;") }
            let condition = own == nil ? "" : " && [[ $words[3] != -* ]]"
            return """
                    (\(noun))
                        if (( CURRENT == 3 ))\(condition); then
                            local -a verbs=(
                \(items.joined(separator: "\n"))
                            )
                            _describe 'command' verbs
                            return
                        fi
                        case "$words[3]" in
                \(cases.joined(separator: "\n"))
                        esac
                        ;;
                """
        }
        return """
            #compdef emrtd
            # Completion of emrtd for zsh: put this file as _emrtd into a folder of $fpath.
            _emrtd() {
                if (( CURRENT == 2 )); then
                    local -a nouns=(
            \(first.joined(separator: "\n"))
                    )
                    _describe 'command' nouns
                    return
                fi
                case "$words[2]" in
            \(branches.joined(separator: "\n"))
                esac
            }
            if [[ $funcstack[1] == _emrtd ]]; then _emrtd "$@"; else compdef _emrtd emrtd; fi
            """
    }

    static func fish(_ commands: [Command]) -> String {
        var lines = [
            "# Completion of emrtd for fish: put this file as emrtd.fish into ~/.config/fish/completions.",
            "complete -c emrtd -f",
            "complete -c emrtd -n __fish_use_subcommand -l version -d 'show the version'",
        ]
        for (noun, verbs) in words(of: commands) {
            let isOneWord = verbs.allSatisfy { $0.path.count == 1 }
            let summary =
                isOneWord ? verbs.first?.summary ?? "" : verbs.compactMap { $0.path.last }.joined(separator: ", ")
            lines.append("complete -c emrtd -n __fish_use_subcommand -a \(noun) -d \(quote(summary))")
            let names = verbs.compactMap { $0.path.dropFirst().first }.joined(separator: " ")
            for command in verbs {
                var condition = "__fish_seen_subcommand_from \(noun)"
                if let verb = command.path.dropFirst().first {
                    let before = "\(condition); and not __fish_seen_subcommand_from \(names)"
                    lines.append("complete -c emrtd -n \(quote(before)) -a \(verb) -d \(quote(command.summary))")
                    condition += "; and __fish_seen_subcommand_from \(verb)"
                } else if !names.isEmpty {
                    condition += "; and not __fish_seen_subcommand_from \(names)"
                }
                lines += command.allOptions.map { fishOption($0, condition: condition) }
                if command.operands.contains(where: { Option.isPath($0.name) }) {
                    lines.append("complete -c emrtd -n \(quote(condition)) -F")
                } else if let choices = command.operands.first.map({ operandWords($0, commands) }), !choices.isEmpty {
                    lines.append("complete -c emrtd -n \(quote(condition)) -a \(quote(choices.joined(separator: " ")))")
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishOption(_ option: Option, condition: String) -> String {
        var parts = ["complete -c emrtd -n \(quote(condition)) -l \(option.name)"]
        if option.value != nil { parts.append(option.isPath ? "-r -F" : "-x") }
        if !option.completions.isEmpty { parts.append("-a \(quote(option.completions.joined(separator: " ")))") }
        return (parts + ["-d \(quote(option.help))"]).joined(separator: " ")
    }

    private static func zshArguments(_ command: Command, from position: Int, _ commands: [Command]) -> String {
        let margin = String(repeating: " ", count: position == 2 ? 8 : 16)
        var specifications = command.allOptions.map { option in
            let name = "\(option.isRepeatable ? "*" : "")--\(option.name)"
            let help = zshEscape(option.help, ["[", "]"])
            guard let value = option.value else { return quote("\(name)[\(help)]") }
            let action =
                option.completions.isEmpty
                ? (option.isPath ? "_files" : " ") : "(\(option.completions.joined(separator: " ")))"
            return quote("\(name)=[\(help)]:\(zshEscape(value, [":"])):\(action)")
        }
        for operand in command.operands {
            let words = operandWords(operand, commands)
            let choices = words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
            let action = Option.isPath(operand.name) ? "_files" : choices
            specifications.append(quote("*:\(zshEscape(operand.name, [":"])):\(action)"))
        }
        let shift = "shift \(position - 1) words; (( CURRENT -= \(position - 1) ))"
        let lines = [shift, "_arguments \\"] + specifications.map { "    \($0) \\" }
        return lines.map { margin + $0 }.joined(separator: "\n").dropLast(2).description
    }

    private static func zshItem(_ name: String, _ summary: String) -> String {
        quote("\(name):\(zshEscape(summary, [":"]))")
    }

    private static func zshEscape(_ text: String, _ characters: Set<Character>) -> String {
        String(text.flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
    }

    /// A word in single quotes, as all three shells read it.
    private static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
