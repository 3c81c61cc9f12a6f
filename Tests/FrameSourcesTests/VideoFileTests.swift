import Foundation
import FrameSources
import Testing

@Suite("Video files, decoded by ffmpeg")
struct VideoFileTests {
    static let hasProgram = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// A folder that is removed with the value.
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "emrtd-video-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
    }

    static func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    static func video(_ path: String, frames: Int = 12, _ more: [String] = []) throws {
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25", "-frames:v", "\(frames)", "-pix_fmt", "yuv420p"] + more
                + [path])
    }

    static func frames(of path: String) throws -> [Frame] {
        let file = try VideoFile(path: path)
        var frames: [Frame] = []
        while let frame = try file.next() { frames.append(frame) }
        return frames
    }

    @Test(.enabled(if: hasProgram), arguments: ["a.mp4", "a.mkv", "a.avi", "a.ts"])
    func `gives every frame of a video, grey and in order`(name: String) throws {
        let folder = try Folder()
        try Self.video(folder.path(name))
        let frames = try Self.frames(of: folder.path(name))
        #expect(frames.count == 12)
        #expect(frames.map(\.sequence) == Array(0..<12))
        #expect(frames.allSatisfy { $0.width == 64 && $0.height == 48 && $0.format == .grey })
        #expect(frames.last?.time == .milliseconds(440))
    }

    @Test(.enabled(if: hasProgram))
    func `turns a video that was taken on its side`() throws {
        let folder = try Folder()
        try Self.video(folder.path("flat.mp4"))
        try Self.ffmpeg([
            "-i", folder.path("flat.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90", folder.path("turned.mp4"),
        ])
        let (flat, turned) = (
            try Self.frames(of: folder.path("flat.mp4")), try Self.frames(of: folder.path("turned.mp4"))
        )
        let (first, other) = (try #require(flat.first), try #require(turned.first))
        #expect(other.width == 48 && other.height == 64)
        // One of both quarter turns; lossless, since the stream is the same.
        var (right, left) = (true, true)
        for y in 0..<64 {
            for x in 0..<48 {
                let pixel = other.bytes[y * 48 + x]
                if pixel != first.bytes[(47 - x) * 64 + y] { right = false }
                if pixel != first.bytes[x * 64 + 63 - y] { left = false }
            }
        }
        #expect(right || left)
    }

    @Test(.enabled(if: hasProgram))
    func `keeps what came of a video that ends within a frame`() throws {
        let folder = try Folder()
        try Self.video(folder.path("a.mkv"), frames: 50, ["-g", "10"])
        let whole = try Data(contentsOf: URL(filePath: folder.path("a.mkv")))
        try whole.prefix(whole.count / 2).write(to: URL(filePath: folder.path("half.mkv")))
        let file = try VideoFile(path: folder.path("half.mkv"))
        var count = 0
        while try file.next() != nil { count += 1 }
        #expect(count > 5 && count < 50)
        #expect(file.endedEarly && file.lastWords == "File ended prematurely")
    }

    @Test(.enabled(if: hasProgram))
    func `refuses playlists and other files that name further ones`() throws {
        let folder = try Folder()
        try Self.video(folder.path("secret.mp4"))
        try "ffconcat version 1.0\nfile '\(folder.path("secret.mp4"))'\n".write(
            toFile: folder.path("list.mp4"), atomically: true, encoding: .utf8)
        try Self.ffmpeg([
            "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25", "-frames:v", "12", "-f", "hls", folder.path("list.m3u8"),
        ])
        for name in ["list.mp4", "list.m3u8"] {
            #expect(throws: FrameError.self) { try Self.frames(of: folder.path(name)) }
        }
    }

    @Test(.enabled(if: hasProgram))
    func `says in the program's words why a file is no video`() throws {
        let folder = try Folder()
        try Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }).write(
            to: URL(filePath: folder.path("noise.mp4")))
        do {
            _ = try Self.frames(of: folder.path("noise.mp4"))
            Issue.record("noise is no video")
        } catch let error as FrameError {
            guard case .refused("ffmpeg", let words) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(words.contains("Invalid data"))
            #expect(!words.contains("/proc/"))
        }
    }

    @Test func `names the package where the program is missing`() {
        #expect(throws: FrameError.programMissing(name: "ffmpeg", package: "ffmpeg")) {
            try VideoFile(path: "/dev/null", searchPath: "/nonexistent")
        }
        #expect(
            FrameError.programMissing(name: "ffmpeg", package: "ffmpeg").hint
                == "install the package ffmpeg: 'apt install ffmpeg'")
    }

    @Test(.enabled(if: hasProgram))
    func `tells a file that is missing from one that is no file`() throws {
        let folder = try Folder()
        #expect(throws: FrameError.cannotOpen(path: folder.path("none"), error: ENOENT)) {
            try VideoFile(path: folder.path("none"))
        }
        #expect(throws: FrameError.cannotOpen(path: folder.path(""), error: EISDIR)) {
            try VideoFile(path: folder.path(""))
        }
        #expect(throws: FrameError.cannotOpen(path: "/dev/null", error: EINVAL)) { try VideoFile(path: "/dev/null") }
    }

    @Test(.enabled(if: hasProgram))
    func `ends the program when it is let go of or nobody wants frames`() throws {
        let folder = try Folder()
        try Self.video(folder.path("long.mkv"), frames: 3000)
        let begin = ContinuousClock.now
        for _ in 0..<3 {
            let file = try VideoFile(path: folder.path("long.mkv"))
            #expect(try file.next() != nil)
        }
        let unwanted = try VideoFile(path: folder.path("long.mkv"), isCancelled: { true })
        #expect(throws: FrameError.cancelled) { try unwanted.next() }
        #expect(ContinuousClock.now - begin < .seconds(20))
    }
}
