import ByteCoding
import Foundation
import TestSupport
import Testing
import Vision

/// What is named: pipes, names that are not UTF-8, workers that end, files that hold nothing to read.
@Suite("emrtd mrz scan, of unusual inputs")
struct ScanInputTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    @discardableResult
    private func file(_ name: String, _ bytes: [UInt8] = CapturedSpecimen.png) throws -> String {
        try Data(bytes).write(to: folder.url.appending(path: name))
        return path(name)
    }

    private static func answer() throws -> VisionResponse {
        .captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()]))
    }

    private static func views(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func `a name that looks like an option is one of a file for other programs, too`() throws {
        let pdf = try Data(contentsOf: Repository.testVectors.appending(path: "fuzz/picture-pdf/rectangle.pdf"))
        try file("-v.pdf", [UInt8](pdf))
        let scan = try ScanProcess(["--json", "--", "-v.pdf"], script: "cd '\(folder.url.path())' && exec \"$@\"")
        #expect(scan.status() == 3)
        #expect(try Self.views(scan.output).map { $0["result"] as? String } == ["none"])
    }

    @Test func `reads a pipe that is named, and refuses one in a folder`() throws {
        let stub = try StubVisionWorker([Self.answer()])
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        try file("a.png")
        let scan = try ScanProcess(
            ["--lines", path("pipe")], environment: ["EMRTD_VISION": stub.path],
            script: "cat '\(path("a.png"))' > '\(path("pipe"))' & exec \"$@\"")
        #expect(scan.status() == 0)
        #expect(scan.output == CapturedSpecimen.lines.joined(separator: "\n") + "\n")
        try FileManager.default.removeItem(atPath: path("a.png"))
        let refused = try BuiltProgram.run(["mrz", "scan", folder.url.path()])
        #expect(refused.status == 3)
        #expect(refused.errors.contains("it is a named pipe, not a file\nhint: "))
    }

    // MARK: Names

    @Test func `reads files whose names are not UTF-8, and shows each name by itself`() throws {
        let name = FileName.text([0x62, 0xE4, 0x64, 0x2E, 0x70, 0x6E, 0x67])
        let descriptor = open(FileName.cString(path("") + name), O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(CapturedSpecimen.png))
        let stub = try StubVisionWorker(try (0..<4).map { _ in try Self.answer() })
        let out = TemporaryFolder()
        let scan = try ScanProcess(
            ["--json", "--jobs", "1", "--annotate", out.url.path()], environment: ["EMRTD_VISION": stub.path],
            script: "cd '\(folder.url.path())' && exec \"$@\" \"$(printf 'b\\344d.png')\" .")
        #expect(scan.status() == 0)
        let views = try Self.views(scan.output)
        #expect(views.map { $0["file"] as? String } == ["$'b\\xE4d.png'", "$'./b\\xE4d.png'"])
        #expect(views.map { $0["fileBytes"] as? String } == ["62E4642E706E67", "2E2F62E4642E706E67"])
        try FileManager.default.removeItem(at: folder.url)
        let missing = try ScanProcess([], script: "exec \"$@\" \"$(printf 'b\\344d.png')\"")
        #expect(missing.status() == 3)
        #expect(missing.errors.hasPrefix("emrtd: error: $'b\\xE4d.png': there is no such file or folder\nhint: "))
    }

    @Test func `names marked pictures of such files in UTF-8`() throws {
        let jpeg = ImageFormat.jpeg.signature + [1]
        let stub = try StubVisionWorker([
            .captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()], annotation: jpeg))
        ])
        let scan = try ScanProcess(
            ["--json", "--annotate", path("out")], environment: ["EMRTD_VISION": stub.path],
            script: "cd '\(folder.url.path())' && printf '\\211PNG\\r\\n\\032\\n' > \"$(printf 'b\\344d.png')\""
                + " && exec \"$@\" \"$(printf 'b\\344d.png')\"")
        #expect(scan.status() == 0)
        #expect(try Self.views(scan.output).first?["annotated"] as? String == path("out") + "/b%E4d.marked.jpg")
    }

    // MARK: Workers that end

    /// A worker that ends so often before one that answers.
    private func worker(ends count: Int, by signal: String) throws -> String {
        let message = try Self.answer().message
        try file("answers", message.count.octets(4) + message)
        try ProgramFile.write(
            "echo x >> '\(path("starts"))'; [ $(wc -l < '\(path("starts"))') -gt \(count) ] || kill -\(signal) $$; "
                + "cat '\(path("answers"))'; exec cat > /dev/null", to: path("worker"))
        return path("worker")
    }

    @Test func `tries a picture once more where the worker was killed`() throws {
        let environment = ["EMRTD_VISION": try worker(ends: 1, by: "KILL")]
        let outcome = try BuiltProgram.run(["mrz", "scan", "--lines", file("a.png")], environment: environment)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
    }

    @Test(arguments: [
        ("KILL", "signal 9 (SIGKILL)", "the kernel does where memory runs out"),
        ("SEGV", "signal 11 (SIGSEGV)", "more than the 1024 MiB of memory"),
    ])
    func `says what is known of a worker that ends twice, and goes on`(
        _ signal: String, _ words: String, _ hint: String
    ) throws {
        let environment = ["EMRTD_VISION": try worker(ends: 2, by: signal)]
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", "--jobs", "1", file("a.png"), file("b.png")], environment: environment)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("a.png: emrtd-vision was ended by \(words), and a new one likewise\nhint: "))
        #expect(outcome.errors.contains(hint))
        #expect(try Self.views(outcome.output).map { $0["result"] as? String } == ["failed", "valid"])
    }

    // MARK: Nothing to read

    @Test(arguments: [
        ("a.jpg", [0xFF, 0xD8, 0xFF], "the picture has no pixels"),
        ("a.y4m", Array("YUV4MPEG2 W99999999999999999999 H8 F1:1\nFRAME\n".utf8), "the frames are "),
        ("b.y4m", Array("YUV4MPEG2 W66000 H1 F1:1\nFRAME\n".utf8), "the frames are 66000 × 1 pixels; the limit"),
        ("c.y4m", Array("YUV4MPEG2 H1 F1:1\nFRAME\n".utf8), "the size of the frames is missing"),
    ])
    func `says in words what a damaged head lacks`(_ name: String, _ bytes: [UInt8], _ words: String) throws {
        let outcome = try BuiltProgram.run(["mrz", "scan", file(name, bytes)])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("\(name): \(words)") || outcome.errors.contains(words))
        #expect(outcome.errors.contains("\nhint: "))
    }

    @Test(.enabled(if: VideoScanTests.hasProgram))
    func `tells a video with sound alone`() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine", "-t", "0.2", path("a.mkv"),
        ]
        try process.run()
        process.waitUntilExit()
        let outcome = try BuiltProgram.run(["mrz", "scan", "--json", path("a.mkv")])
        #expect(outcome.errors.contains("it holds no moving pictures\nhint: "))
        #expect(outcome.output.contains("\"code\":\"noVideo\""))
    }

    // MARK: Folders for pictures

    @Test func `refuses a file in the place of a folder, in words`() throws {
        let picture = try file("a.png")
        for option in ["--annotate", "--crop"] {
            let outcome = try BuiltProgram.run(["mrz", "scan", "--json", option, picture, picture])
            #expect(outcome.status == 3)
            #expect(outcome.errors.contains("'\(picture)' is a file, and a folder is wanted\nhint: name a folder"))
            #expect(outcome.output.contains("a folder is wanted"))
        }
        let below = try BuiltProgram.run(["mrz", "scan", "--annotate", picture + "/x", picture])
        #expect(below.errors.contains("cannot be made: Not a directory\nhint: "))
    }

    @Test func `tells programs why a marked picture was not written`() throws {
        let jpeg = ImageFormat.jpeg.signature + [1]
        try file("a.marked.jpg")
        let stub = try StubVisionWorker([
            .captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()], annotation: jpeg))
        ])
        let inputs = TemporaryFolder()
        try Data(CapturedSpecimen.png).write(to: inputs.url.appending(path: "a.png"))
        let outcome = try BuiltProgram.run(
            ["mrz", "scan", "--json", "--annotate", folder.url.path(), inputs.url.path() + "/a.png"],
            environment: ["EMRTD_VISION": stub.path])
        #expect(outcome.status == 3)
        let errors = try #require(Self.views(outcome.output).first?["outputErrors"] as? [[String: Any]])
        #expect(errors.map { $0["code"] as? String } == ["outputExists"])
        #expect((errors.first?["hint"] as? String)?.isEmpty == false)
    }
}
