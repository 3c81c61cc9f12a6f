import CLI

/// Commands that only tests know: each kind of operand and option once.
enum SampleCommands {
    static let check = Command(
        "page", "check",
        summary: "look at a page and say what's wrong",
        discussion:
            "A page has lines. Each line is looked at by itself, and then the page as a whole is looked at.\nMore.",
        operands: [Operand("FILE", "the page, or - for standard input", arity: .optional)],
        options: [
            .flag("strict", "say which rule is broken [all of them]"),
            .value("policy", "NAME", "how strictly: it's a name", choices: ["strict", "operational", "archive"]),
            .value("csca", "PATH", "trusted certificates", isRepeatable: true),
            .value("count", "N", "how many"),
        ],
        examples: [Example("emrtd page check page.txt", "each rule, and whether the page keeps it")]
    ) { invocation in
        if invocation[flag: "strict"] { throw CommandError("the page is torn", hint: "lay it down flat") }
        return .rejected
    }

    static let print = Command(
        "print", summary: "print it", operands: [Operand("SHAPE", "how", choices: ["round", "square"])],
        examples: [Example("emrtd print round", "a circle"), Example("emrtd print square", "a square")]
    ) { _ in .success }

    static let groups = [CommandGroup("Pages", [check]), CommandGroup("Other", [print]), CommandGroup("Empty", [])]
    static let all = [check, print]
}
