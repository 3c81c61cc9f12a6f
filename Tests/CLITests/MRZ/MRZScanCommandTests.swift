import ByteCoding
import Foundation
import MRZ
import TestSupport
import Testing
import Vision

private let day = ["--reference-date", "2026-01-31"]
private let card = [
    "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
]
private let wrong = [CapturedSpecimen.lines[0], CapturedSpecimen.lines[1].replacing("C36", with: "C37")]

/// What the command makes of answers of the worker, which are prepared here.
@Suite("emrtd mrz scan, of prepared answers")
struct MRZScanCommandTests {
    private static func run(
        _ responses: [VisionResponse], _ arguments: [String] = [], files: [String] = ["picture.png"],
        in folder: TemporaryFolder = TemporaryFolder()
    ) throws -> (status: Int32, output: String, errors: String) {
        let stub = try StubVisionWorker(responses)
        var paths: [String] = []
        for file in files {
            let url = folder.url.appending(path: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // Samples are looked at by nobody here.
            if !FileManager.default.fileExists(atPath: url.path()) { try Data(CapturedSpecimen.png).write(to: url) }
            paths.append(url.path())
        }
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--jobs", "1"] + arguments + day + paths, environment: ["EMRTD_VISION": stub.path])
        let place = folder.url.path() + "/"
        return (
            outcome.status, outcome.output.replacingOccurrences(of: place, with: ""),
            outcome.errors.replacingOccurrences(of: place, with: "")
        )
    }

    static let cases: [(name: String, zones: [CaptureAnswer.Zone], status: Int32)] = {
        do {
            return [
                ("valid", [try CapturedSpecimen.zone()], 0),
                ("marked", [try CapturedSpecimen.zone(marked: [.init(line: 1, position: 7)])], 0),
                ("wrong-digit", [try CapturedSpecimen.zone(wrong)], 1),
                ("undetermined", [try CapturedSpecimen.zone(confidence: 0.31, isCertain: false, doubt: 15)], 2),
                (
                    "layout",
                    [try CapturedSpecimen.zone(confidence: 0.29, isCertain: false, doubts: LayoutDoubt.allCases)], 2
                ),
                ("together", [try CapturedSpecimen.zone(confidence: 0.9, isCertain: false)], 2),
                ("doubtful", [try CapturedSpecimen.zone(confidence: 0.62, doubt: 15)], 0),
                ("two-cards", [try CapturedSpecimen.zone(card), try CapturedSpecimen.zone(card)], 0),
                ("none", [], 3),
            ]
        } catch { return [] }
    }()

    @Test(arguments: cases.indices)
    func `shows people what was read`(_ index: Int) throws {
        let (name, zones, status) = Self.cases[index]
        let outcome = try Self.run([.captured(CapturedSpecimen.answer(zones))])
        #expect(outcome.status == status)
        #expect(outcome.errors == "")
        #expect(try Golden.difference(outcome.output, "cli/mrz/scan-\(name).txt") == nil)
    }

    @Test(arguments: cases.indices)
    func `gives programs a line of JSON for each zone`(_ index: Int) throws {
        let (name, zones, status) = Self.cases[index]
        let outcome = try Self.run([.captured(CapturedSpecimen.answer(zones))], ["--json"])
        #expect(outcome.status == status)
        #expect(try Golden.difference(outcome.output, "cli/mrz/scan-\(name).jsonl") == nil)
        let views = try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(views.count == max(zones.count, 1))
        #expect(views.allSatisfy { $0["zones"] as? Int == zones.count })
        #expect(views.map { $0["valid"] as? Bool } == (zones.isEmpty ? [nil] : zones.map { _ in status == 0 }))
    }

    @Test
    func `tells every character on request`() throws {
        let answer = CapturedSpecimen.answer([try CapturedSpecimen.zone(doubt: 15)])
        let outcome = try Self.run([.captured(answer)], ["--json", "--characters"])
        let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        let view = try #require(parsed as? [String: Any])
        let characters = try #require(view["characters"] as? [[String: Any]])
        #expect(characters.count == 88)
        let doubt = characters[44 + 14]
        #expect(doubt["position"] as? Int == 15)
        #expect(doubt["printed"] as? String == "O")
        #expect(doubt["character"] as? String == "4")
        #expect((doubt["alternatives"] as? [[String: Any]])?.map { $0["character"] as? String } == ["O", "Q"])
    }

    @Test(arguments: [[], ["--lines"], ["--json"]])
    func `calls standard input by its name for people, and by its dash for programs`(options: [String]) throws {
        let outcome = try BuiltProgram.run(["mrz", "scan", "-"] + options, input: "no picture")
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("emrtd: error: standard input: it is no picture"), "\(outcome.errors)")
        #expect(options != ["--json"] || outcome.output.contains("\"file\":\"-\""))
    }

    @Test
    func `prints the lines of certain zones alone`() throws {
        let answer = CapturedSpecimen.answer([
            try CapturedSpecimen.zone(), try CapturedSpecimen.zone(card, isCertain: false),
        ])
        let outcome = try Self.run([.captured(answer)], ["--lines"])
        #expect(outcome.output == CapturedSpecimen.lines.joined(separator: "\n") + "\n")
        #expect(outcome.errors == "emrtd: picture.png: a zone is undetermined, and its lines are left out\n")
        #expect(outcome.status == 2)
    }

    @Test(arguments: CaptureFailure.Cause.allCases)
    func `a picture that fails is an error, and the others go on`(_ cause: CaptureFailure.Cause) throws {
        let answers: [VisionResponse] = [
            .notCaptured(CaptureFailure(cause, "so\u{1B}[31m")),
            .captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()])),
        ]
        let outcome = try Self.run(answers, ["--json"], files: ["a.png", "b.png"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("\nhint: "))
        #expect(!outcome.errors.contains("\u{1B}"))
        let views = try outcome.output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(views.map { $0["result"] as? String } == ["failed", "valid"])
        #expect(views.map { $0["file"] as? String } == ["a.png", "b.png"])
        let error = try #require(views[0]["error"] as? [String: Any])
        #expect(error["code"] as? String == cause.rawValue)
        #expect((error["hint"] as? String)?.isEmpty == false)
    }

    @Test
    func `a worker that answers with something else is an error`() throws {
        let picture = VisionPicture(storedFormat: .png, width: 1, height: 1, channelCount: 1)
        let outcome = try Self.run([.picture(picture)])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("picture.png: emrtd-vision is of another version"))
    }

    @Test(arguments: ["0", "2-1", "1-", "-3", "a", "1,,2", "1001", "1-2-3", ""])
    func `refuses a list of pages that is none`(_ list: String) throws {
        #expect(try Self.run([], ["--pages=\(list)"]).status == 64)
    }

    @Test
    func `writes pictures for one user's eyes, and none over another`() throws {
        let folder = TemporaryFolder()
        let answer = CapturedSpecimen.answer(
            [try CapturedSpecimen.zone(crop: CapturedSpecimen.png)], annotation: ImageFormat.jpeg.signature + [1])
        let out = folder.url.appending(path: "out").path()
        let options = ["--json", "--annotate", out, "--crop", out]
        let first = try Self.run([.captured(answer)], options, in: folder)
        #expect(first.status == 0)
        for name in ["picture.marked.jpg", "picture.zone1.png"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(out)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(first.output.contains("out/\(name)"))
        }
        #expect(try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions] as? Int == 0o700)
        let second = try Self.run([.captured(answer)], options, in: folder)
        #expect(second.status == 3)
        #expect(second.errors.contains("'out/picture.marked.jpg' is there already"))
        #expect(second.output.contains("outputExists"))
        #expect(try Self.run([.captured(answer)], options + ["--force"], in: folder).status == 0)
    }

    @Test
    func `files of one name in two folders get pictures of two names`() throws {
        let folder = TemporaryFolder()
        let answer = CapturedSpecimen.answer([try CapturedSpecimen.zone(crop: CapturedSpecimen.png)])
        let out = folder.url.appending(path: "out").path()
        _ = try Self.run(
            [.captured(answer), .captured(answer)], ["--crop", out], files: ["a/x.png", "b/x.png"], in: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["x-2.zone1.png", "x.zone1.png"])
    }

    @Test
    func `never writes over a picture that is read, nor into a folder that is`() throws {
        let folder = TemporaryFolder()
        let answer = CapturedSpecimen.answer([], annotation: ImageFormat.jpeg.signature + [1])
        let outcome = try Self.run(
            [.captured(answer), .captured(answer)], ["--force", "--annotate", folder.url.path()],
            files: ["x.png", "x.marked.jpg"], in: folder)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("'x.marked.jpg' is one of the pictures that are read"))
        let kept = try Data(contentsOf: folder.url.appending(path: "x.marked.jpg"))
        #expect([UInt8](kept) == CapturedSpecimen.png)
        let stub = try StubVisionWorker([])
        let inside = try BuiltProgram.run(
            ["mrz", "scan", folder.url.path(), "--crop", folder.url.path() + "/crops"],
            environment: ["EMRTD_VISION": stub.path])
        #expect(inside.status == 3)
        #expect(inside.errors.contains("whose pictures are read"))
    }

    @Test(arguments: [["--json", "--lines"], ["--characters"], ["-"], ["--jobs", "0"]])
    func `refuses options that do not fit each other`(_ arguments: [String]) throws {
        let outcome = try BuiltProgram.run(["mrz", "scan", "-"] + arguments)
        #expect(outcome.status == 64)
    }

    @Test
    func `a name cannot steer the terminal`() throws {
        for arguments in [[], ["--json"], ["--lines"]] {
            let outcome = try Self.run(
                [.captured(CapturedSpecimen.answer([]))], arguments, files: ["a\u{1B}[31m.png"])
            #expect(!(outcome.output + outcome.errors).contains("\u{1B}"))
            #expect(outcome.status == 3)
        }
    }

    @Test
    func `results come in the order of the inputs, whatever finishes first`() throws {
        // Each job has a stub of its own: the order is that of the names alone.
        let answers = Array(
            repeating: VisionResponse.captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()])), count: 40)
        let stub = try StubVisionWorker(answers)
        let folder = TemporaryFolder()
        let names = (0..<40).map { "p\($0).png" }
        for name in names { try Data(CapturedSpecimen.png).write(to: folder.url.appending(path: name)) }
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", "--jobs", "7"] + names.map { "\(folder.url.path())/\($0)" },
            environment: ["EMRTD_VISION": stub.path])
        let files = outcome.output.split(separator: "\n").compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["file"] as? String
        }
        #expect(files == names.map { "\(folder.url.path())/\($0)" })
        #expect(outcome.status == 0)
    }
}
