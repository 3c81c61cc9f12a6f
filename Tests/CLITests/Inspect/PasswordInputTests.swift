import CLI
import Foundation
import TestSupport
import Testing

@Suite("emrtd inspect: passwords of PACE")
struct PasswordInputTests {
    private let temporary = TemporaryFolder()

    private func file(_ content: String) throws -> String {
        let file = temporary.url.appending(path: "secret")
        try Data(content.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    @Test(arguments: [
        (["--can", "123456", "--puk-file", "-"], "--can and --puk-file are two passwords"),
        (["--can", "123456", "--pin-file", "a", "--puk-file", "b"], "are two passwords"),
        (["--can", "123456", "--pinpad", "pin"], "--can and --pinpad are two passwords"),
        (["--can", "-", "--pin-file", "-"], "standard input cannot be --can and --pin-file at once"),
        (["--pin-file", "a", "--puk-file", "b"], "--pin-file and --puk-file are two passwords"),
        (["--can", "123456", "--access", "bac-only"], "--can is for PACE, which '--access bac-only' leaves out"),
        (["--can", "12345"], "'--can' is the number of six digits"),
        (["--can", "12345x"], "'--can' is the number of six digits"),
        (["--pin-file", "-", "--mrz", "-"], "standard input cannot be the printed lines and --pin-file at once"),
        (["--puk-file", "-", "--mrz-file", "-"], "standard input cannot be the printed lines and --puk-file at once"),
    ])
    func `refuses passwords that do not go together`(options: [String], words: String) throws {
        for command in [["inspect"], ["chip", "read"]] {
            let outcome = try BuiltProgram.run(command + ["--simulated", "specimen"] + options, input: "")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    /// A PIN with a mistake in it must cost no try, and is said nowhere.
    @Test(arguments: ["", "123", "12x456", "12345678901234567", "PIN: 4711"])
    func `tries no PIN that cannot be one, and shows it nowhere`(pin: String) throws {
        for option in ["--pin-file", "--puk-file"] {
            let outcome = try BuiltProgram.run(
                ["chip", "read", "--simulated", "specimen-identity-card", option, try file(pin + "\n")])
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("cannot be one, and was not tried"))
            #expect(pin.isEmpty || !(outcome.errors + outcome.output).contains(pin))
        }
    }

    @Test func `takes no PIN as an argument`() throws {
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--pin", "123456"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("has no option '--pin'"))
    }

    @Test func `says which ways of PACE a chip offers, in words`() throws {
        let text = try BuiltProgram.run(["chip", "probe", "--simulated", "specimen-cam"]).output
        #expect(text.contains("PACE-CAM, ECDH, AES-"))
        #expect(text.contains("brainpoolP256r1 (13)") || text.contains("secp256r1 (12)"), "\(text)")
        #expect(text.contains("not known before the chip is opened: DG14 says"))
        let json = try BuiltProgram.run(["chip", "probe", "--simulated", "specimen-cam", "--json"]).output
        #expect(json.contains("\"parameters\" : "))
    }
}
