extension Command {
    static let completions = Command(
        "completions",
        summary: "print a script that completes command lines in your shell",
        operands: [Operand("SHELL", "bash, zsh or fish", choices: Completions.Shell.allCases.map(\.rawValue))],
        options: [.flag("json", "print shell and script as JSON")],
        examples: [
            Example(
                "emrtd completions bash > ~/.local/share/bash-completion/completions/emrtd",
                "new bash sessions complete commands, options, choices and files")
        ]
    ) { invocation in
        guard let shell = Completions.Shell(rawValue: invocation.operands[0]) else {
            throw UsageError("the shell is bash, zsh or fish, not '\(invocation.operands[0])'")
        }
        let script = Completions.script(for: shell, commands: CommandTable.commands)
        if invocation[flag: "json"] {
            try Terminal.printJSON(["shell": shell.rawValue, "script": script])
        } else {
            Terminal.print(script)
        }
        return .success
    }
}
