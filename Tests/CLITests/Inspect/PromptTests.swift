import Foundation
import TestSupport
import Testing

@Suite("Prompts for what must not be shown", .serialized)
struct PromptTests {
    private static let read = ["chip", "read", "--simulated", "specimen-identity-card"]
    private static let question = "PIN (it is not shown): "

    private static func ask(_ more: [String] = [], pin: Bool = true) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(read + (pin ? ["--pin-file", "-"] : []) + more)
        if pin {
            #expect(terminal.read(until: question).contains(question))
            #expect(!terminal.isEchoing)
        }
        return terminal
    }

    @Test func `take a PIN without showing it, and show again what is typed`() throws {
        let terminal = try Self.ask()
        terminal.type("123456\n")

        #expect(terminal.end() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("123456"))
        #expect(terminal.isEchoing)
    }

    @Test(arguments: ["123\u{3}", "123\u{1C}"])
    func `end by Ctrl-C and by the quit key with a terminal that shows what is typed`(keys: String) throws {
        let terminal = try Self.ask()
        terminal.type(keys)

        let status = terminal.end()
        #expect(status == (keys.hasSuffix("\u{3}") ? 130 : 131))
        #expect(terminal.isEchoing)
        #expect(!terminal.text.contains("123"))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `end by another signal in the same way`(number: Int32) throws {
        let terminal = try Self.ask()
        terminal.send(number)

        #expect(terminal.end() == 128 + number)
        #expect(terminal.isEchoing)
    }

    @Test func `stop by Ctrl-Z with a terminal that shows what is typed, and ask once more afterwards`() throws {
        let terminal = try PseudoTerminal(
            Self.read + ["--pin-file", "-"], within: #"set -m; "$@"; echo at rest >&2; read line; fg"#)
        #expect(terminal.read(Self.question, times: 1) == 1)
        #expect(!terminal.isEchoing)
        terminal.type("98\u{1A}")
        #expect(terminal.read("at rest", times: 1) == 1, "\(terminal.text)")
        #expect(terminal.isEchoing)
        terminal.type("\n")
        #expect(terminal.read(Self.question, times: 2) == 2, "\(terminal.text)")
        #expect(!terminal.isEchoing)
        terminal.type("123456\n")

        #expect(terminal.end() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("98"))
        #expect(!terminal.text.contains("123456"))
        #expect(terminal.isEchoing)
    }

    @Test(arguments: ["\n", "  \n", "\u{4}"])
    func `say that nothing was typed`(keys: String) throws {
        let terminal = try Self.ask()
        terminal.type(keys)

        #expect(terminal.end() == 3)
        #expect(terminal.text.contains("error: no PIN was typed, and the chip needs one"), "\(terminal.text)")
        #expect(terminal.isEchoing)
    }

    @Test func `try nothing that cannot be a PIN, and do not show it`() throws {
        let terminal = try Self.ask()
        terminal.type("12x456\n")

        #expect(terminal.end() == 3)
        #expect(terminal.text.contains("what was given as PIN cannot be one, and was not tried"))
        #expect(!terminal.text.contains("12x456"))
    }

    @Test func `show a CAN, which is printed, and then hide the PIN`() throws {
        let terminal = try Self.ask(["--fault", "pin-suspended", "--can", "-", "--pin-file", "-"], pin: false)
        #expect(terminal.read(until: "CAN: ").hasSuffix("CAN: "))
        #expect(terminal.isEchoing)
        terminal.type("500540\n")
        #expect(terminal.read(until: Self.question).contains(Self.question))
        #expect(!terminal.isEchoing)
        terminal.type("123456\n")

        #expect(terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("500540"))
        #expect(!terminal.text.contains("123456"))
    }

    @Test func `take the PIN from standard input where nobody types`() throws {
        let outcome = try BuiltProgram.run(Self.read + ["--pin-file", "-", "--json"], input: "123456\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains(#""password" : "PIN""#))
        #expect(!outcome.errors.contains("it is not shown"))
    }

    @Test func `say that standard input is empty`() throws {
        let outcome = try BuiltProgram.run(Self.read + ["--pin-file", "-"], input: "")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("cannot be one, and was not tried"))
    }
}
