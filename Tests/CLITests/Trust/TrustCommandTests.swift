import Foundation
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("emrtd trust list, show, stats, pin, export, diff")
struct TrustCommandTests {
    let place: TrustWorkplace

    init() throws {
        place = try TrustWorkplace()
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test
    func `lists certificates in lines of eighty columns, and as JSON`() throws {
        try place.take([place.old])
        try place.take([place.new, place.link], "other.ml", standing: .untrusted(Reason("notPinned", "no pin")))
        let outcome = try place.run("trust", "list")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].hasPrefix("State  Kind    Trust"))
        #expect(
            lines[1].hasPrefix("UT     anchor  trusted  2035-01-01  \(TrustWorkplace.digits(place.old).prefix(12))"))
        #expect(lines[2].contains("by link"))

        let json = try object(place.run("trust", "list", "--state", "ut", "--json").output)
        let certificates = try #require(json["certificates"] as? [[String: Any]])
        #expect(certificates.map { $0["trust"] as? String } == ["source", "link", "link"])
        #expect(certificates.map { $0["superseded"] as? Bool } == [true, false, false])
        let others = try object(place.run("trust", "list", "--state", "DE", "--json").output)
        #expect((others["certificates"] as? [Any])?.count == 0)
        #expect(try place.run("trust", "list", "--kind", "source").output.contains("other.ml"))
    }

    @Test
    func `shows a certificate by hash, key identifier and serial number, with its sources and why it is trusted`()
        throws
    {
        try place.take([place.old])
        let identifier = try #require(place.old.subjectKeyIdentifier).map { String(format: "%02x", $0) }.joined()
        for id in [String(TrustWorkplace.digits(place.old).prefix(8)), identifier, "01"] {
            let outcome = try place.run("trust", "show", id)
            #expect(outcome.status == 0)
            #expect(outcome.output.contains(TrustWorkplace.digits(place.old)))
            #expect(outcome.output.contains("trusted: a list that holds it is"))
            #expect(outcome.output.contains("list.ml (master list, signed 2025-06-01, accepted)"))
            #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
        let missing = try place.run("trust", "show", "0123456789")
        #expect(missing.status == 3)
        #expect(missing.errors.contains("hint: 'emrtd trust list'"))
        #expect(try place.run("trust", "show", "utopia").status == 64)
    }

    @Test
    func `says what lists say of a document, and which lists there are`() throws {
        let list = place.path("ut.bin")
        var authority = ListAuthority()
        authority.signerEnd = ListAuthority.day(2036)
        try Data(authority.deviationList(["UT7402193", "12345678"])).write(to: URL(filePath: list))
        let taken = try place.run("trust", "import", list)
        #expect(taken.output.contains(" --store \(place.store)"), "\(taken.output)")
        for number in ["UT7402193", "12345678"] {
            let shown = try place.run("trust", "show", number, "--state", "UT")
            #expect(shown.status == 0)
            #expect(shown.output.contains("(2.23.136.1.1.7."), "\(shown.output)")
            #expect(shown.output.contains("Used"), "nobody vouches for the list")
            #expect(
                shown.output.split(separator: "\n").allSatisfy { $0.count <= 80 } || shown.output.contains("--store"))
        }
        let accepted = try place.run("trust", "import", list, "--accept-unpinned")
        #expect(accepted.status == 0)
        let json = try object(place.run("trust", "show", "UT7402193", "--json").output)
        let documents = try #require(json["documents"] as? [[String: Any]])
        #expect(documents.map { $0["used"] as? Bool } == [true])
        let other = try place.run("trust", "show", "UT7402193", "--state", "DE")
        #expect(other.status == 0)
        #expect(other.output.hasPrefix("No list in the store names a document of the number UT7402193."))
        let none = try object(place.run("trust", "show", "UT7402193", "--state", "DE", "--json").output)
        #expect((none["documents"] as? [Any])?.isEmpty == true)
        #expect(try place.run("trust", "list", "--kind", "deviation-list").output.contains("deviation list"))
        #expect(try place.run("trust", "list", "--kind", "defect-list").output.hasPrefix("The store holds nothing"))
        #expect(try place.run("trust", "stats").output.contains("Defects"))
    }

    @Test
    func `calls no revocation list untrusted that is verified where it is used`() throws {
        let file = place.path("ut.crl")
        try Data(ListAuthority().revocationList()).write(to: URL(filePath: file))
        #expect(try place.run("trust", "import", file).status == 0)
        let sources = try place.run("trust", "list", "--kind", "source").output
        #expect(sources.contains("on use"))
        #expect(!sources.contains("untrusted"))
    }

    @Test
    func `counts by state`() throws {
        try place.take([place.old, place.link])
        let outcome = try place.run("trust", "stats", "--check")
        #expect(outcome.output.contains("(sound)"))
        #expect(outcome.output.contains("1 anchor and 1 link of 1 state, 2 keys"))
        let json = try object(place.run("trust", "stats", "--json").output)
        #expect((json["totals"] as? [String: Any])?["anchors"] as? Int == 1)
        #expect(json["sources"] as? Int == 1)
    }

    @Test
    func `pins a certificate by hash or file, says what that changed, and takes the pin away`() throws {
        let file = place.path("csca.cer")
        try Data(place.old.encoded).write(to: URL(filePath: file))
        let hash = TrustWorkplace.digits(place.old)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(hash.dropFirst($0).prefix(2), radix: 16) }
        try place.take([place.new], standing: .untrusted(Reason("notPinned", "no pin")), signerIssuer: bytes)

        let pinned = try place.run("trust", "pin", "add", file, "--note", "by hand")
        #expect(pinned.status == 0)
        #expect(
            pinned.output
                == "pinned \(hash)\n1 certificate of 1 state is trusted now\nlists that count by it: list.ml\n")
        let list = try place.run("trust", "pin", "list").output
        #expect(list.hasPrefix(hash))
        #expect(list.contains("by hand"))
        #expect(list.contains("list.ml"))

        #expect(
            try place.run("trust", "pin", "remove", String(hash.prefix(8))).output.contains("is not trusted any more"))
        #expect(try place.run("trust", "pin", "list").output == "Nothing is pinned.\n")
        #expect(try place.run("trust", "pin", "remove", String(hash.prefix(8))).status == 3)
    }

    @Test(arguments: [
        "1234", String(repeating: "0", count: 64), String(repeating: "a", count: 63), "nothing.cer", "",
    ])
    func `pins no nonsense`(text: String) throws {
        let outcome = try place.run("trust", "pin", "add", text)
        #expect(outcome.status == 3 || outcome.status == 64)
        #expect(!FileManager.default.fileExists(atPath: place.store))
    }

    @Test
    func `exports anchors as PEM, as a folder, as the content of a master list and as JSON`() throws {
        try place.take([place.old, place.new])
        let pem = try place.run("trust", "export").output
        #expect(try Set(CertificateFile.certificates(in: Array(pem.utf8))) == [place.old, place.new])
        #expect(
            try place.run("trust", "export", "--format", "master-list", "--out", place.path("content.bin")).status == 0)
        let list = try MasterList(encoded: Data(contentsOf: URL(filePath: place.path("content.bin"))))
        #expect(Set(list.certificates) == [place.old, place.new])
        #expect(try place.run("trust", "export", "--format", "der", "--out", place.path("der")).status == 0)
        #expect(place.folder.names("der").count == 2)
        #expect(try object(place.run("trust", "export", "--format", "json").output)["certificates"] != nil)
        #expect(try place.run("trust", "export", "--format", "pem", "--out", place.path("content.bin")).status == 3)
        let nothing = try place.run("trust", "export", "--state", "DE")
        #expect(nothing.status == 3)
        #expect(nothing.errors.contains("the store holds nothing of this state"))
        #expect(try place.run("trust", "list", "--state", "DE").output == "The store holds nothing of this state.\n")
    }

    @Test
    func `compares a store with a list`() throws {
        try place.take([place.old])
        _ = try place.run("trust", "export", "--format", "master-list", "--out", place.path("a.bin"))
        try place.take([place.new, place.link], "more.ml")
        let outcome = try BuiltProgram.run(["trust", "diff", place.store, place.path("a.bin")])
        #expect(outcome.output.hasPrefix("1 certificate in both\n\nOnly in "))
        let json = try object(
            BuiltProgram.run(["trust", "diff", place.path("a.bin"), place.store, "--json"]).output)
        #expect((json["onlyInB"] as? [Any])?.count == 2)
        #expect((json["onlyInA"] as? [Any])?.count == 0)
        let same = try BuiltProgram.run(["trust", "diff", place.store, place.store])
        #expect(same.output == "3 certificates in both, and nothing differs\n")
    }

    @Test
    func `says what to do where there is no store, and where it is not one`() throws {
        let missing = try place.run("trust", "stats")
        #expect(missing.status == 3)
        #expect(missing.errors.contains("there is no trust store at"))
        #expect(missing.errors.contains("hint: import a list first"))
        try Data("not a database at all, whatever its name is called".utf8).write(to: URL(filePath: place.store))
        #expect(try place.run("trust", "list").errors.contains("is not a trust store of this program"))
    }

    @Test
    func `lists the commands of a group, and keeps hints apart`() throws {
        let typed = try BuiltProgram.run(["trust", "pin"])
        let asked = try BuiltProgram.run(["help", "trust", "pin"])
        #expect(typed.status == 64 && asked.status == 0)
        #expect(typed.output == asked.output)
        #expect(asked.output.hasPrefix("usage: emrtd trust pin COMMAND"))
        for verb in ["add", "list", "remove"] {
            #expect(asked.output.contains("emrtd trust pin \(verb)") || asked.output.contains("trust pin \(verb) "))
        }
        #expect(!asked.output.contains("trust show"))
        let wrong = try BuiltProgram.run(["trust", "pin", "ad"])
        #expect(wrong.errors.contains("did you mean 'emrtd trust pin add'?"))
        let hint = try BuiltProgram.run(["trust", "policy", "--json"]).errors
        #expect(hint.contains("operational --json; 'emrtd trust policy --help'"), "\(hint)")
    }

    @Test
    func `uses this user's store where none is named`() throws {
        try place.take([place.old])
        let home = place.path("data")
        try FileManager.default.createDirectory(atPath: home + "/emrtd", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: place.store, toPath: home + "/emrtd/trust.sqlite")
        let outcome = try BuiltProgram.run(["trust", "list"], environment: ["XDG_DATA_HOME": home])
        #expect(outcome.output.contains("anchor"))
    }
}
