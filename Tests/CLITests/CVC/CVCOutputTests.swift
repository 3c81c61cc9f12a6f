import Foundation
import TestSupport
import Testing

@Suite("emrtd cvc: the files that are made")
struct CVCOutputTests {
    private static func content(_ place: CVWorkplace, _ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: place.path(name)))
    }

    @Test(arguments: ["cvca.key", "dv.cvcert", "dv.request", "dangling"])
    func `writes over no file, be it a key or what is certified`(name: String) throws {
        let place = try CVWorkplace()
        let link = place.path("dangling")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.path("nowhere"))
        let names = place.folder.names()
        let before = try? Self.content(place, name)
        for line in [
            "cvc issue --issuer-certificate @cvca.cvcert --issuer-key @cvca.key --role dv-domestic "
                + "--out @\(name) @dv.request",
            "cvc request --key @dv.key --holder UTDVAB00002 --out @\(name)",
            "cvc request --key @new.key --curve secp256r1 --holder UTDVAB00002 --out @\(name)",
        ] {
            let outcome = try place.run(line)
            #expect(outcome.status == 3, "\(line)")
            #expect(outcome.errors.contains("\(name)' is there already"))
            #expect(outcome.errors.contains("hint: no file is written over"))
            #expect(outcome.output.isEmpty)
        }
        #expect(before == (try? Self.content(place, name)))
        #expect(place.folder.names() == names)
    }

    @Test(arguments: ["@new", "@folder/../new", "@link/new"])
    func `puts key and request into no one file, however it is called`(out: String) throws {
        let place = TemporaryFolder()
        let folder = place.url.path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: ".")
        let outcome = try BuiltProgram.run([
            "cvc", "request", "--key", "\(folder)/new", "--curve", "secp256r1", "--holder", "UTDVAB00001",
            "--out", out.replacing("@", with: folder + "/"),
        ])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'--key' and '--out' name the same file"))
        #expect(place.names() == ["folder", "link"])
    }

    /// What fails once a new key could be there already.
    @Test(arguments: [
        ("--algorithm id-TA-RSA-PSS-SHA-256 --out @new.request", "is not for a key of this kind"),
        ("--out @missing/new.request", "cannot be written: No such file or directory"),
        ("--out @plain/new.request", "cannot be written: Not a directory"),
        ("--out @folder/", "is a folder"), ("--out @folder", "is there already"),
        ("--out /proc/new.request", "cannot be written"),
        ("--previous UTDVAB00001 --previous-key @missing --out @new.request", "missing"),
        ("--key-passphrase-file @plain --out @new.request", "holds no passphrase"),
    ])
    func `leaves no key where the rest fails, so that the next try can do`(rest: String, words: String) throws {
        let place = TemporaryFolder()
        let folder = place.url.path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: true)
        try #require(
            FileManager.default.createFile(
                atPath: "\(folder)/plain", contents: Data(), attributes: [.posixPermissions: 0o600]))
        let line = "cvc request --key @new.key --curve secp256r1 --holder UTDVAB00002"
        let run = { (line: String) in
            try BuiltProgram.run(
                line.split(separator: " ").map { $0.replacing("@", with: folder + "/") }.map(String.init))
        }
        let outcome = try run("\(line) \(rest)")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(place.names() == ["folder", "plain"])
        #expect(try run("\(line) --out @new.request").status == 0)
        #expect(try place.mode("new.key") == 0o600)
    }

    @Test func `leaves no key whose request standard output did not take`() throws {
        let place = TemporaryFolder()
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = [
            "cvc", "request", "--key", place.url.appending(path: "new.key").path(percentEncoded: false), "--curve",
            "secp256r1", "--holder", "UTDVAB00001",
        ]
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        #expect(place.names().isEmpty)
    }

    @Test func `writes binary to standard output under the name of a hyphen`() throws {
        let place = try CVWorkplace()
        let names = place.folder.names()
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = ["cvc", "request", "--key", place.path("dv.key"), "--holder", "UTDVAB00002", "--out", "-"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(bytes.starts(with: [0x7F, 0x21]))
        #expect(try place.run("cvc request --key @dv.key --holder UTDVAB00002 --out - --json").status == 64)
        #expect(try place.run("cvc request --key - --rsa 2048 --holder UTDVAB00002").status == 64)
        #expect(place.folder.names() == names)
    }

    @Test(arguments: ["dv-domestic", "dv-foreign", "terminal"])
    func `lets only an authority sign its own certificate`(role: String) throws {
        let place = try CVWorkplace()
        let outcome = try place.run("cvc issue --issuer-key @dv.key --holder UTDVAB00001 --role \(role) --out @x")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'--role \(role)' needs '--issuer-certificate'"))
        #expect(!FileManager.default.fileExists(atPath: place.path("x")))
    }

    @Test(arguments: [
        "@cvca.cvcert --issuer-key @cvca.key --role dv-domestic --holder UTCVCA00001 @dv.request",
        "@cvca.cvcert --issuer-key @cvca.key --role cvca --holder UTCVCA00001 --key @dv.key",
        "@chain.cvcert --issuer-key @dv.key --role terminal --holder UTDVAB00001 @terminal.request",
        "@chain.cvcert --issuer-key @dv.key --role terminal --holder UTCVCA00001 @terminal.request",
        "@dv.cvcert --issuer-key @dv.key --role terminal --holder UTCVCA00001 @terminal.request",
    ])
    func `gives no holder the name of an authority above it`(rest: String) throws {
        let place = try CVWorkplace()
        let outcome = try place.run("cvc issue --out @x --issuer-certificate \(rest)")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("is the name of an authority above the holder"))
        #expect(!FileManager.default.fileExists(atPath: place.path("x")))
    }
}
