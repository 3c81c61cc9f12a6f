import Evidence
import Foundation
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("Evidence that a read goes on with")
struct ResumedEvidenceTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    private func resume(_ options: [String] = []) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(["inspect", "--simulated", "specimen", "--resume", path("evidence")] + options)
    }

    private func stored() throws -> StoredReading { try EvidenceFolder.open(URL(filePath: path("evidence"))).read() }

    @Test func `is left as it is where the key is that of another document`() throws {
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence")])
        let before = try stored()
        let outcome = try resume(["--document-number", "L898902C3", "--birth", "740812", "--expiry", "120415"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("another document than the evidence is of\nhint: "), "\(outcome.errors)")
        #expect(try stored() == before)
    }

    /// Evidence of the specimen passport, as far as some of its files.
    private func broken(after kept: Set<ElementaryFile>, lines: Bool = true) throws -> StoredReading {
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence")])
        let folder = try EvidenceFolder.open(URL(filePath: path("evidence")))
        var stored = try folder.read()
        stored.reading.files.removeAll { !kept.contains($0.file) }
        stored.reading.ending = .brokenOff(.init("cardRemoved", "Taken away."))
        if !lines { stored.printedLines = [] }
        try folder.write(stored)
        return try folder.read()
    }

    private static let another = ["--document-number", "L898902C3", "--birth", "740812", "--expiry", "120415"]

    @Test(arguments: [[.com, .sod], [.com]] as [Set<ElementaryFile>])
    func `tells another document's key by the lines that opened it, before it has DG1`(files: Set<ElementaryFile>)
        throws
    {
        let before = try broken(after: files)
        let outcome = try resume(Self.another)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("another document than the evidence is of\nhint: "), "\(outcome.errors)")
        #expect(try stored() == before)
        _ = try resume()
        #expect(try stored().reading.bytes(of: .dataGroup(.dg1)) != nil)
        #expect(try stored().printedLines == Specimen.utopia().mrzLines)
    }

    @Test func `stays as it is where another document lies on the reader`() throws {
        let before = try broken(after: [.com, .sod], lines: false)
        let other = try #require(try Specimen.named("specimen-identity-card"))
        let outcome = try BuiltProgram.run([
            "inspect", "--simulated", "specimen-identity-card", "--resume", path("evidence"), "--mrz",
            other.mrzLines.joined(separator: "\n"),
        ])
        #expect(outcome.errors.contains("another document lies on the reader"), "\(outcome.errors)")
        #expect(outcome.errors.contains("the evidence stays as it was"), "\(outcome.errors)")
        #expect(try stored() == before)
    }

    @Test func `takes over no lines where nothing proves that they are of the document that is read`() throws {
        #expect(try broken(after: [.com]).printedLines == Specimen.utopia().mrzLines)
        _ = try BuiltProgram.run([
            "inspect", "--simulated", "specimen-identity-card", "--can", "500540", "--resume", path("evidence"),
        ])
        let other = try #require(try Specimen.named("specimen-identity-card"))
        #expect(try stored().reading.bytes(of: .dataGroup(.dg1)) == other.files[.dataGroup(.dg1)])
        #expect(try stored().printedLines == [])
    }

    /// A name letter that is printed otherwise than the chip holds it rejects a document, and stays in its evidence.
    @Test func `keeps the lines that the document was seen to print`() throws {
        let lines = try Specimen.utopia().mrzLines
        let changed = [lines[0].replacing("<<", with: "X<", maxReplacements: 1)] + lines.dropFirst()
        try #require(changed != lines)
        _ = try BuiltProgram.run([
            "inspect", "--simulated", "specimen", "--out", path("evidence"), "--mrz", changed.joined(separator: "\n"),
        ])
        let before = try stored()
        #expect(before.printedLines == changed)
        let outcome = try resume(["--mrz", lines.joined(separator: "\n")])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("these are other lines than the evidence keeps"), "\(outcome.errors)")
        #expect(try stored() == before)
    }

    @Test func `is not filled again where personal data was taken out of it`() throws {
        _ = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", path("evidence")])
        #expect(try BuiltProgram.run(["evidence", "redact", path("evidence")]).status == 0)
        let outcome = try resume(["--mrz", Specimen.utopia().mrzLines.joined(separator: "\n")])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("would put it back\nhint: "), "\(outcome.errors)")
        #expect(try stored().reading.bytes(of: .dataGroup(.dg1)) == nil)
    }

    @Test func `keeps its picture though the lines come from a picture again`() throws {
        let image = [
            "--image", Repository.testVectors.appending(path: "profiles/page.jpg").path(percentEncoded: false),
        ]
        _ = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--out", path("evidence"), "--keep-picture"] + image)
        let picture = try #require(stored().zonePicture)
        _ = try resume(image)
        #expect(try stored().zonePicture == picture)
    }

    @Test(.enabled(if: SmallDisk.isAllowed, "only root mounts a small disk"))
    func `is told to have had no room where the disk is full, and not to be another's`() throws {
        let disk = path("small")
        guard try SmallDisk.mount(disk, bytes: 8192) else { return }
        defer { SmallDisk.unmount(disk) }
        let outcome = try BuiltProgram.run(["inspect", "--simulated", "specimen", "--out", "\(disk)/evidence"])
        #expect(outcome.errors.contains("No space left on device\nhint: look whether the disk has room"))
        #expect(!outcome.errors.contains("holds evidence already"), "\(outcome.errors)")
    }
}
