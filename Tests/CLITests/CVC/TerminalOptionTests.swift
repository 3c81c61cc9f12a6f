import Foundation
import TestSupport
import Testing

@Suite("What a terminal shows a chip: --cv-certificates and the ways to sign")
struct TerminalOptionTests {
    private func read(_ place: CVWorkplace, _ options: String) throws -> BuiltProgram.Outcome {
        try place.run("chip read --simulated specimen --groups 1 --json \(options)")
    }

    @Test func `takes certificates with a key that fits them`() throws {
        let place = try CVWorkplace()
        let outcome = try read(
            place, "--cv-certificates @chain.cvcert --cv-certificates @terminal.cvcert --terminal-key @terminal.key")
        #expect(outcome.status == 0, "\(outcome.errors)")
        // The whole folder, with keys and requests beside them.
        let folder = place.folder.url.path(percentEncoded: false)
        #expect(try read(place, "--cv-certificates \(folder) --terminal-key @terminal.key").status == 0)
    }

    @Test func `finds a key of another certificate before any chip is asked`() throws {
        let place = try CVWorkplace()
        let certificates = "--cv-certificates @chain.cvcert --cv-certificates @terminal.cvcert"
        let other = try read(place, "\(certificates) --terminal-key @dv.key")
        #expect(other.status == 3)
        #expect(other.errors.contains("the key is not the one of the terminal's certificate"))
        #expect(other.errors.contains("UTTERM00001"))
        let none = try read(place, "--cv-certificates @chain.cvcert --terminal-key @terminal.key")
        #expect(none.status == 3)
        #expect(none.errors.contains("no certificate of a terminal"))
        #expect(none.errors.contains("hint: 'emrtd cvc show FILE'"))
        let nothing = try read(place, "--cv-certificates /nowhere --terminal-key @terminal.key")
        #expect(nothing.errors.contains("hint: --cv-certificates takes card verifiable certificates"))
    }

    @Test(arguments: [
        "--cv-certificates @terminal.cvcert", "--terminal-key @terminal.key",
        "--cv-certificates @terminal.cvcert --terminal-key @terminal.key --terminal-command cat",
        "--cv-certificates @terminal.cvcert --terminal-url https://control.example --terminal-token pkcs11:token=x",
    ])
    func `wants certificates and one way to sign`(options: String) throws {
        let outcome = try read(CVWorkplace(), options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--cv-certificates") || outcome.errors.contains("two ways to sign"))
    }

    @Test(
        arguments: [
            ("--terminal-command /nowhere/signer", "there is no program '/nowhere/signer'", 3),
            ("--terminal-url http://control.example/sign", "its host is another machine", 64),
            ("--terminal-token pkcs11:token=x?pin-value=1234", "which others can see", 64),
            ("--terminal-token nonsense", "no pkcs11: URI", 64),
            ("--terminal-key /nowhere.key", "cannot be read", 3),
        ] as [(String, String, Int32)])
    func `says what keeps a key from being used`(option: String, words: String, status: Int32) throws {
        let place = try CVWorkplace()
        let outcome = try read(place, "--cv-certificates @chain.cvcert --cv-certificates @terminal.cvcert \(option)")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("\nhint: ") || option.contains("terminal-key"))
        #expect(!outcome.errors.contains("1234"))
    }

    @Test func `keeps a key that others may read, and an encrypted one without its passphrase, out`() throws {
        let place = try CVWorkplace()
        try place.write("correct horse\n", "passphrase")
        let certificates = "--cv-certificates @chain.cvcert --cv-certificates"
        try place.done(
            "cvc request --key @safe.key --key-passphrase-file @passphrase --rsa 2048 --holder UTTERM00007 "
                + "--out @safe.request")
        try place.done(
            "cvc issue --issuer-certificate @chain.cvcert --issuer-key @dv.key --role terminal --out @safe.cvcert "
                + "@safe.request")
        let closed = try read(place, "\(certificates) @safe.cvcert --terminal-key @safe.key")
        #expect(closed.status == 3)
        #expect(closed.errors.contains("encrypted"))
        let opened = try read(
            place, "\(certificates) @safe.cvcert --terminal-key @safe.key --terminal-passphrase-file @passphrase")
        #expect(opened.status == 0, "\(opened.errors)")

        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path("terminal.key"))
        let exposed = try read(place, "\(certificates) @terminal.cvcert --terminal-key @terminal.key")
        #expect(exposed.status == 3)
        #expect(exposed.errors.contains("lets others at it"))
    }

    private static let terminal = "--cv-certificates \(Repository.testVectors.path(percentEncoded: false))/profiles/cv"

    @Test(
        arguments: [
            ("\(terminal) --terminal-command /bin/false", "did not sign", "the terminal did not sign"),
            (
                "\(terminal) --terminal-command /bin/echo", "signature that came back",
                "the terminal did not sign"
            ),
            (
                "\(terminal) --terminal-command /bin/false --fault ta-no-authority", "names no authority",
                "the terminal was not let in"
            ),
            ("--groups 1,2,3", "no terminal was given", "give the certificates and the key"),
        ])
    func `says what stayed unread and why, where fingerprints were asked for`(
        options: String, why: String, step: String
    ) throws {
        let place = try CVWorkplace()
        let read = try place.run("chip read --simulated specimen-eac \(options)")
        #expect(read.status == 2)
        #expect(read.errors.contains("DG3 was asked for and not read"), "\(read.errors)")
        #expect(read.errors.contains(why), "\(read.errors)")
        let page = try place.run("inspect --simulated specimen-eac \(options)").output
        let text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("Files Incomplete Asked for and not read: DG3"), "\(text)")
        #expect(text.contains(step), "\(text)")
        #expect(text.contains("Readable: DG3: not read"))
        #expect(!text.contains("DG3: not offered") && !text.contains("Terminal Authentication: not offered"))
        #expect(!text.contains(".. "))
        #expect(!text.contains("DG3 is given out after terminal authentication only, and was not asked for"))
    }

    @Test func `counts nothing as unread that was not asked for`() throws {
        let place = try CVWorkplace()
        for options in ["", "--groups 1,2", "--groups 1,2 \(Self.terminal) --terminal-command /bin/false"] {
            #expect(try place.run("chip read --simulated specimen-eac \(options)").status == 0, "\(options)")
        }
    }
}
