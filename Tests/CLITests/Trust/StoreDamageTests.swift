import Foundation
import PKI
import TestSupport
import Testing

@Suite("emrtd trust: a damaged store, and what is no file")
struct TrustDamageTests {
    let place: TrustWorkplace

    init() throws {
        place = try TrustWorkplace()
    }

    private func damage(_ condition: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.close()",
            place.store, "UPDATE certificate SET der = x'3000' WHERE \(condition)",
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(arguments: [["list"], ["check"], ["show", "01"]])
    func `lists what can be decoded, and says what cannot`(command: [String]) throws {
        try place.take([place.old, place.new, place.link])
        try damage("id = 2")
        let outcome = try BuiltProgram.run(["trust"] + command + ["--store", place.store])
        #expect(outcome.status == 3)
        #expect(outcome.output.contains(TrustWorkplace.digits(place.old).prefix(12)) || command == ["check"])
        if command == ["check"] { #expect(outcome.output.contains("2 looked at")) }
        let words = "error: the trust store \(place.store) is damaged: 1 entry cannot be decoded"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("hint: "))
    }

    @Test
    func `does not call a store empty in which nothing can be decoded`() throws {
        try place.take([place.old, place.new])
        try damage("1")
        let list = try place.run("trust", "list")
        #expect(list.status == 3)
        #expect(list.output == "Nothing of this can be decoded.\n")
        #expect(list.errors.contains("2 entries cannot be decoded"))
        let json = try place.run("trust", "list", "--json")
        #expect(json.status == 3)
        #expect(json.output.contains(#""undecodable" : 2"#), "\(json.output)")
        let show = try place.run("trust", "show", String(TrustWorkplace.digits(place.old).prefix(12)))
        #expect(show.status == 3)
        #expect(show.errors.contains("is damaged"))
    }

    @Test
    func `exports, compares and takes in nothing beside what cannot be decoded`() throws {
        try place.take([place.old, place.new])
        try damage("id = 1")
        try Data(place.link.encoded).write(to: URL(filePath: place.path("link.cer")))
        for command in [
            ["export"], ["import", "--trust-certificates", place.path("link.cer")], ["stats", "--check"],
        ] {
            let outcome = try BuiltProgram.run(["trust"] + command + ["--store", place.store])
            #expect(outcome.status == 3, "\(command)")
            #expect(outcome.output == "", "\(command)")
            #expect(outcome.errors.contains("1 entry cannot be decoded"), "\(command)")
        }
        let diff = try BuiltProgram.run(["trust", "diff", place.store, place.path("link.cer")])
        #expect(diff.status == 3)
        #expect(diff.errors.contains("1 entry cannot be decoded"))
    }

    @Test
    func `waits for no pipe where a file is meant`() throws {
        let pipe = place.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        try Data(place.old.encoded).write(to: URL(filePath: place.path("csca.cer")))
        for command in [
            ["list", "--store", pipe], ["stats", "--store", pipe],
            ["pin", "add", place.path("csca.cer"), "--store", pipe],
            ["import", place.path("csca.cer"), "--store", pipe], ["diff", pipe, place.path("csca.cer")],
            ["diff", place.path("csca.cer"), pipe], ["show", pipe], ["pin", "add", pipe], ["policy", pipe],
            ["fetch", "https://localhost:1/", "--authorities", pipe],
        ] {
            let outcome = try BuiltProgram.run(["trust"] + command)
            #expect(outcome.status == 3, "\(command)")
            #expect(outcome.errors.contains("is a pipe, and a"), "\(command): \(outcome.errors)")
        }
        let verify = try BuiltProgram.run(["verify", place.folder.url.path(percentEncoded: false), "--store", pipe])
        #expect(verify.status == 3)
        #expect(verify.errors.contains("is a pipe, and a trust store is a file"))
        let certificates = try BuiltProgram.run([
            "verify", place.folder.url.path(percentEncoded: false), "--csca", pipe,
        ])
        #expect(certificates.status == 3)
    }
}
