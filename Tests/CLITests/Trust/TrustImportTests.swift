import ByteCoding
import Cryptography
import Foundation
import Issuing
import TestSupport
import Testing

@Suite("emrtd trust import")
struct TrustImportCommandTests {
    private let folder = TemporaryFolder()
    private static let authority = ListAuthority()

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        try Data(bytes).write(to: folder.url.appending(path: name))
        return path(name)
    }

    private func run(_ words: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(["trust"] + words + ["--store", path("store")])
    }

    private struct Report: Decodable {
        let complete: Bool
        let sources: [Source]
        let states: [String: State]
        let refused: [Refusal]

        struct Source: Decodable {
            let kind: String
            let standing: String
            let country: String?
            let signerIssuer: String?
            let departures: [String]
            let certificates: Count
        }

        struct Count: Decodable {
            let found: Int
            let new: Int?
            let known: Int?
        }

        struct State: Decodable {
            let anchors: Int
            let untrusted: Int
        }

        struct Refusal: Decodable {
            let reason: Reason
        }

        struct Reason: Decodable { let code: String }
    }

    private static func report(_ outcome: BuiltProgram.Outcome) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }

    @Test
    func `keeps an unpinned list untrusted, says how to pin it, and trusts it once that is done`() throws {
        let list = try write(Self.authority.masterList(), "ut.ml")
        let first = try run("import", list)
        #expect(first.status == 2, "\(first.errors)")
        #expect(first.output.contains("not trusted: no pin is known"))
        let hint = try #require(first.output.split(separator: "\n").first { $0.contains("emrtd trust pin add") })
        #expect(hint.hasSuffix(" --store \(path("store"))"))
        let pin = String(hint.split(separator: " ").dropLast(2).last ?? "")
        #expect(pin.count == 64)
        #expect(first.output.contains("1 certificate (1 new, 0 known)"))

        let file = try run("show", list)
        #expect(file.output.contains("ut.ml") && file.output.contains("--store"), "\(file.errors)")
        #expect(try run("pin", "add", pin).output.hasSuffix("lists that count by it: \(list)\n"))
        let again = try run("pin", "add", pin)
        #expect(again.output.hasPrefix("was pinned already: \(pin)"))
        #expect(again.errors.isEmpty)
        let second = try run("import", list, "--json")
        #expect(second.status == 0)
        let report = try Self.report(second)
        #expect(report.complete)
        #expect(report.sources.map(\.standing) == ["pinned"])
        #expect(report.sources.map(\.signerIssuer) == [pin])
        #expect(report.sources.first?.certificates.known == 1)
    }

    @Test
    func `accepts an unpinned list only where somebody asks for it`() throws {
        let list = try write(Self.authority.masterList(), "ut.ml")
        let outcome = try run("import", "--accept-unpinned", list, "--json")
        #expect(outcome.status == 0)
        let report = try Self.report(outcome)
        #expect(report.sources.map(\.standing) == ["accepted"])
        #expect(report.states["UT"]?.anchors == 1)
    }

    @Test
    func `trusts a certificate by itself only where somebody says so`() throws {
        let csca = try write(Self.authority.csca(), "csca.cer")
        let first = try run("import", csca)
        #expect(first.status == 2)
        #expect(first.output.contains("--trust-certificates"))
        let second = try run("import", "--trust-certificates", csca, "--json")
        #expect(second.status == 0)
        #expect(try Self.report(second).states["UT"]?.anchors == 1)
        // Document signers need nobody's trust.
        let signer = try write(Self.authority.documentSigner(), "ds.cer")
        #expect(try run("import", signer).status == 0)
    }

    @Test
    func `says that a certificate is trusted already that a trusted list holds, and what is not held`() throws {
        let list = try write(Self.authority.masterList(), "ut.ml")
        let csca = try write(Self.authority.csca(), "csca.cer")
        #expect(try run("import", list).status == 2)
        let shown = try run("show", try write(Self.authority.documentSigner(), "ds.cer"))
        #expect(shown.status == 3 && shown.errors.contains("the store does not hold the certificate in"))
        #expect(try run("import", csca).status == 2, "the list is not trusted")
        #expect(try run("pin", "add", csca).status == 0)
        for options in [[], ["--dry-run"]] {
            let outcome = try BuiltProgram.run(["trust", "import", csca, "--store", path("store")] + options)
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("trusted already: the store trusts what is inside"))
            #expect(!outcome.output.contains("not trusted"))
        }
        #expect(try Self.report(run("import", csca, "--json")).sources.map(\.standing) == ["known"])
        let sources = try run("list", "--kind", "source")
        #expect(sources.output.contains("master list") && !sources.output.contains("masterList"))
        for outcome in [try run("show", list), try run("import", list), try run("import", csca)] {
            let lines = outcome.output.split(separator: "\n").filter { !$0.contains(folder.url.path) }
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
        }
    }

    @Test
    func `refuses what is wrong, takes the rest, and exits with 2`() throws {
        let broken = try write(Self.authority.masterList([], [.brokenSignature]), "broken.ml")
        let crl = try write(Self.authority.revocationList(), "ut.crl")
        let outcome = try run("import", broken, crl)
        #expect(outcome.status == 2)
        // Names of files are long here, and lines are broken.
        let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("refused: \(broken): the signature is wrong"))
        #expect(outcome.output.contains("1 revocation list (1 new, 0 known)"))
        #expect(try run("import", path("none")).status == 3)
        #expect(try run("import").status == 64)
    }

    @Test
    func `takes a DigestInfo without NULL only behind its switch, and names it`() throws {
        let list = try write(ListAuthority.rsa.masterList([], [.digestInfoWithoutNull]), "un.ml")
        let refused = try run("import", "--accept-unpinned", list, "--json")
        #expect(refused.status == 2)
        #expect(try Self.report(refused).refused.map(\.reason.code) == ["digestInfoWithoutNull"])
        let taken = try run(
            "import", "--accept-unpinned", "--accept", "digest-info-without-null", list, "--json")
        #expect(taken.status == 0)
        #expect(try Self.report(taken).sources.map(\.departures) == [["Q-ML1-digest-info-without-null"]])
        #expect(try run("import", "--accept", "anything", list).status == 64)
    }

    @Test
    func `changes nothing in a dry run`() throws {
        let list = try write(Self.authority.masterList(), "ut.ml")
        let outcome = try run("import", "--dry-run", "--accept-unpinned", list)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("nothing was changed\n"))
        #expect(!FileManager.default.fileExists(atPath: path("store")))
    }

    @Test
    func `makes a store only where there is something to take, and says so`() throws {
        let broken = try write(Self.authority.masterList([], [.brokenSignature]), "broken.ml")
        let store = path("new folder/store")
        func take(_ file: String) throws -> BuiltProgram.Outcome {
            try BuiltProgram.run(["trust", "import", "--accept-unpinned", file, "--store", store])
        }
        let refused = try take(broken)
        #expect(refused.status == 2)
        #expect(refused.output.hasSuffix("nothing was taken into the store\n"))
        #expect(refused.errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path("new folder")))
        let taken = try take(write(Self.authority.masterList(), "ut.ml"))
        #expect(taken.errors == "emrtd: new store: \(store)\n")
        #expect(taken.output.hasSuffix("judge with: emrtd verify EVIDENCE --store '\(store)'\n"))
        #expect(try take(broken).errors.isEmpty)
        let pin = String(repeating: "0123456789ABCDEF", count: 4)
        let other = try BuiltProgram.run(["trust", "pin", "add", pin, "--store", path("misspelt")])
        #expect(other.errors == "emrtd: new store: \(path("misspelt"))\n")
        #expect(other.output.hasSuffix("no list in the store counts by it yet\n"))
    }
}

@Suite("emrtd trust check")
struct TrustCheckCommandTests {
    private let folder = TemporaryFolder()

    private func check(_ bytes: [UInt8], _ options: String...) throws -> BuiltProgram.Outcome {
        let file = folder.url.appending(path: "file")
        try Data(bytes).write(to: file)
        return try BuiltProgram.run(["trust", "check", file.path] + options)
    }

    @Test
    func `names broken rules with their clauses`() throws {
        let outcome = try check(ListAuthority().csca([.negativeSerialNumber]))
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                "error: the serial number is not positive [certificate.serialNumber.positive, RFC 5280"))
        #expect(outcome.output.hasSuffix("1 looked at: 1 error, 0 warnings\n"))
    }

    @Test
    func `looks at a master list and its members, and names quirks where asked`() throws {
        let clean = try check(ListAuthority().masterList())
        #expect(clean.status == 0)
        #expect(clean.output == "2 looked at: 0 errors, 0 warnings\n")
        let odd = try check(ListAuthority().masterList([], [.unsortedAttributes]), "--json", "--quirks")
        #expect(odd.status == 1)
        #expect(odd.output.contains("masterList.attributes.sorted"))
        #expect(odd.output.contains("Q1-explicit-curve"))
    }

    /// What is printed below the line of one certificate.
    private static func lines(of certificate: [UInt8], in output: String) throws -> [Substring] {
        let hash = Hexadecimal.encode(HashAlgorithm.sha256.hash(certificate)).lowercased().prefix(16)
        let lines = output.split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.contains(hash) }, "\(output)")
        return [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
    }

    /// A certificate for a new key of the authority, signed by the old one.
    private static func link(_ deviation: CertificateProfile.Deviation) throws -> [UInt8] {
        let authority = ListAuthority()
        let profile = CertificateProfile(
            role: .link(hasNewName: false), serialNumber: [0x31], subject: authority.name,
            notBefore: ListAuthority.day(2024), notAfter: ListAuthority.day(2034),
            privateKeyUsage: ListAuthority.day(2024)...ListAuthority.day(2026), stateCode: "UTO",
            deviations: [deviation])
        return try authority.issuer.issue(
            profile, for: ListAuthority.keys[2].subjectPublicKeyInfo(explicitParameters: true))
    }

    @Test(arguments: [
        (CertificateProfile.Deviation.notAuthority, "basicConstraints.authority", "Q16-not-authority"),
        (.withoutBasicConstraints, "basicConstraints.present", "Q16-constraints-missing"),
    ])
    func `holds what a list or the store says is an authority against the profile of authorities`(
        _ deviation: CertificateProfile.Deviation, rule: String, quirk: String
    ) throws {
        let link = try Self.link(deviation)
        let list = try ListAuthority().masterList([link])
        let store = folder.url.appending(path: "store").path
        let file = folder.url.appending(path: "list.ml").path
        try Data(list).write(to: URL(filePath: file))
        #expect(
            try BuiltProgram.run(["trust", "import", file, "--accept-unpinned", "--store", store]).status == 0)
        for words in [[file], ["--store", store]] {
            let output = try BuiltProgram.run(["trust", "check", "--quirks"] + words).output
            let lines = try Self.lines(of: link, in: output)
            #expect(lines.first?.hasPrefix("link ") == true, "\(lines)")
            #expect(lines.contains { $0.contains("[certificate.\(rule),") }, "\(lines)")
            #expect(lines.contains { $0.hasSuffix("tolerated: \(quirk)") }, "\(lines)")
            #expect(!output.contains("documentTypeList"), "\(output)")
        }
    }

    @Test
    func `names what is odd between two certificates, in a list and in the store`() throws {
        var renewed = ListAuthority()
        renewed.key = ListAuthority.keys[2]
        // The same key again under another number; another key under the name, and under the number of the first.
        let (first, again, other) = (
            try ListAuthority().csca(), try ListAuthority().csca(serialNumber: [0x02]), try renewed.csca()
        )
        let list = folder.url.appending(path: "list.ml").path
        let store = folder.url.appending(path: "store").path
        try Data(ListAuthority().masterList([again, other])).write(to: URL(filePath: list))
        #expect(try BuiltProgram.run(["trust", "import", list, "--accept-unpinned", "--store", store]).status == 0)
        let names = [
            (first, ["Q10", "Q13", "Q26"]), (again, ["Q10", "Q26"]), (other, ["Q10", "Q13"]),
        ]
        for (certificate, quirks) in names {
            func between(_ lines: [some StringProtocol]) -> [String] {
                lines.flatMap { $0.split { " \",".contains($0) } }.map { String($0.prefix { $0 != "-" }) }
                    .filter { ["Q10", "Q13", "Q26"].contains($0) }.sorted()
            }
            for words in [[list], ["--store", store]] {
                let output = try BuiltProgram.run(["trust", "check", "--quirks"] + words).output
                #expect(between(try Self.lines(of: certificate, in: output)) == quirks)
            }
            let hash = Hexadecimal.encode(HashAlgorithm.sha256.hash(certificate)).lowercased()
            let shown = try BuiltProgram.run(["trust", "show", hash, "--json", "--store", store]).output
            #expect(between(shown.split(separator: "\n")) == quirks, "\(shown)")
        }
    }

    @Test
    func `takes a departure that it advises to accept`() throws {
        var authority = ListAuthority.rsa
        authority.signerEnd = ListAuthority.day(2036)
        let list = try authority.masterList([], [.digestInfoWithoutNull])
        let refused = try check(list)
        #expect(refused.status == 2)
        #expect(refused.output.contains("--accept digest-info-without-null"))
        let taken = try check(list, "--accept", "digest-info-without-null")
        #expect(taken.status != 2 && taken.output.contains("2 looked at"), "\(taken.output)")
    }

    @Test
    func `says what it cannot read, and lists its rules`() throws {
        #expect(try check(Array("hello".utf8)).status == 2)
        let rules = try BuiltProgram.run(["trust", "check", "--rules"])
        #expect(rules.status == 0)
        #expect(rules.output.contains("certificate.keyUsage.critical"))
        #expect(rules.output.contains("masterList.members.once"))
    }
}
