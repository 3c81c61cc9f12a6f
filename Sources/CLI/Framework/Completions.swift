/// Scripts that let a shell complete command lines, made from the declarations alone.
package enum Completions {
    /// A shell with such scripts.
    package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

    /// The script for one shell.
    package static func script(for shell: Shell, commands: [Command]) -> String {
        switch shell {
        case .bash: bash(commands)
        case .zsh: zsh(commands)
        case .fish: fish(commands)
        }
    }

    /// The words that may follow the program's name, each with the words that may follow it.
    static func words(of commands: [Command]) -> [(noun: String, verbs: [Command])] {
        var nouns: [(noun: String, verbs: [Command])] = []
        for command in commands {
            guard let noun = command.path.first else { continue }
            if let index = nouns.firstIndex(where: { $0.noun == noun }) {
                nouns[index].verbs.append(command)
            } else {
                nouns.append((noun, [command]))
            }
        }
        return nouns
    }

    /// The words that completions offer for an operand: its choices, or the words of the commands.
    static func operandWords(_ operand: Operand, _ commands: [Command]) -> [String] {
        guard operand.name == "COMMAND" else { return operand.choices }
        var seen: Set<String> = []
        return commands.flatMap(\.path).filter { seen.insert($0).inserted }
    }

    private static func bash(_ commands: [Command]) -> String {
        let nouns = words(of: commands)
        let verbs = nouns.filter { $0.verbs.contains { $0.path.count > 1 } }.map { noun, commands in
            "        '\(noun)') words='\(commands.compactMap { $0.path.dropFirst().first }.joined(separator: " "))' ;;"
        }
        let options = commands.map { command in
            let names = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
            let verbs = command.verbs(among: commands).compactMap(\.path.last)
            var lines = [
                "        '\(command.name)')", "            words='\((verbs + [names]).joined(separator: " "))'",
            ]
            if command.operands.contains(where: { Option.isPath($0.name) }) {
                lines.append("            files=yes")
            } else if let choices = command.operands.first.map({ operandWords($0, commands) }), !choices.isEmpty {
                lines.append("            words=\"$words \(choices.joined(separator: " "))\"")
            }
            let valued = command.options.filter { $0.value != nil }
            if !valued.isEmpty {
                lines.append("            case \"$previous\" in")
                for option in valued { lines.append("                --\(option.name)) \(bashAction(option)) ;;") }
                lines.append("            esac")
            }
            return (lines + ["            ;;"]).joined(separator: "\n")
        }
        return """
            # Completion of emrtd for bash: source this file, or put it into
            # ~/.local/share/bash-completion/completions/emrtd
            _emrtd() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                local words='' files='' path='' word index
                # The shell breaks --option=value into three words.
                if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                for ((index = 1; index < COMP_CWORD && index < 3; index++)); do
                    word=${COMP_WORDS[index]}
                    [[ $word == -* ]] && break
                    path="${path:+$path }$word"
                done
                case "$path" in
                    '') words='\(nouns.map(\.noun).joined(separator: " ")) help --help --version' ;;
            \(verbs.joined(separator: "\n"))
                esac
                case "$path" in
                    \(onePartPatterns(nouns)) path=${path%% *} ;;
                esac
                case "$path" in
            \(options.joined(separator: "\n"))
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                if [[ -n $files && $current != -* ]]; then
                    COMPREPLY+=($(compgen -f -- "$current"))
                    compopt -o filenames 2>/dev/null
                fi
            }
            complete -F _emrtd emrtd
            """
    }

    /// The commands of one word, whose first operand must not be taken for a verb: `'demo '*`.
    private static func onePartPatterns(_ nouns: [(noun: String, verbs: [Command])]) -> String {
        let single = nouns.filter { $0.verbs.allSatisfy { $0.path.count == 1 } }.map { "'\($0.noun) '*" }
        return (single.isEmpty ? ["''"] : single).joined(separator: " | ") + ")"
    }

    private static func bashAction(_ option: Option) -> String {
        if !option.completions.isEmpty {
            return "words='\(option.completions.joined(separator: " "))' files='\(option.isPath ? "yes" : "")'"
        }
        return "words='' files='\(option.isPath ? "yes" : "")'"
    }
}
