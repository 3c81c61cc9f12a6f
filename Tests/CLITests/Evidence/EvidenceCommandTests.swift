import Evidence
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("emrtd evidence")
struct EvidenceCommandTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url.appending(path: "evidence") }

    private func write() throws {
        let reading = ChipReading(
            startedAt: Timestamp(secondsSince1970: 0),
            files: [
                FileReading(file: .dataGroup(.dg1), outcome: .read([0x61, 0])),
                FileReading(file: .dataGroup(.dg2), outcome: .read([0x75, 0])),
            ])
        _ = try EvidenceFolder.create(folder, with: StoredReading(reading: reading))
    }

    @Test func `takes out what is named`() throws {
        try write()
        let outcome = try BuiltProgram.run(["evidence", "redact", "--groups", "DG2", folder.path()])

        #expect(outcome.status == 0)
        #expect(outcome.output == "\(folder.path()): without DG2\n")
        let reading = try EvidenceFolder.open(folder).read().reading
        #expect(reading.bytes(of: .dataGroup(.dg1)) != nil)
        #expect(reading.bytes(of: .dataGroup(.dg2)) == nil)
    }

    @Test func `takes out everything personal by itself`() throws {
        try write()
        #expect(try BuiltProgram.run(["evidence", "redact", folder.path()]).output.hasSuffix(": without DG1, DG2\n"))
    }

    @Test func `names lines, trace and records too that it takes out`() throws {
        let path = folder.path(percentEncoded: false)
        let terminal = try UtopiaTerminal.options(in: temporary.url)
        let read = try BuiltProgram.run(["chip", "read", "--simulated", "specimen-lds2", "--out", path] + terminal)
        #expect(read.status == 0, "\(read.errors)")
        let outcome = try BuiltProgram.run(["evidence", "redact", path])
        for words in [" DG2,", " EntryRecords 1,", " VisaRecords 1,", "the printed lines, the trace\n"] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
        // A second time there are none any more.
        let again = try BuiltProgram.run(["evidence", "redact", "--json", path]).output
        #expect(again.contains("\"printedLines\" : false"))
        #expect(again.contains("\"trace\" : false"))

        let portrait = try BuiltProgram.run(["export", path, "--portrait", path + ".jpg"])
        #expect(portrait.errors.contains("no face image: DG2 was never read, or was taken out of the evidence"))
    }

    @Test(arguments: ["0", "17", "2,", "x"]) func `refuses what is no data group`(list: String) throws {
        try write()
        #expect(try BuiltProgram.run(["evidence", "redact", "--groups", list, folder.path()]).status == 64)
    }

    @Test(arguments: ["altered", "link"])
    func `redacts nothing of evidence that was changed, says what, and how it goes as a whole`(change: String) throws {
        try write()
        let other = temporary.url.appending(path: "other")
        try FileManager.default.copyItem(at: folder, to: other)
        let file = other.appending(path: "DG2.bin")
        try FileManager.default.removeItem(at: file)
        if change == "link" {
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.appending(path: "DG2.bin"))
        } else {
            try Data([0x75, 1]).write(to: file)
        }
        let outcome = try BuiltProgram.run(["evidence", "redact", folder.path(), other.path()])
        #expect(outcome.status == 3)
        #expect(
            outcome.errors.contains("error: DG2")
                && outcome.errors.contains("nothing was taken out of '\(other.path())'"))
        #expect(outcome.errors.contains("emrtd evidence delete '\(other.path())'\n"), "\(outcome.errors)")
        #expect(try EvidenceFolder.open(folder).read().redactions.isEmpty)
        #expect(try BuiltProgram.run(["evidence", "delete", other.path()]).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "DG2.bin").path()))
    }

    @Test func `deletes evidence`() throws {
        try write()
        let outcome = try BuiltProgram.run(["evidence", "delete", folder.path()])

        #expect(outcome.status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path()))
    }

    @Test func `deletes a folder once that is named twice`() throws {
        try write()
        let outcome = try BuiltProgram.run(["evidence", "delete", folder.path(), folder.path() + "/../evidence"])

        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output == "\(folder.path()): deleted\n")
    }

    @Test func `redacts nothing where one of the folders is no evidence`() throws {
        try write()
        let outcome = try BuiltProgram.run(["evidence", "redact", folder.path(), "/nowhere"])

        #expect(outcome.status == 3)
        #expect(try EvidenceFolder.open(folder).read().reading.bytes(of: .dataGroup(.dg1)) != nil)
    }

    @Test func `deletes nothing where one of the folders is no evidence`() throws {
        try write()
        let other = folder.deletingLastPathComponent()
        let outcome = try BuiltProgram.run(["evidence", "delete", folder.path(), other.path()])

        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("holds no evidence"))
        #expect(try EvidenceFolder.open(folder).read().reading.files.count == 2)
    }
}
