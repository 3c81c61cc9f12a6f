import Foundation
import TestSupport
import Testing

@Suite("emrtd mrz scan: videos, streams, cameras")
struct VideoScanTests {
    static let hasProgram = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
    static let specimen = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    struct Line: Decodable {
        let file: String
        let result: String?
        let lines: [String]?
        let frame: Int?
        let frames: Int?
        let firstFrame: Int?
        let seconds: Double?
        let complete: Bool?
        let breaksOff: Bool?
        let status: String?
        let hint: String?
        let error: Fault?

        struct Fault: Decodable {
            let code: String
            let hint: String?
        }
    }

    static func lines(_ output: String) throws -> [Line] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// A video: each picture stands for so many frames at 10 frames a second.
    static func video(_ name: String, in folder: URL, _ pictures: [String], frames: Int = 10, _ more: [String] = [])
        throws -> String
    {
        let path = folder.appending(path: name).path(percentEncoded: false)
        var arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"]
        for picture in pictures {
            let file = Repository.root.appending(path: "TestVectors/capture/\(picture)").path(percentEncoded: false)
            arguments += ["-loop", "1", "-framerate", "10", "-t", "\(Double(frames) / 10)", "-i", file]
        }
        let size = "scale=1280:720:force_original_aspect_ratio=decrease,pad=1280:720:-1:-1:gray,setsar=1"
        let parts = pictures.indices.map { "[\($0):v]\(size)[v\($0)]" }.joined(separator: ";")
        let joined = pictures.indices.map { "[v\($0)]" }.joined() + "concat=n=\(pictures.count)[v]"
        arguments += ["-filter_complex", "\(parts);\(joined)", "-map", "[v]", "-pix_fmt", "yuv420p"] + more + [path]
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return path
    }

    /// A folder for a test, removed after it.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-scan-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(.enabled(if: hasProgram))
    func `reads each document of a video once, with the frame and its time`() throws {
        try Self.withFolder { folder in
            let path = try Self.video(
                "two.mp4", in: folder, ["specimen-td3.png", "no-zone.png", "specimen-two-cards.png"])
            let run = try BuiltProgram.run(["mrz", "scan", "--json", path])
            let lines = try Self.lines(run.output)
            #expect(lines.count == 2)
            #expect(lines.first?.lines == Self.specimen)
            #expect(lines.first?.complete == true && lines.first?.firstFrame == 1 && lines.first?.frame == 2)
            #expect(lines.first?.frames == 2 && lines.first?.seconds == 0.1)
            #expect(lines.last?.firstFrame == 21)
            #expect(run.status == 0)
        }
    }

    @Test(
        .enabled(if: hasProgram),
        arguments: [("a.y4m", []), ("a.mjpeg", ["-f", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"])])
    func `reads a stream of frames, from a file as through a pipe`(name: String, format: [String]) throws {
        try Self.withFolder { folder in
            let path = try Self.video(name, in: folder, ["specimen-td3.png"], format)
            let run = try BuiltProgram.run(["mrz", "scan", "--stream", "--lines", path])
            #expect(run.output == Self.specimen.joined(separator: "\n") + "\n")
            #expect(run.status == 0)
            let pipe = try BuiltProgram.run(["mrz", "scan", "--stream", "--lines", "/dev/stdin"])
            #expect(pipe.status == 3 && pipe.output.isEmpty)
        }
    }

    @Test(.enabled(if: hasProgram))
    func `tells of each frame what is missing`() throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.mp4", in: folder, ["no-zone.png", "specimen-td3.png"], frames: 3)
            let run = try BuiltProgram.run(["mrz", "scan", "--json", "--status", path])
            let frames = try Self.lines(run.output).filter { $0.status != nil }
            #expect(frames.map(\.frame) == [1, 2, 3, 4, 5, 6])
            #expect(frames.map(\.hint) == ["noZone", "noZone", "noZone", "holdStill", nil, nil])
            #expect(frames.last?.status == "documentScanned")
        }
    }

    @Test(.enabled(if: hasProgram))
    func `ends after so many frames, and says that no document was there`() throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.mp4", in: folder, ["no-zone.png"])
            let run = try BuiltProgram.run(["mrz", "scan", "--json", "--frames", "4", path])
            let line = try #require(try Self.lines(run.output).first)
            #expect(line.result == "none" && line.frames == 4)
            #expect(run.status == 3)
        }
    }

    /// A video of which the rest is missing: a part of its bytes.
    static func cut(_ path: String, to share: Double) throws {
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(Int(Double(whole.count) * share)).write(to: URL(filePath: path))
    }

    @Test(
        .enabled(if: hasProgram),
        arguments: [
            ("a.mkv", [], "or is damaged there (File ended prematurely)"),
            ("a.mp4", ["-movflags", "+faststart"], "is damaged"), ("a.y4m", [], "within the next"),
        ])
    func `tells that a video breaks off, and keeps what was read`(name: String, format: [String], words: String) throws
    {
        try Self.withFolder { folder in
            let path = try Self.video(name, in: folder, ["specimen-td3.png"], frames: 20, ["-g", "1"] + format)
            try Self.cut(path, to: 0.68)
            let run = try BuiltProgram.run(["mrz", "scan", "--json", path])
            let lines = try Self.lines(run.output)
            #expect(lines.count == 2 && lines.first?.lines == Self.specimen)
            #expect(lines.first?.breaksOff == nil && lines.last?.breaksOff == true)
            #expect(lines.last?.result == "undetermined")
            let count = try #require(lines.last?.frames)
            #expect(count > 2 && count < 20)
            #expect(run.status == 2)
            let text = try BuiltProgram.run(["mrz", "scan", path])
            #expect(text.output.contains(Self.specimen[1]) && text.status == 2)
            #expect(text.errors.contains("the video breaks off after \(count) whole frames"), "\(text.errors)")
            #expect(text.errors.contains(words) && text.errors.contains("hint: copy or record it again"))
        }
    }

    @Test(.enabled(if: hasProgram))
    func `fails where a video breaks off before a document`() throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.y4m", in: folder, ["no-zone.png"])
            try Self.cut(path, to: 0.5)
            let run = try BuiltProgram.run(["mrz", "scan", "--json", path])
            let line = try #require(try Self.lines(run.output).first)
            #expect(line.result == "failed" && line.error?.code == "damaged" && run.status == 3)
            #expect(run.errors.contains("and what came before shows no machine readable zone"), "\(run.errors)")
        }
    }

    @Test(.enabled(if: hasProgram), arguments: ["a.mp4", "a.mkv"])
    func `says that a video breaks off before all frames`(name: String) throws {
        try Self.withFolder { folder in
            let path = try Self.video(name, in: folder, ["specimen-td3.png"])
            try Self.cut(path, to: 0.5)
            let run = try BuiltProgram.run(["mrz", "scan", "--json", path])
            #expect(try Self.lines(run.output).first?.error?.code == "damaged")
            #expect(
                run.errors.contains("the video breaks off so early that no frame of it can be found"), "\(run.errors)")
        }
    }

    /// What somebody before a camera sees: one line that is renewed; the stream stands for the camera.
    @Test(
        .enabled(if: hasProgram),
        arguments: [["mrz", "scan", "--stream"], ["inspect", "--simulated", "specimen", "--stream", "--image"]])
    func `says on a terminal what is missing, in one line that is renewed`(command: [String]) throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.y4m", in: folder, ["no-zone.png", "specimen-td3.png"], frames: 10)
            let terminal = try PseudoTerminal(command + [path], environment: ["TERM": "xterm"])
            #expect(terminal.end(within: 60) != nil)
            let line = try #require(terminal.text.firstRange(of: "\r\u{1B}[K"))
            #expect(terminal.text[line.upperBound...].contains("show the lines at the foot of the page"))
            // The line is taken away before a result comes.
            #expect(terminal.text.contains("\r\u{1B}[K\r"))
        }
    }

    @Test(.enabled(if: hasProgram))
    func `says nothing of it where nobody watches`() throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.y4m", in: folder, ["no-zone.png", "specimen-td3.png"], frames: 4)
            #expect(try BuiltProgram.run(["mrz", "scan", "--stream", path]).errors.isEmpty)
        }
    }

    @Test(.enabled(if: hasProgram))
    func `names the package where ffmpeg is missing`() throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.mp4", in: folder, ["no-zone.png"], frames: 2)
            let run = try BuiltProgram.run(["mrz", "scan", path], environment: ["PATH": "/nonexistent"])
            #expect(run.status == 3)
            #expect(run.errors.contains("ffmpeg is not installed") && run.errors.contains("install the package ffmpeg"))
        }
    }

    @Test func `tells what is no camera`() throws {
        let run = try BuiltProgram.run(["mrz", "scan", "--camera", "--json", "/dev/null"])
        #expect(run.status == 3)
        #expect(run.errors.contains("error: /dev/null is not a camera"))
        #expect(try Self.lines(run.output).first?.error?.code == "notACamera")
    }

    @Test func `names a camera that is missing once, and where those are listed`() throws {
        let run = try BuiltProgram.run(["mrz", "scan", "--camera", "/dev/video4711"])
        #expect(run.status == 3)
        #expect(run.errors.components(separatedBy: "/dev/video4711").count == 2)
        #expect(run.errors.contains("emrtd mrz scan --camera list"))
    }

    @Test(.enabled(if: hasProgram), arguments: ["--annotate", "--crop"])
    func `writes no pictures of videos, and says so`(option: String) throws {
        try Self.withFolder { folder in
            let path = try Self.video("a.y4m", in: folder, ["specimen-td3.png"], frames: 4)
            let out = folder.appending(path: "out").path()
            let alone = try BuiltProgram.run(["mrz", "scan", option, out, path])
            #expect(alone.status == 64)
            #expect(alone.errors.contains("--annotate and --crop are for pictures, and here only frames are read"))
            #expect(!FileManager.default.fileExists(atPath: out))
            let picture = "TestVectors/capture/specimen-td3.png"
            let both = try BuiltProgram.run(["mrz", "scan", option, out, path, picture])
            #expect(both.status == 0)
            #expect(both.errors.contains("of videos no picture is written"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: out).count == 1)
        }
    }

    @Test(.enabled(if: hasProgram))
    func `of a folder leaves videos out, and says how to read one`() throws {
        try Self.withFolder { folder in
            _ = try Self.video("a.y4m", in: folder, ["specimen-td3.png"], frames: 2)
            let run = try BuiltProgram.run(["mrz", "scan", folder.path()])
            #expect(run.status == 3)
            #expect(run.errors.contains("a.y4m: it is a video, and of a folder only pictures are read"))
            #expect(run.errors.contains("name the video itself"))
        }
    }

    @Test func `lists cameras, or says that there is none`() throws {
        let run = try BuiltProgram.run(["mrz", "scan", "--camera", "list", "--json"])
        #expect(run.output.contains("\"cameras\""))
        let hasCamera = FileManager.default.fileExists(atPath: "/dev/video0")
        #expect(hasCamera || run.status == 3)
    }

    @Test(arguments: [
        ["--camera", "--stream", "-"], ["--live", "a.mp4"], ["--status", "a.mp4"], [], ["--camera", "a", "b"],
        ["--frames", "0", "a.mp4"],
    ])
    func `refuses options that do not go together`(arguments: [String]) throws {
        #expect(try BuiltProgram.run(["mrz", "scan"] + arguments).status == 64)
    }
}
