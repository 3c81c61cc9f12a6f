import Evidence
import Foundation
import LDS
import MRZ
import TestSupport
import Testing

@Suite("Evidence: what a picture said of the printed lines")
struct CaptureEvidenceTests {
    private static let lines = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    private static func stored(retry: Bool = true) throws -> StoredReading {
        let zone = try MachineReadableZone(concatenated: lines.joined().utf8)
        var evidence = [CapturedMRZ.Evidence](repeating: .init(confidence: 0.998765), count: 88)
        evidence[44] = .init(
            confidence: 0.61, seen: "1", overruledBy: "checkDigit",
            alternatives: [.init("1", chance: 0.55), .init("I", chance: 0.02)])
        var captured = try #require(
            CapturedMRZ(
                zone, evidence: evidence, confidence: 0.6, layoutDoubts: [.furtherLine], source: "page.tif", page: 3))
        if retry { captured.retry = captured.keyRereadings(limit: 1).first }
        var stored = SampleReading.stored
        stored.printedLines = lines
        stored.capture = captured
        return stored
    }

    @Test func `comes back from a folder and from a line as it was`() throws {
        let stored = try Self.stored()
        #expect(stored.capture?.retry != nil)
        #expect(try StoredReading(line: stored.line()) == stored)
        let folder = TemporaryFolder()
        let url = folder.url.appending(path: "evidence", directoryHint: .isDirectory)
        #expect(try EvidenceFolder.create(url, with: stored).read() == stored)
    }

    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    private static func withPicture(_ bytes: [UInt8] = picture) throws -> StoredReading {
        var stored = try stored()
        stored.zonePicture = bytes
        return stored
    }

    @Test(arguments: [(picture, "captured-zone.png"), ([0xFF, 0xD8, 0xFF, 0xE0, 9], "captured-zone.jpg")])
    func `keeps the picture of the zone in a file of its own, and in a line`(bytes: [UInt8], name: String) throws {
        let stored = try Self.withPicture(bytes)
        #expect(try StoredReading(line: stored.line()) == stored)
        let folder = TemporaryFolder()
        let url = folder.url.appending(path: "evidence", directoryHint: .isDirectory)
        let evidence = try EvidenceFolder.create(url, with: stored)
        #expect(try evidence.read() == stored)
        let file = url.appending(path: name)
        #expect(try [UInt8](Data(contentsOf: file)) == bytes)

        // Written again it stays, and goes with its capture, or with the whole.
        try evidence.write(stored)
        #expect(try evidence.read().zonePicture == bytes)
        _ = try evidence.redact([.dataGroup(.dg1)])
        #expect(!FileManager.default.fileExists(atPath: file.path()))
        #expect(try evidence.read().zonePicture == nil)
        try evidence.write(stored)
        #expect(try evidence.delete() == [])
    }

    @Test func `keeps no picture without what was captured, nor bytes that are none`() throws {
        var stored = try Self.withPicture()
        stored.capture = nil
        #expect(try StoredReading(line: stored.line()).zonePicture == nil)
        #expect(try StoredReading(line: Self.withPicture([1, 2, 3]).line()).zonePicture == nil)
    }

    @Test func `notices a picture that was altered, exchanged or taken away`() throws {
        let folder = TemporaryFolder()
        let url = folder.url.appending(path: "evidence", directoryHint: .isDirectory)
        let evidence = try EvidenceFolder.create(url, with: Self.withPicture())
        let file = url.appending(path: "captured-zone.png")
        try Data(Self.picture.dropLast() + [4]).write(to: file)
        #expect(throws: EvidenceError.altered("captured-zone.png")) { try evidence.read() }
        try FileManager.default.removeItem(at: file)
        #expect(throws: EvidenceError.missing("captured-zone.png")) { try evidence.read() }

        let line = String(decoding: try Self.withPicture().line(), as: UTF8.self)
        for (from, to) in [
            ("\"format\":\"png\"", "\"format\":\"jpeg\""),
            ("\"byteCount\":11,\"format\"", "\"byteCount\":12,\"format\""),
            (Data(Self.picture).base64EncodedString(), "AAAA"),
        ] {
            let altered = line.replacing(from, with: to)
            try #require(altered != line)
            #expect(throws: EvidenceError.self) { try StoredReading(line: altered.utf8) }
        }
    }

    @Test func `is taken out with the printed lines`() throws {
        let redacted = try Self.stored().redacted([.dataGroup(.dg1)])
        #expect(redacted.capture == nil)
        let line = String(decoding: try redacted.line(), as: UTF8.self)
        #expect(!line.contains("page.tif") && !line.contains("alternative"))
    }

    @Test(arguments: [
        ("\"confidence\":0.6,", "\"confidence\":6,", "a chance that cannot be"),
        ("\"chance\":0.55", "\"chance\":-1", "a chance that cannot be"),
        ("\"confidences\":[", "\"confidences\":[0.5,", "a chance that cannot be, or not one for each"),
        ("\"line\":2,\"overruledBy\"", "\"line\":3,\"overruledBy\"", "a place that the zone does not"),
        ("\"seen\":\"1\"", "\"seen\":\"12\"", "a character that cannot be"),
        ("\"seen\":\"1\"", "\"seen\":\"\\u0007\"", "a character that cannot be"),
        ("L898902C36UTO", "L898902C36UT", "no printed lines beside it"),
    ])
    func `is refused where it was altered`(from: String, to: String, words: String) throws {
        let parts = String(decoding: try Self.stored(retry: false).line(), as: UTF8.self)
            .split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let error = #expect(throws: EvidenceError.self) { try StoredReading(line: parts.joined(separator: to).utf8) }
        guard case .manifest(let fault) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.contains(words), "\(fault)")
    }
}
