import Foundation
import Issuing
import TestSupport
import Testing

@Suite("emrtd: the records of LDS2 from chip to export")
struct RecordCommandTests {
    private let temporary = TemporaryFolder()
    private let terminal: [String]

    init() throws {
        terminal = try UtopiaTerminal.options(in: temporary.url)
    }

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    private func read(_ options: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(["chip", "read", "--simulated", "specimen-lds2"] + options)
    }

    @Test func `are read, judged again from evidence, taken out and shown`() throws {
        let whole = try read(terminal + ["--out", path("evidence")])
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(whole.output.contains("EntryRecords             2 records"))

        _ = try BuiltProgram.run(["simulate", "--trust-out", path("trust")])
        let verified = try BuiltProgram.run(["verify", path("evidence"), "--csca", path("trust")])
        #expect(verified.status == 0, "\(verified.errors)")
        #expect(verified.output.contains("✔ Entry, UTO, 15 January 2026 (EntryRecords 2): signature right"))
        #expect(verified.output.contains("✔ Visa, UTO, VIS000001 (VisaRecords 1): signature right"))

        let export = try BuiltProgram.run(["export", path("evidence"), "--records", path("records")])
        #expect(export.status == 0, "\(export.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: path("records")).sorted()
        #expect(names == ["EntryRecords-1.bin", "EntryRecords-2.bin", "ExitRecords-1.bin", "VisaRecords-1.bin"])
        let shown = try BuiltProgram.run(["lds", "show", path("records/EntryRecords-2.bin")])
        #expect(shown.output.contains("AIRPORT"))
        let none = try BuiltProgram.run(["export", path("evidence/DG1.bin"), "--records", path("none")])
        #expect(none.status == 3)
        #expect(none.errors.contains("there are no records"))
    }

    @Test func `stay protected from a terminal without certificates, and are left out on demand`() throws {
        let without = try read(["--json"])
        #expect(without.status == 0)
        #expect(without.output.contains("\"outcome\" : \"protected\""))
        #expect(!without.output.contains("\"number\" : 1"))
        let none = try read(terminal + ["--records", "none"])
        let row = none.output.split(separator: "\n").first { $0.contains("EntryRecords") }
        #expect(row?.hasSuffix("left out") == true)
        let wrong = try read(["--records", "some"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("listed"))
    }
}

/// The terminal of Utopia, as options of the program.
enum UtopiaTerminal {
    /// Writes its certificates and its key into a folder.
    static func options(in folder: URL) throws -> [String] {
        let (certificates, key) = Specimen.terminal
        let place = folder.appending(path: "terminal")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for (index, certificate) in certificates.enumerated() {
            try Data(certificate).write(to: place.appending(path: "\(index).cvcert"))
        }
        let file = folder.appending(path: "terminal.pkcs8")
        try Data(key).write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
        return [
            "--cv-certificates", place.path(percentEncoded: false), "--terminal-key",
            file.path(percentEncoded: false),
        ]
    }
}
