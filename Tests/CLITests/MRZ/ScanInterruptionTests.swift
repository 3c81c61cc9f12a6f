import ByteCoding
import Foundation
import TestSupport
import Testing
import Vision

/// Ctrl-C at any time: the end comes at once, what was read stays, and no program is left behind.
@Suite("emrtd mrz scan, ended by Ctrl-C")
struct ScanInterruptionTests {
    private let folder = TemporaryFolder()

    /// What a loaded machine may need; the program itself looks for the wish every 40 ms.
    private static let most = Duration.seconds(2)

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    @discardableResult
    private func file(_ name: String, _ bytes: [UInt8] = CapturedSpecimen.png) throws -> String {
        try Data(bytes).write(to: folder.url.appending(path: name))
        return path(name)
    }

    /// A program that tells its number and then never ends; a worker may give answers before.
    private func hanging(_ name: String, answers: [VisionResponse] = []) throws -> String {
        try file("answers", answers.map(\.message).flatMap { $0.count.octets(4) + $0 })
        try ProgramFile.write(
            "cat '\(path("answers"))'; echo $$ > '\(path("started"))'; exec sleep 600", to: path(name))
        return path(name)
    }

    private var started: Int32? {
        (try? String(contentsOfFile: path("started"), encoding: .utf8)).flatMap { Int32($0.dropLast()) }
    }

    private func expectEnd(of scan: ScanProcess, _ comment: Comment) {
        guard let end = scan.interrupt() else {
            Issue.record("it goes on: \(comment)")
            return
        }
        #expect(end.status == 3, comment)
        #expect(end.time < Self.most, comment)
        #expect(scan.errors.hasSuffix("emrtd: error: interrupted, so the rest was left out\n"), comment)
    }

    @Test func `ends while standard input, a pipe or a stream is silent`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        for arguments in [["-"], [path("pipe")], ["--stream", path("pipe")], ["--stream", "-"]] {
            let scan = try ScanProcess(arguments)
            usleep(400_000)
            expectEnd(of: scan, "\(arguments)")
            #expect(scan.output == "")
        }
    }

    @Test func `ends while a picture is read, and what was read before stays`() throws {
        let worker = try hanging(
            "worker", answers: [.captured(CapturedSpecimen.answer([try CapturedSpecimen.zone()]))])
        let files = try (0..<8).map { try file("\($0).png") }
        let scan = try ScanProcess(["--lines", "--jobs", "1"] + files, environment: ["EMRTD_VISION": worker])
        #expect(ScanProcess.wait { started != nil && !scan.output.isEmpty })
        let id = try #require(started)
        expectEnd(of: scan, "a picture")
        #expect(scan.output == CapturedSpecimen.lines.joined(separator: "\n") + "\n")
        #expect(kill(id, 0) == -1)
    }

    @Test func `ends while another program draws pages`() throws {
        _ = try hanging("pdfinfo")
        let pdf = try file("a.pdf", Array("%PDF-1.4".utf8))
        let scan = try ScanProcess([pdf], environment: ["PATH": "\(folder.url.path()):/usr/bin:/bin"])
        #expect(ScanProcess.wait { started != nil })
        let id = try #require(started)
        expectEnd(of: scan, "a page")
        #expect(kill(id, 0) == -1)
    }

    /// Whether a program is gone, or nothing of it is left but what nobody has asked for.
    private static func isGone(_ id: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
        return status.contains(") Z ")
    }

    @Test func `leaves no program that draws pages behind when it is killed`() throws {
        _ = try hanging("pdfinfo")
        let pdf = try file("a.pdf", Array("%PDF-1.4".utf8))
        let scan = try ScanProcess([pdf], environment: ["PATH": "\(folder.url.path()):/usr/bin:/bin"])
        #expect(ScanProcess.wait { started != nil })
        let id = try #require(started)
        #expect(!Self.isGone(id))
        scan.end()
        #expect(ScanProcess.wait { Self.isGone(id) })
    }

    @Test func `ends while a frame is read`() throws {
        let worker = try hanging("worker", answers: [.frame(FrameAnswer(status: .sideInProgress))])
        let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 90, count: 64 * 64)
        let stream = try file("a.y4m", Array("YUV4MPEG2 W64 H64 F25:1 Cmono\n".utf8) + frame + frame)
        let scan = try ScanProcess([stream], environment: ["EMRTD_VISION": worker])
        #expect(ScanProcess.wait { started != nil })
        let id = try #require(started)
        usleep(200_000)
        expectEnd(of: scan, "a frame")
        #expect(kill(id, 0) == -1)
    }

    @Test func `gives up on an input that stays silent for longer than it is told`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        for arguments in [["-"], [path("pipe")]] {
            let scan = try ScanProcess(["--json", "--timeout", "1"] + arguments)
            #expect(scan.status() == 3)
            #expect(scan.errors.contains("nothing came for 1 seconds\nhint: "))
            #expect(scan.output.contains("\"code\":\"stalled\""))
        }
    }
}
