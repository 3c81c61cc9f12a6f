import BiometricImages
import ByteCoding
import Foundation
import MRZ
import TestSupport
import Testing
import Vision

/// What is said of pictures that break off, of folders without one and of pages that a file lacks.
@Suite("emrtd mrz scan, of what is not all there")
struct MRZScanDamageTests {
    private let folder = TemporaryFolder()
    private static let pages = Repository.testVectors.appending(path: "biometric-images/files/pages.tif")

    private func file(_ name: String, _ bytes: [UInt8] = CapturedSpecimen.png) throws -> String {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path()
    }

    private static func run(_ answers: [CaptureAnswer], _ arguments: [String]) throws -> BuiltProgram.Outcome {
        let stub = try StubVisionWorker(answers.map(VisionResponse.captured))
        return try BuiltProgram.run(
            ["mrz", "scan", "--jobs", "1"] + arguments, environment: ["EMRTD_VISION": stub.path])
    }

    private static func views(_ outcome: BuiltProgram.Outcome) throws -> [[String: Any]] {
        try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private static func code(_ view: [String: Any]?) -> String? {
        (view?["error"] as? [String: Any])?["code"] as? String
    }

    // MARK: Damage

    @Test
    func `a picture that breaks off and shows no zone is an error`() throws {
        let answer = CapturedSpecimen.answer([], remarks: ["the data end"], breaksOff: true)
        let path = try file("a.png")
        let text = try Self.run([answer], [path])
        #expect(text.status == 3)
        #expect(text.output == "")
        #expect(text.errors.contains("the picture breaks off, and what came before shows no machine readable zone"))
        #expect(text.errors.contains("(the data end)\nhint: copy the file again"))
        let json = try Self.run([answer], ["--json", path])
        #expect(json.status == 3)
        #expect(try Self.views(json).map(Self.code) == ["damaged"])
    }

    @Test
    func `a picture that breaks off behind a zone keeps its result and says so`() throws {
        let answer = CapturedSpecimen.answer(
            [try CapturedSpecimen.zone()], remarks: ["the data end"], breaksOff: true)
        let path = try file("a.png")
        let words = "the picture breaks off; what came before was read (the data end)"
        let text = try Self.run([answer], [path])
        #expect(text.status == 0)
        #expect(text.output.contains(words))
        let lines = try Self.run([answer], ["--lines", path])
        #expect(lines.output == CapturedSpecimen.lines.joined(separator: "\n") + "\n")
        #expect(lines.errors.contains(words))
        let view = try Self.views(Self.run([answer], ["--json", path])).first
        #expect(view?["result"] as? String == "valid")
        #expect(view?["breaksOff"] as? Bool == true)
        #expect(view?["remarks"] as? [String] == ["the data end"])
    }

    @Test
    func `a remark alone is no damage`() throws {
        let answer = CapturedSpecimen.answer([], remarks: ["known incorrect profile"])
        let path = try file("a.png")
        let outcome = try Self.run([answer], [path])
        #expect(outcome.errors == "")
        #expect(!outcome.output.contains("profile"))
        let view = try Self.views(Self.run([answer], ["--json", path])).first
        #expect(view?["result"] as? String == "none")
        #expect(view?["remarks"] as? [String] == ["known incorrect profile"])
        #expect(view?["breaksOff"] == nil)
    }

    @Test(arguments: [("specimen-td3.png", 0.7), ("german-passport.jpg", 0.5)])
    func `cut files of pictures are told`(_ name: String, _ share: Double) throws {
        let whole = try [UInt8](Data(contentsOf: Repository.testVectors.appending(path: "capture/\(name)")))
        let path = try file(name, Array(whole.prefix(Int(Double(whole.count) * share))))
        let outcome = try BuiltProgram.run(["mrz", "scan", "--json", path])
        #expect(outcome.status == 3)
        #expect(try Self.views(outcome).map(Self.code) == ["damaged"])
    }

    // MARK: Nothing to read

    @Test(arguments: [false, true])
    func `a folder without pictures is an error in words`(_ hasOther: Bool) throws {
        if hasOther { _ = try file("notes.txt", Array("hello".utf8)) }
        let text = try Self.run([], [folder.url.path()])
        #expect(text.status == 3)
        #expect(text.errors.contains("there is no picture in this folder\nhint: "))
        let json = try Self.run([], ["--json", folder.url.path()])
        #expect(json.status == 3)
        #expect(try Self.views(json).map(Self.code) == ["noPicture"])
    }

    @Test(arguments: ["9", "5-7", "300"])
    func `a page that the file lacks is an error in words`(_ list: String) throws {
        let outcome = try Self.run([], ["--json", "--pages", list, Self.pages.path()])
        #expect(outcome.status == 3)
        let page = list.prefix { $0 != "-" }
        #expect(outcome.errors.contains("the file has no page \(page): it has 3\nhint: "))
        #expect(try Self.views(outcome).map(Self.code) == ["noSuchPage"])
    }

    @Test
    func `of a list each part must meet a page of a named file, and one in a folder`() throws {
        let answer = CapturedSpecimen.answer([try CapturedSpecimen.zone()])
        let named = try Self.run([answer, answer], ["--json", "--pages", "2-9,9", Self.pages.path()])
        #expect(named.status == 3)
        #expect(try Self.views(named).map { $0["page"] as? Int } == [2, 3, 9])
        _ = try file("a.png")
        let found = try Self.run([answer], ["--json", "--pages", "1,2", folder.url.path()])
        #expect(found.status == 0)
        #expect(try Self.views(found).count == 1)
    }

    // MARK: Words

    @Test
    func `lines of a file with pages name the page in messages`() throws {
        let sure = try CapturedSpecimen.zone()
        let answers = [
            CapturedSpecimen.answer([]), CapturedSpecimen.answer([sure]),
            CapturedSpecimen.answer([try CapturedSpecimen.zone(isCertain: false)]),
        ]
        let outcome = try Self.run(answers, ["--lines", Self.pages.path()])
        #expect(outcome.errors.contains("pages.tif, page 1: no machine readable zone\n"))
        #expect(outcome.errors.contains("pages.tif, page 3: a zone is undetermined"))
        // A page without a zone does not count, since another has one.
        #expect(outcome.status == 2)
    }

    static let visa = [
        "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<",
    ]

    @Test
    func `only a sure key is left to the chip, and none of a visa`() throws {
        func says(_ zone: CaptureAnswer.Zone) throws -> Bool {
            try Self.run([CapturedSpecimen.answer([zone])], [file("a.png")]).output.contains("the chip will tell")
        }
        #expect(try says(CapturedSpecimen.zone(confidence: 0.31, isCertain: false)))
        #expect(try !says(CapturedSpecimen.zone(confidence: 0.31, isCertain: false, doubt: 15, chance: 0.4)))
        #expect(try !says(CapturedSpecimen.zone(Self.visa, confidence: 0.31, isCertain: false)))
    }
}
