import Evidence
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("Evidence: the folder")
struct EvidenceFolderTests {
    private let temporary: TemporaryFolder
    private var url: URL { temporary.url.appending(path: "evidence", directoryHint: .isDirectory) }

    init() throws {
        temporary = TemporaryFolder()
    }

    @Test func `gives back what was written`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)

        #expect(try folder.read() == SampleReading.stored)
        #expect(try EvidenceFolder.open(url).read() == SampleReading.stored)
        #expect(
            temporary.names("evidence") == [
                "ATR-INFO.bin", "COM.bin", "DG1.bin", "DG2.partial.bin", "manifest.json", "trace.jsonl",
            ])
    }

    @Test func `is closed to other users`() throws {
        _ = try EvidenceFolder.create(url, with: SampleReading.stored)

        #expect(try temporary.mode("evidence") == 0o700)
        for name in temporary.names("evidence") { #expect(try temporary.mode("evidence/\(name)") == 0o600, "\(name)") }
    }

    @Test func `replaces a partial file by the whole one`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        try folder.write(SampleReading.complete)

        #expect(try folder.read() == SampleReading.complete)
        #expect(!temporary.names("evidence").contains("DG2.partial.bin"))
    }

    @Test func `takes a partial file that grew before the manifest did`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        try Data(SampleReading.dg2 + [0xAB]).write(to: url.appending(path: "DG2.partial.bin"))

        #expect(try folder.read().reading == SampleReading.reading)
    }

    @Test(arguments: ["{", "\u{0}junk", "{}\n{}"])
    func `reads evidence whose trace is damaged, without the trace and with a remark`(text: String) throws {
        _ = try EvidenceFolder.create(url, with: SampleReading.stored)
        try Data(text.utf8).write(to: url.appending(path: "trace.jsonl"))
        let stored = try EvidenceFolder.open(url).read()

        #expect(stored.trace == nil)
        #expect(stored.reading.files == SampleReading.reading.files)
        #expect(stored.reading.remarks.dropLast() == SampleReading.reading.remarks[...])
        #expect(stored.reading.remarks.last?.code == "traceDamaged")
    }

    @Test(arguments: ["", "{", "\u{0}junk"]) func `names a manifest that is no JSON any more`(text: String) throws {
        _ = try EvidenceFolder.create(url, with: SampleReading.stored)
        try Data(text.utf8).write(to: url.appending(path: "manifest.json"))

        #expect(throws: EvidenceError.manifest("it is no JSON")) { try EvidenceFolder.open(url) }
    }

    @Test func `deletes nothing through a link`() throws {
        _ = try EvidenceFolder.create(url, with: SampleReading.stored)
        let link = temporary.url.appending(path: "link", directoryHint: .isDirectory)
        try FileManager.default.createSymbolicLink(
            atPath: link.path(percentEncoded: false).dropLast().description,
            withDestinationPath: url.path(percentEncoded: false))
        let path = link.path(percentEncoded: false)

        #expect(throws: EvidenceError.linkedFolder(path)) { try EvidenceFolder.open(link).delete() }
        #expect(try EvidenceFolder.open(url).read().reading == SampleReading.reading)
    }

    @Test func `leaves a folder that bears the name of a file`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        let foreign = url.appending(path: "DG3.bin", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: false)

        #expect(try folder.delete() == ["DG3.bin"])
        #expect(FileManager.default.fileExists(atPath: foreign.path(percentEncoded: false)))
    }

    @Test func `removes what a killed program left half written, and nothing of a like name`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        for name in [".new-0123ABCD-DG1.bin", ".new-DG1.bin", ".new-0123ABCD-notes.txt"] {
            try Data([1]).write(to: url.appending(path: name))
        }

        #expect(try folder.delete() == [".new-0123ABCD-notes.txt", ".new-DG1.bin"])
    }

    @Test func `leaves one whole file where several write it at once`() async throws {
        let file = temporary.url.appending(path: "shared.json")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for byte in UInt8(1)...8 {
                group.addTask {
                    for _ in 0..<10 { try PrivateFile.write(Array(repeating: byte, count: 200_000), to: file) }
                }
            }
            try await group.waitForAll()
        }

        let content = try Data(contentsOf: file)
        #expect(content.count == 200_000 && Set(content).count == 1)
        #expect(temporary.names("") == ["shared.json"])
    }

    @Test func `touches no folder with other things in it`() throws {
        try Data("mine".utf8).write(to: temporary.url.appending(path: "notes.txt"))
        let path = temporary.url.path(percentEncoded: false)

        #expect(throws: EvidenceError.foreignFolder(path)) {
            try EvidenceFolder.create(temporary.url, with: SampleReading.stored)
        }
        #expect(throws: EvidenceError.notEvidence(path)) { try EvidenceFolder.open(temporary.url) }
        #expect(temporary.names("") == ["notes.txt"])
    }

    @Test func `overwrites no evidence`() throws {
        _ = try EvidenceFolder.create(url, with: SampleReading.stored)

        #expect(throws: EvidenceError.alreadyThere(url.path(percentEncoded: false))) {
            try EvidenceFolder.create(url, with: SampleReading.complete)
        }
    }

    @Test func `removes its own files and leaves others`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        try Data("mine".utf8).write(to: url.appending(path: "notes.txt"))

        #expect(try folder.delete() == ["notes.txt"])
        #expect(temporary.names("evidence") == ["notes.txt"])
    }

    @Test func `removes the folder where nothing else is in it`() throws {
        #expect(try EvidenceFolder.create(url, with: SampleReading.stored).delete() == [])
        #expect(temporary.names("") == [])
    }

    @Test func `notices a changed byte in any file`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.complete)
        for name in temporary.names("evidence") where name.hasSuffix(".bin") {
            let file = url.appending(path: name)
            let content = try Data(contentsOf: file)
            var changed = content
            changed[changed.startIndex] ^= 1
            try changed.write(to: file)
            #expect(throws: EvidenceError.self, "\(name)") { try folder.read() }
            try content.write(to: file)
        }
        #expect(throws: Never.self) { try folder.read() }
    }

    @Test func `names a file that is gone`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        try FileManager.default.removeItem(at: url.appending(path: "DG1.bin"))

        #expect(throws: EvidenceError.missing("DG1.bin")) { try folder.read() }
    }

    @Test func `follows no link`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        let file = url.appending(path: "DG1.bin")
        try FileManager.default.removeItem(at: file)
        try Data(SampleReading.dg1).write(to: temporary.url.appending(path: "elsewhere"))
        try FileManager.default.createSymbolicLink(
            at: file, withDestinationURL: temporary.url.appending(path: "elsewhere"))

        #expect(throws: EvidenceError.notAFile("DG1.bin")) { try folder.read() }
    }

    @Test func `reads plain files only, and waits for nobody`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        let file = url.appending(path: "DG1.bin")
        try FileManager.default.removeItem(at: file)
        #expect(mkfifo(file.path(percentEncoded: false), 0o600) == 0)
        #expect(throws: EvidenceError.notAFile("DG1.bin")) { try folder.read() }

        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(throws: EvidenceError.notAFile("DG1.bin")) { try folder.read() }
    }

    @Test(arguments: [
        ("\"name\" : \"DG1\"", "\"name\" : \"../DG1\"", "no file '../DG1'"),
        ("\"name\" : \"DG1\"", "\"name\" : \"COM\"", "EF.COM is listed twice"),
        ("\"state\" : \"protected\"", "\"state\" : \"melted\"", "state 'melted'"),
        ("\"status\" : \"6A82\"", "\"status\" : \"6A\"", "has no status"),
        ("\"used\" : \"BAC\"", "\"used\" : \"force\"", "access by 'force'"),
        ("\"apduCount\" : 3", "\"apduCount\" : -3", "a cost that cannot be"),
        ("\"apduCount\" : 3", "\"apduCount\" : 9000000000000000000", "a cost that cannot be"),
        ("\"startedAt\" : \"2025", "\"startedAt\" : \"soon", "'startedAt' is no time"),
        ("\"challenge\" : \"01", "\"challenge\" : \"0x", "challenge is not hexadecimal"),
        ("\"answerToReset\" : \"3B80\"", "\"answerToReset\" : 3", "'answerToReset' is missing or of another type"),
        ("emrtd/evidence/1", "emrtd/evidence/9", "emrtd/evidence/9"),
        ("\"component\"", "\"komponent\"", "'component' is missing"),
        ("\"byteCount\" : 5", "\"byteCount\" : 4", "DG1 of the evidence was altered"),
    ])
    func `refuses a manifest that was altered`(from: String, to: String, words: String) throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.stored)
        let file = url.appending(path: "manifest.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        try Data(parts.joined(separator: to).utf8).write(to: file)

        let error = #expect(throws: EvidenceError.self) { try folder.read() }
        #expect("\(try #require(error))".contains(words))
    }

    @Test func `keeps the hashes of what is taken out`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.complete)
        let redacted = try folder.redact([.dataGroup(.dg2)])

        #expect(redacted.reading[.dataGroup(.dg2)]?.outcome == .skipped)
        #expect(redacted.reading.bytes(of: .dataGroup(.dg1)) == SampleReading.dg1)
        #expect(redacted.redactions.map(\.byteCount) == [12])
        #expect(try folder.read() == redacted)
        #expect(!temporary.names("evidence").contains("DG2.bin"))
    }

    @Test func `takes out everything personal where nothing is named`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.complete)
        let redacted = try folder.redact()

        #expect(redacted.printedLines == [])
        #expect(redacted.trace == nil)
        #expect(temporary.names("evidence") == ["ATR-INFO.bin", "COM.bin", "manifest.json"])
        let manifest = try String(contentsOf: url.appending(path: "manifest.json"), encoding: .utf8)
        #expect(!manifest.contains("L898902C3"))
    }
}
