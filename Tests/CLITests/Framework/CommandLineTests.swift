import CLI
import Testing

@Suite("Command line: parsing")
struct CommandLineTests {
    private func parse(_ arguments: String...) throws -> Invocation {
        try Invocation(SampleCommands.check, parsing: arguments)
    }

    @Test func `takes options before and after operands, with a blank or an equals sign`() throws {
        let invocation = try parse("--csca", "a", "page.txt", "--csca=b=c", "--strict")

        #expect(invocation[all: "csca"] == ["a", "b=c"])
        #expect(invocation[flag: "strict"])
        #expect(invocation.operands == ["page.txt"])
    }

    @Test func `takes what follows two hyphens as operands`() throws {
        #expect(try parse("--", "--strict").operands == ["--strict"])
    }

    @Test func `takes a single hyphen as an operand`() throws {
        #expect(try parse("-").operands == ["-"])
    }

    @Test(
        arguments: [
            (["--strikt"], "'page check' has no option '--strikt'", "did you mean '--strict'?"),
            (["-s"], "'page check' has no option '-s'", nil),
            (
                ["--policy", "operatonal"], "'--policy' is one of strict, operational, archive, not 'operatonal'",
                "did you mean 'operational'?"
            ),
            (["--policy"], "'--policy' needs NAME", nil),
            (["--strict=yes"], "'--strict' takes no value", nil),
            (["--count", "1", "--count", "2"], "'--count' is given twice", nil),
            (["--csca", ""], "'--csca' needs PATH, and it is empty", nil),
            ([""], "an argument is empty", nil),
            (["a", "b"], "unexpected argument 'b'", nil),
        ] as [([String], String, String?)])
    func `says what is wrong and what was meant`(arguments: [String], message: String, hint: String?) {
        let error = #expect(throws: UsageError.self) { try Invocation(SampleCommands.check, parsing: arguments) }

        #expect(error?.message == message)
        #expect(error?.hint == hint)
    }

    @Test(arguments: ["0", "11", "x", ""])
    func `refuses a number outside its range`(text: String) throws {
        let invocation = try parse("--count", text)

        #expect(throws: UsageError.self) { try invocation.integer("count", in: 1...10) }
    }

    @Test func `gives each kind of end its exit status`() {
        #expect(Program.run(["page", "check"], commands: SampleCommands.all) == .rejected)
        #expect(Program.run(["page", "check", "--strict"], commands: SampleCommands.all) == .failed)
        #expect(Program.run(["page", "check", "--nope"], commands: SampleCommands.all) == .usage)
        #expect(Program.run(["page", "chekc"], commands: SampleCommands.all) == .usage)
        #expect(Program.run(["print", "round"], commands: SampleCommands.all) == .success)
        #expect(Program.run(["print", "--", "--help"], commands: SampleCommands.all) == .success)
    }

    @Test(arguments: [("chekc", "check", 1), ("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3)])
    func `counts the steps between two words`(left: String, right: String, steps: Int) {
        #expect(Suggestion.distance(left, right) == steps)
    }

    @Test func `suggests nothing for a word that is near none`() {
        #expect(Suggestion.closest(to: "zebra", among: ["inspect", "verify"]) == nil)
    }

    @Test(
        arguments: [
            (nil, 80, "reading DG2 …"), (0.625, 80, "reading DG2               ████████████░░░░░░░░  62 %"),
            (2, 30, "reading DG2 100 %"),
        ] as [(Double?, Int, String)])
    func `draws progress as wide as the terminal allows`(fraction: Double?, width: Int, line: String) {
        #expect(ProgressLine(step: "reading DG2", fraction: fraction).text(width: width) == line)
    }
}
