import Conformance
import Foundation
import TestSupport
import Testing

@Suite("A run over a folder of vectors")
struct VectorRunTests {
    static let mac = "cryptography/cmac/mine.json"
    static let sound = """
        {"format": 1, "source": "NIST SP 800-38B", "vectors": [{"id": "empty", "key": "2B7E151628AED2A6ABF7158809CF4F3C",
        "message": "", "mac": "BB1D6929E95937287FA37D129B756746"}]}
        """

    /// A report over a folder of these files.
    static func report(
        _ files: [String: String], missing: [String] = [], base: URL? = nil, prepare: (URL) throws -> Void = { _ in }
    ) throws -> ConformanceReport {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-vectors-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try prepare(folder)
        return try VectorRun(folder, missingAlgorithms: missing, profileBase: base).report()
    }

    /// The only failure of a report over one file.
    static func failure(_ path: String, _ text: String) throws -> String? {
        let report = try report([path: text])
        #expect(report.failedCount == 1)
        guard case .failed(let problem)? = report.files.first?.failures.first?.outcome else { return nil }
        return problem
    }

    @Test
    func `passes every vector of this project, and skips and leaves out none`() throws {
        let report = try VectorRun(Repository.testVectors).report()

        let failures = report.files.flatMap { file in file.failures.map { "\(file.path), \($0.id): \($0.outcome)" } }
        #expect(failures == [])
        #expect(report.skippedCount == 0)
        #expect(report.passedCount >= 1300)
    }

    @Test
    func `says what was expected and what was found`() throws {
        let problem = try Self.failure(Self.mac, Self.sound.replacing("756746\"", with: "756747\""))

        #expect(
            problem
                == "mac: expected BB1D6929E95937287FA37D129B756747, found BB1D6929E95937287FA37D129B756746")
        #expect(try Self.report([Self.mac: Self.sound]).passedCount == 1)
    }

    @Test(arguments: [
        "cryptography/new/file.json", "stray.json", "cryptography/cmac.json", "cryptography/curve/x.json",
    ])
    func `fails a file that nobody knows`(_ path: String) throws {
        #expect(try Self.failure(path, Self.sound) == "no runner for this file")
    }

    @Test(arguments: [
        ("", "this is no file of vectors"), ("{", "this is no file of vectors"), ("[]", "this is no file of vectors"),
        (String(repeating: "[", count: 100_000), "this is no file of vectors"),
        (sound.replacing("1,", with: "2,"), "format 2 is unknown; format 1 is known"),
        (sound.replacing("\"format\": 1,", with: ""), "this is no file of vectors: format"),
        (sound.replacing("NIST SP 800-38B", with: ""), "the file names no source"),
        (#"{"format": 1, "source": "x", "vectors": []}"#, "the file holds no vector"),
        (#"{"format": 1, "source": "x", "vectors": [7]}"#, "Expected to decode"),
        (sound.replacing("BB1D", with: "bb1d"), "mac: 'bb1d"), (sound.replacing("BB1D", with: "BB1"), "mac: 'BB1"),
        (sound.replacing("\"message\": \"\",", with: ""), "message: is missing"),
        (sound.replacing("\"message\"", with: "\"note\": \"\", \"message\""), "nothing compares the field note"),
        (sound.replacing("2B7E", with: ""), "length of the key: expected 16, 24 or 32, found 14"),
    ])
    func `fails a damaged file or vector and says why`(_ text: String, _ problem: String) throws {
        let found = try #require(try Self.failure(Self.mac, text))

        #expect(found.hasPrefix(problem), "\(found)")
    }

    @Test
    func `fails a second vector of the same name`() throws {
        let vector = try #require(Self.sound.firstRange(of: "{\"id\""))
        let body = Self.sound[vector.lowerBound...].dropLast(2)
        let report = try Self.report([Self.mac: Self.sound.dropLast(2) + ", \(body)]}"])

        #expect(report.passedCount == 1 && report.failedCount == 1)
        #expect(report.files.first?.failures.first?.outcome == .failed("the id stands there twice"))
    }

    @Test
    func `skips what the cryptographic library of the installation lacks`() throws {
        let report = try Self.report([Self.mac: Self.sound], missing: ["CMAC"])

        #expect(report.skippedCount == 1 && report.passedCount == 0 && report.failedCount == 0)
        #expect(report.files.first?.skips.first?.outcome == .skipped("the cryptographic library lacks CMAC"))
    }

    @Test
    func `opens neither links nor pipes nor files beyond the limit`() throws {
        let report = try Self.report([:]) { folder in
            let cmac = folder.appending(path: "cryptography/cmac")
            try FileManager.default.createDirectory(at: cmac, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: cmac.appending(path: "a.json"), withDestinationURL: URL(filePath: "/etc/passwd"))
            #expect(mkfifo(cmac.appending(path: "b.json").path(), 0o600) == 0)
            #expect(
                truncate(Self.touch(cmac.appending(path: "c.json")), off_t(VectorRun.maximumFileByteCount + 1)) == 0)
        }

        #expect(
            report.files.flatMap(\.vectors).map(\.outcome) == [
                .failed("this is a link, a pipe or a device, and no file"),
                .failed("this is a link, a pipe or a device, and no file"),
                .failed("the file has more than 16777216 bytes"),
            ])
    }

    @Test
    func `finds nothing in an empty folder, and refuses what is none`() throws {
        let empty = try Self.report([:])
        #expect(empty.files.isEmpty && empty.passedCount == 0)

        let missing = FileManager.default.temporaryDirectory.appending(path: "emrtd-\(UUID().uuidString)")
        #expect(throws: ConformanceError.noSuchFolder(missing.path())) { try VectorRun(missing) }
        let file = Repository.testVectors.appending(path: "README.md")
        #expect(throws: ConformanceError.notAFolder(file.path())) { try VectorRun(file) }
    }

    @Test
    func `refuses more folders and more files than any collection has`() throws {
        let deep = String(repeating: "a/", count: 17) + "file.json"
        #expect(throws: ConformanceError.tooDeep(limit: 16)) { try Self.report([deep: Self.sound]) }
        let many = Dictionary(uniqueKeysWithValues: (0...10_000).map { ("\($0)", "") })
        #expect(throws: ConformanceError.tooManyFiles(limit: 10_000)) { try Self.report(many) }
    }

    private static func touch(_ url: URL) -> String {
        _ = FileManager.default.createFile(atPath: url.path(), contents: nil)
        return url.path()
    }
}

@Suite("Profiles of simulated documents in a run")
struct ProfileRunTests {
    static let profile = "profiles/utopia.json"

    /// The outcome of the specimen's profile with a text in it replaced; its files lie where they lie.
    private func outcome(replacing text: String, with other: String) throws -> ConformanceReport {
        let json = try String(contentsOf: Repository.testVectors.appending(path: Self.profile), encoding: .utf8)
        #expect(json.contains(text))
        return try VectorRunTests.report(
            [Self.profile: json.replacing(text, with: other)], base: Repository.testVectors.appending(path: "profiles"))
    }

    @Test
    func `are issued, read and verified`() throws {
        #expect(try outcome(replacing: "Utopia", with: "Utopia").passedCount == 1)
    }

    @Test(arguments: [
        ("\"format\": 1", "\"format\": 2"), ("ecdsa-sha384", "ecdsa-sha999"), ("specimen-aa.pkcs8", "specimen-aa.none"),
        ("\"notAfter\": \"20", "\"notAfter\": \"19"),
        ("{", "["),
    ])
    func `fail where they are damaged or what they issue does not verify`(_ text: String, _ other: String) throws {
        let report = try outcome(replacing: text, with: other)

        #expect(report.failedCount == 1 && report.passedCount == 0)
    }

    @Test
    func `are left out, and named, where their files are missing`() throws {
        let json = try String(contentsOf: Repository.testVectors.appending(path: Self.profile), encoding: .utf8)
        let report = try VectorRunTests.report([Self.profile: json])

        #expect(report.files.isEmpty)
        #expect(report.exclusions.map(\.place) == [Self.profile])
    }
}
