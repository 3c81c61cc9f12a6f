import BiometricImages
import ByteCoding
import Foundation
import TestSupport
import Testing
import Vision

/// With the real worker of this build.
@Suite("The worker process and its client")
struct VisionWorkerTests {
    static let executable = BuiltProgram.executable.deletingLastPathComponent().appending(path: "emrtd-vision").path

    static func picture() throws -> PixelImage {
        let pixels = (0..<64 * 48 * 3).map { UInt8(truncatingIfNeeded: $0 / 36) }
        return try #require(PixelImage(width: 64, height: 48, channelCount: 3, pixels: pixels))
    }

    @Test
    func `converts JPEG 2000 to PNG, JPEG and pixels`() throws {
        var worker = VisionWorker(executable: Self.executable)
        let image = try Self.picture()
        for format in [ImageEncoder.JPEG2000Format.jp2, .codestream] {
            let stored = try ImageEncoder.jpeg2000(image, as: format)
            let header = try worker.request(.describe, stored)
            #expect(header.width == 64)
            #expect(header.height == 48)
            #expect(header.data.isEmpty)
            let png = try worker.request(.png, stored)
            #expect(png.storedFormat == (format == .jp2 ? .jp2 : .jpeg2000Codestream))
            #expect(try ImageDecoder.decode(png.data).image == image)
            #expect(ImageFormat.detect(try worker.request(.jpeg, stored).data) == .jpeg)
            #expect(try worker.request(.pixels, stored).data == image.pixels)
        }
    }

    @Test(arguments: [1, 3])
    func `makes a PNG of samples, and none where the size does not fit them`(channelCount: Int) throws {
        var worker = VisionWorker(executable: Self.executable)
        let bytes = (0..<6 * channelCount).map { UInt8($0 * 9) }
        let picture = try worker.png(
            of: PictureSamples(width: 3, height: 2, channelCount: channelCount, bytes: bytes))
        #expect(
            try ImageDecoder.decode(picture.data).image
                == PixelImage(width: 3, height: 2, channelCount: channelCount, pixels: bytes))
        for (width, height) in [(0, 2), (3, 3), (70_000, 2)] {
            #expect(throws: VisionError.brokenAnswer) {
                try worker.png(
                    of: PictureSamples(width: width, height: height, channelCount: channelCount, bytes: bytes))
            }
        }
    }

    @Test
    func `a refused picture is an error and the worker goes on`() throws {
        var worker = VisionWorker(executable: Self.executable)
        #expect(throws: VisionError.refused("the picture is of no known format")) {
            try worker.request(.png, Array("hello".utf8))
        }
        let id = worker.processID
        #expect(try worker.request(.describe, ImageEncoder.png(Self.picture())).width == 64)
        let later = worker.processID
        #expect(later == id)
    }

    #if DEBUG
        @Test
        func `a picture that aborts the worker is an error, and the next one is decoded`() throws {
            var worker = VisionWorker(executable: Self.executable)
            let stored = try ImageEncoder.png(Self.picture())
            _ = try worker.request(.describe, stored)
            let first = worker.processID
            #expect(throws: VisionError.crashed(signal: SIGABRT, attempts: 2)) { try worker.request(.abort, stored) }
            let none = worker.processID
            #expect(none == nil)
            #expect(try worker.request(.png, stored).width == 64)
            let second = worker.processID
            #expect(second != first)
        }

        @Test
        func `a picture that takes too long is an error, and the next one is decoded`() throws {
            var worker = VisionWorker(executable: Self.executable, timeout: .seconds(2))
            #expect(throws: VisionError.timedOut) { try worker.request(.hang, []) }
            #expect(try worker.request(.describe, ImageEncoder.png(Self.picture())).width == 64)
        }
    #endif

    @Test
    func `a worker that is killed is started again`() throws {
        var worker = VisionWorker(executable: Self.executable)
        let stored = try ImageEncoder.png(Self.picture())
        _ = try worker.request(.describe, stored)
        let id = worker.processID
        kill(try #require(id), SIGKILL)
        #expect(try worker.request(.describe, stored).width == 64)
    }

    @Test
    func `a worker that leaves by itself is told from one that is killed`() {
        var worker = VisionWorker(executable: "/bin/true")
        #expect(throws: VisionError.crashed(signal: nil, attempts: 2)) { try worker.request(.describe, []) }
    }

    /// A worker that only notes its starts and ends by a signal.
    private static func ending(by signal: String, in folder: TemporaryFolder) throws -> String {
        let (path, starts) = (folder.url.appending(path: "worker").path(), folder.url.appending(path: "starts").path())
        try ProgramFile.write("echo x >> '\(starts)'; kill -\(signal) $$", to: path)
        return path
    }

    @Test(arguments: [("KILL", SIGKILL, 2), ("SEGV", SIGSEGV, 2), ("XCPU", SIGXCPU, 1)])
    func `a picture is tried by a second worker, but not where it used up its time`(
        _ name: String, _ signal: Int32, _ attempts: Int
    ) throws {
        let folder = TemporaryFolder()
        var worker = VisionWorker(executable: try Self.ending(by: name, in: folder))
        #expect(throws: VisionError.crashed(signal: signal, attempts: attempts)) { try worker.request(.describe, []) }
        let starts = try Data(contentsOf: folder.url.appending(path: "starts"))
        #expect(starts.count == 2 * attempts)
    }

    @Test
    func `a frame is not tried again, since the session is gone`() throws {
        let folder = TemporaryFolder()
        var worker = VisionWorker(executable: try Self.ending(by: "KILL", in: folder))
        #expect(throws: VisionError.crashed(signal: SIGKILL, attempts: 1)) { try worker.frame(.finish, []) }
        #expect(try Data(contentsOf: folder.url.appending(path: "starts")).count == 2)
    }

    @Test
    func `a request that is no longer wanted ends its worker at once`() throws {
        let folder = TemporaryFolder()
        let path = folder.url.appending(path: "worker").path()
        try ProgramFile.write("exec sleep 600", to: path)
        let begin = ContinuousClock.now
        var worker = VisionWorker(executable: path, isCancelled: { ContinuousClock.now - begin > .milliseconds(200) })
        #expect(throws: VisionError.cancelled) { try worker.request(.describe, []) }
        #expect(ContinuousClock.now - begin < .seconds(5))
        let none = worker.processID
        #expect(none == nil)
        // What is still to be asked for in the end has a time of its own.
        #expect(throws: VisionError.timedOut) { try worker.frame(.finish, [], within: .milliseconds(50)) }
    }

    @Test(arguments: [SIGKILL, SIGXCPU, SIGSEGV, SIGABRT, nil])
    func `an end says what is known and what to try`(_ signal: Int32?) {
        let error = VisionError.crashed(signal: signal, attempts: 2)
        #expect(error.hint.count > 20)
        if let signal, signal != SIGXCPU { #expect("\(error)".contains("signal \(signal) (SIG")) }
        #expect("\(error)".contains("20 seconds") == (signal == SIGXCPU))
        #expect(error.hint.contains("1024 MiB") == (signal == SIGSEGV || signal == SIGABRT))
        #expect(error.hint.contains("memory runs out") == (signal == SIGKILL))
    }

    #if DEBUG
        @Test
        func `the worker ends in the midst of its work where nobody waits for it`() throws {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            let process = Process()
            process.executableURL = URL(filePath: Self.executable)
            process.standardInput = FileHandle(fileDescriptor: ends[1])
            process.standardOutput = FileHandle(fileDescriptor: ends[1])
            try process.run()
            let request = [0, 0, 0, 2] + VisionRequest(.hang, []).message
            #expect(write(ends[0], request, request.count) == request.count)
            usleep(300_000)
            #expect(process.isRunning)
            close(ends[0])
            close(ends[1])
            let deadline = ContinuousClock.now + .seconds(10)
            while process.isRunning, ContinuousClock.now < deadline { usleep(10_000) }
            #expect(!process.isRunning)
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
    #endif

    @Test
    func `a program that is not there, or is another one, is named`() {
        var missing = VisionWorker(executable: "/nowhere/emrtd-vision")
        #expect(throws: VisionError.cannotStart(path: "/nowhere/emrtd-vision", error: ENOENT)) {
            try missing.request(.describe, [])
        }
        var echo = VisionWorker(executable: "/bin/cat")
        #expect(throws: VisionError.brokenAnswer) { try echo.request(.pixels, [0x41]) }
    }

    @Test
    func `the worker ends with the value that started it`() throws {
        func lifetime() throws -> Int32 {
            var worker = VisionWorker(executable: Self.executable)
            _ = try worker.request(.describe, ImageEncoder.png(Self.picture()))
            let id = worker.processID
            return try #require(id)
        }
        #expect(kill(try lifetime(), 0) == -1)
    }

    @Test
    func `the worker ends with its input, writes no files and has limits`() throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.executable)
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let request = VisionRequest(.describe, []).message
        try input.fileHandleForWriting.write(contentsOf: Data([0, 0, 0, UInt8(request.count)] + request))
        _ = try output.fileHandleForReading.read(upToCount: 4)
        let limits = try String(contentsOfFile: "/proc/\(process.processIdentifier)/limits", encoding: .utf8)
        let rows = Dictionary(
            limits.split(separator: "\n").map {
                ($0.prefix(26).trimmingCharacters(in: .whitespaces), $0.dropFirst(26))
            },
            uniquingKeysWith: { $1 })
        #expect(rows["Max address space"]?.hasPrefix("1073741824 ") == true)
        #expect(rows["Max core file size"]?.hasPrefix("1 ") == true)
        #expect(rows["Max file size"]?.hasPrefix("0 ") == true)
        #expect(rows["Max cpu time"].flatMap { Int($0.prefix { $0 != " " }) }.map { (20...25).contains($0) } == true)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
    }

    /// OpenJPEG aborts on some files; whatever happens, the next picture is decoded.
    @Test
    func `hostile JPEG 2000 pictures never take the client down`() throws {
        var worker = VisionWorker(executable: Self.executable, timeout: .seconds(10))
        let sound = try ImageEncoder.jpeg2000(Self.picture(), as: .jp2)
        var state: UInt64 = 0x9303
        for _ in 0..<300 {
            var changed = sound
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 25)
            }
            do {
                let decoded = try worker.request(.pixels, changed)
                #expect(decoded.data.count == decoded.width * decoded.height * decoded.channelCount)
            } catch {
                switch error {
                case .refused, .crashed, .timedOut: continue
                default: Issue.record("\(error)")
                }
            }
        }
        #expect(try worker.request(.pixels, sound).data == Self.picture().pixels)
    }
}
