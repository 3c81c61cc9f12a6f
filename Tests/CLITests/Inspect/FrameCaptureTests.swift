import CLI
import Foundation
import FrameSources
import Issuing
import MRZ
import Report
import Standards
import TestSupport
import Testing
import Vision

@Suite("emrtd inspect --camera, and videos and streams through the same interface")
struct FrameCaptureTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path() }

    /// A stream of frames that all show a picture of the test vectors.
    private func stream(_ picture: String, _ name: String = "frames.y4m") throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        let file = Repository.testVectors.appending(path: picture).path()
        process.arguments =
            ["-nostdin", "-loglevel", "error", "-y", "-loop", "1", "-framerate", "10", "-t", "0.5", "-i", file]
            + ["-pix_fmt", "gray", "-f", "yuv4mpegpipe", path(name)]
        try process.run()
        process.waitUntilExit()
        return path(name)
    }

    private func inspect(_ options: [String], _ environment: [String: String] = [:]) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(["inspect", "--simulated", "specimen", "--json"] + options, environment: environment)
    }

    // MARK: Through the program

    @Test(.enabled(if: VideoScanTests.hasProgram))
    func `opens the chip by a stream of frames, and says what is missing until then`() throws {
        let outcome = try inspect(["--image", stream("profiles/page.jpg")])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.lines == (try Specimen.utopia().mrzLines))
        #expect(report.capture?.source.hasPrefix("frames.y4m, frame ") == true)
        #expect(report.capture?.differences == [])
        #expect(report.capture?.picture != nil)
        #expect(report.checks.first { $0.id == "consistency.printedMRZ" }?.result == .successful)
        #expect(outcome.errors.contains("frames.y4m: hold it still\n"), "\(outcome.errors)")
        #expect(outcome.errors.contains("frames.y4m: the printed lines are read\n"))
        let evidence = try BuiltProgram.run([
            "chip", "read", "--simulated", "specimen", "--image", path("frames.y4m"), "--out", path("evidence"),
        ])
        #expect(evidence.status == 0, "\(evidence.errors)")
        let again = try InspectionReport(json: BuiltProgram.run(["verify", path("evidence"), "--json"]).output)
        #expect(again.capture?.lines == report.capture?.lines && again.capture?.picture == nil)
    }

    @Test(.enabled(if: VideoScanTests.hasProgram))
    func `takes a stream from standard input`() throws {
        let frames = try stream("profiles/page.jpg")
        let terminal = try PseudoTerminal(
            ["inspect", "--simulated", "specimen", "--json", "--image", "-", "--stream"], output: path("report.json"),
            within: "exec \"$@\" < '\(frames)'")
        #expect(terminal.end(within: 60) == 2)
        let report = try InspectionReport(json: String(contentsOfFile: path("report.json"), encoding: .utf8))
        #expect(report.capture?.source.hasPrefix("standard input, frame ") == true)
    }

    @Test(.enabled(if: VideoScanTests.hasProgram))
    func `says that a video shows no lines, and what was missing`() throws {
        let outcome = try inspect(["--image", stream("capture/no-zone.png")])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("frames.y4m: show the lines at the foot of the page"), "\(outcome.errors)")
        #expect(outcome.errors.contains("error: \(path("frames.y4m")): it shows no machine readable zone"))
    }

    @Test func `says that there is no frame, or no camera`() throws {
        try Data("YUV4MPEG2 W4 H2 F25:1\n".utf8).write(to: temporary.url.appending(path: "empty.y4m"))
        let empty = try inspect(["--image", path("empty.y4m")])
        #expect(empty.status == 3)
        #expect(empty.errors.contains("empty.y4m: there is no frame in it"), "\(empty.errors)")
        guard Camera.list() == ([], []) else { return }
        let none = try inspect(["--camera"])
        #expect(none.status == 3)
        #expect(none.errors.hasPrefix("emrtd: error: no camera is attached\nhint: plug one in"), "\(none.errors)")
    }

    @Test func `ends after its time where no frame comes`() throws {
        try #require(mkfifo(path("fifo"), 0o600) == 0)
        let holder = open(path("fifo"), O_RDWR)
        defer { close(holder) }
        let start = ContinuousClock.now
        let outcome = try inspect(["--image", path("fifo"), "--stream", "--scan-timeout", "1"])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("no printed lines were read within the time"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--scan-timeout SECONDS"))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    /// What keeps the program waiting when Ctrl-C comes.
    enum Wait: CaseIterable { case frame, picture, worker }

    @Test(arguments: Wait.allCases)
    func `ends at once on Ctrl-C, whatever it waits for`(wait: Wait) throws {
        try #require(mkfifo(path("fifo"), 0o600) == 0)
        let holder = open(path("fifo"), O_RDWR)
        defer { close(holder) }
        try Data("YUV4MPEG2 W4 H2 F25:1 Cmono\nFRAME\n12345678".utf8).write(
            to: temporary.url.appending(path: "a.y4m"))
        try ProgramFile.write("exec sleep 60", to: path("worker"))
        let input = ["inspect", "--simulated", "specimen", "--image"]
        let terminal =
            switch wait {
            case .frame: try PseudoTerminal(input + [path("fifo"), "--stream"])
            case .picture: try PseudoTerminal(input + ["-"], within: "exec \"$@\" < '\(path("fifo"))'")
            case .worker:
                try PseudoTerminal(input + [path("a.y4m")], environment: ["EMRTD_VISION": path("worker")])
            }
        #expect(terminal.end(within: 1) == nil)
        let start = ContinuousClock.now
        terminal.send(SIGINT)
        #expect(terminal.end(within: 20) == 3)
        // 150 ms are allowed; the margin is for a machine that is busy. What it waits for takes a minute, or for ever.
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(terminal.text.contains("ended on request, before the printed lines were read"), "\(terminal.text)")
    }

    @Test(arguments: [
        (["--camera", "/dev/null"], 3, "error: /dev/null is not a camera"),
        (["--camera", "list"], 64, "'emrtd mrz scan --camera list' lists them"),
        (["--camera", "/nonexistent/video0"], 3, "/nonexistent/video0 cannot be opened: No such file or directory"),
        (["--camera", "a", "b"], 64, "unexpected argument 'b'"), (["/dev/video0"], 64, "unexpected argument"),
        (["--camera", "--image", "a.jpg"], 64, "--image and --camera exclude each other"),
        (["--camera", "--page", "2"], 64, "--page goes with --image"),
        (["--camera", "--stream"], 64, "--stream goes with --image"),
        (["--camera", "--mrz", "x"], 64, "the key is given twice"),
        (["--scan-timeout", "5"], 64, "--scan-timeout goes with --image or --camera"),
        (["--image", "a.jpg", "--scan-timeout", "5"], 64, "--scan-timeout goes with --camera, --stream or a video"),
        (["--image", "a", "--stream", "--zone", "2"], 64, "--zone is for pictures"),
        (["--camera", "--keep-picture"], 64, "--keep-picture goes with --out, --resume or --keep"),
        (["--keep-picture", "--keep"], 64, "--keep-picture goes with --image or --camera"),
    ])
    func `says what is wrong with a camera or a command line`(options: [String], status: Int32, words: String) throws {
        let outcome = try inspect(options)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    // MARK: The key and the chip

    /// A stream of a few small frames, and a worker that says of them what is given.
    private func scripted(_ answers: [FrameAnswer], then picture: CaptureAnswer) throws -> (String, StubVisionWorker) {
        let frame = "FRAME\n" + String(repeating: "\u{10}", count: 8)
        let text = "YUV4MPEG2 W4 H2 F25:1 Cmono\n" + String(repeating: frame, count: answers.count)
        try Data(text.utf8).write(to: temporary.url.appending(path: "small.y4m"))
        let begun = FrameAnswer(status: .sideInProgress)
        return (
            path("small.y4m"),
            try StubVisionWorker(
                ([begun] + answers + [begun]).map(VisionResponse.frame) + [.captured(picture)])
        )
    }

    private static func document(_ zone: CaptureAnswer.Zone, isComplete: Bool = true) -> FrameAnswer.Document {
        FrameAnswer.Document(
            zone: zone.with(crop: []), isComplete: isComplete, frameCount: 2,
            first: .init(sequence: 0, microseconds: 0), last: .init(sequence: 1, microseconds: 40_000))
    }

    private static func misread() throws -> CaptureAnswer.Zone {
        var lines = try Specimen.utopia().mrzLines
        lines[1] = lines[1].replacing("UT7402193", with: "UT740219D")
        return try CapturedInputTests.zone(lines, doubts: [[2, 9]: (0.6, [("3", 0.4)])])
    }

    @Test(
        arguments: [
            ([], true), (["--fault", "bac-63c7"], false), (["--access", "bac-only", "--can", "123456"], nil),
        ] as [([String], Bool?)])
    func `tries another reading once, and never where the chip counts`(options: [String], isTried: Bool?) throws {
        let zone = try Self.misread()
        let answer = FrameAnswer(status: .documentScanned, confidence: 0.9, documents: [Self.document(zone)])
        let (file, stub) = try scripted([answer], then: CapturedInputTests.answer([zone]))
        let outcome = try inspect(["--image", file] + options, ["EMRTD_VISION": stub.path])
        guard let isTried else {
            #expect(outcome.status == 64)
            return
        }
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.rereadings.first?.outcome == (isTried ? .opened : .offered))
        #expect(outcome.errors.contains("is tried, once") == isTried)
        #expect(outcome.errors.contains("the picture leaves characters of the key open: line 2 position 9"))
    }

    @Test func `tries nothing again where a CAN was refused`() throws {
        let zone = try Self.misread()
        let answer = FrameAnswer(status: .documentScanned, confidence: 0.9, documents: [Self.document(zone)])
        let (file, stub) = try scripted([answer], then: CapturedInputTests.answer([zone]))
        let outcome = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen-identity-card", "--can", "000000", "--json", "--image", file],
            environment: ["EMRTD_VISION": stub.path])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.reading.accessProtocol == nil)
        #expect(!outcome.errors.contains("is tried, once"))
        #expect(report.capture?.rereadings.contains { $0.outcome != .offered } != true)
    }

    // MARK: Which frame and which document

    private func capture(_ answers: [FrameAnswer], then picture: CaptureAnswer) throws -> FrameCapture.Found {
        let (file, stub) = try scripted(answers, then: picture)
        var worker = VisionWorker(executable: stub.path)
        let capture = FrameCapture(camera: "test", timeout: .seconds(20)) { () throws(FrameError) in
            try FrameStream(path: file)
        }
        return try capture.read(by: &worker)
    }

    @Test func `waits for the document behind a visa, and tells of the visa`() throws {
        let (visa, own) = (
            try CapturedInputTests.zone(CapturedInputTests.visa),
            try CapturedInputTests.zone(CapturedInputTests.passport)
        )
        let found = try capture(
            [
                FrameAnswer(status: .documentScanned, confidence: 0.99, documents: [Self.document(visa)]),
                FrameAnswer(status: .documentScanned, confidence: 0.95, documents: [Self.document(own)]),
            ], then: CapturedInputTests.answer([visa, own]))
        #expect(found.zone.lines == CapturedInputTests.passport)
        #expect(found.zone.crop == CapturedInputTests.crop)
        #expect(found.showsVisa && found.source == "camera test")
        #expect(try CapturedInput(found).remarks.map(\.code) == ["visaInPicture"])
    }

    @Test func `goes on where a document went out of view before it was read`() throws {
        let own = try CapturedInputTests.zone(CapturedInputTests.passport)
        let found = try capture(
            [
                FrameAnswer(status: .sideInProgress, documents: [Self.document(try Self.misread(), isComplete: false)]),
                FrameAnswer(status: .sideInProgress),
                FrameAnswer(status: .documentScanned, confidence: 0.95, documents: [Self.document(own)]),
            ], then: CapturedInputTests.answer([own]))
        #expect(found.zone.lines == CapturedInputTests.passport)
    }

    @Test func `names the frame that was read best, of the document alone that counts`() throws {
        let zone = try CapturedInputTests.zone(CapturedInputTests.passport)
        let answers = [
            FrameAnswer(status: .sideInProgress, confidence: 0.99),
            FrameAnswer(status: .sideInProgress, hint: .init(.documentChanged), confidence: 0.4),
            FrameAnswer(status: .sideInProgress, hint: .init(.blurred), confidence: 0.9),
            FrameAnswer(status: .documentScanned, confidence: 0.8, documents: [Self.document(zone)]),
        ]
        let (file, stub) = try scripted(answers, then: CapturedInputTests.answer([zone]))
        let outcome = try BuiltProgram.run(
            ["inspect", "--simulated", "specimen", "--json", "--image", file],
            environment: ["EMRTD_VISION": stub.path])
        let report = try InspectionReport(json: outcome.output)
        #expect(report.capture?.source == "small.y4m, frame 3")
        #expect(report.capture?.picture?.bytes == CapturedInputTests.crop)
    }

    @Test func `takes no picture of another document`() throws {
        let zone = try CapturedInputTests.zone(CapturedInputTests.passport)
        let other = try CapturedInputTests.zone(CapturedInputTests.visa)
        let answer = FrameAnswer(status: .documentScanned, confidence: 0.9, documents: [Self.document(zone)])
        #expect(try capture([answer], then: CapturedInputTests.answer([other])).zone.crop == [])
    }

    // MARK: Cameras that fail

    private struct Device: VideoDevice {
        var failure: DeviceFailure?
        var buffers: [[UInt8]] = []

        func description() throws(DeviceFailure) -> VideoDeviceDescription {
            VideoDeviceDescription(name: "Test camera", bus: "usb-1", isCapturing: true)
        }
        func formats() throws(DeviceFailure) -> (known: [CameraFormat], other: [String]) {
            ([CameraFormat(.grey, width: 4, height: 2)], [])
        }
        func set(_ format: CameraFormat) throws(DeviceFailure) -> CameraFormat { format }
        func start() throws(DeviceFailure) {
            if buffers.isEmpty, let failure { throw failure }
        }
        mutating func next(within timeout: Duration) throws(DeviceFailure) -> (
            bytes: [UInt8], time: Duration, sequence: Int
        )? {
            guard buffers.isEmpty else { return (buffers.removeFirst(), .zero, 0) }
            if let failure { throw failure }
            return nil
        }
    }

    @Test(arguments: [
        ("start", EBUSY, 0, "is in use by another program", "'fuser' names it"),
        ("start", EACCES, 0, "may not be used by this user", "join the group of the device"),
        ("read", ENODEV, 1, "was unplugged", "plug the camera in again and start over"),
        ("read", EIO, 1, "fails at read", "give the printed lines by --mrz-file FILE"),
    ])
    func `tells why a camera gives no more pictures`(
        step: String, error: Int32, frames: Int, words: String, hint: String
    ) throws {
        let device = Device(
            failure: DeviceFailure(step, error),
            buffers: Array(repeating: [UInt8](repeating: 9, count: 8), count: frames))
        let begun = FrameAnswer(status: .sideInProgress, hint: .init(.tooDark))
        let zone = try CapturedInputTests.zone(CapturedInputTests.passport)
        // What was seen before a camera is pulled out is not the whole.
        let left = FrameAnswer(status: .sideInProgress, documents: [Self.document(zone, isComplete: false)])
        let stub = try StubVisionWorker(([begun] + Array(repeating: begun, count: frames) + [left]).map { .frame($0) })
        var worker = VisionWorker(executable: stub.path)
        let capture = FrameCapture(camera: "/dev/video9", timeout: .seconds(20)) { () throws(FrameError) in
            NewestFrames { () throws(FrameError) in
                try CameraStream(path: "/dev/video9", limits: FrameLimits()) { (_) throws(DeviceFailure) in device }
            }
        }
        do {
            _ = try capture.read(by: &worker)
            Issue.record("lines were read")
        } catch {
            #expect(error.message.hasPrefix("/dev/video9 \(words)"), "\(error.message)")
            #expect(error.hint?.contains(hint) == true, "\(error.hint ?? "")")
        }
    }

    @Test func `goes on with what was read where the time is over`() throws {
        let device = Device(buffers: [[UInt8](repeating: 9, count: 8)])
        let begun = FrameAnswer(status: .sideInProgress, hint: .init(.namesUncertain), confidence: 0.7)
        let zone = try CapturedInputTests.zone(CapturedInputTests.passport)
        let left = FrameAnswer(status: .sideInProgress, documents: [Self.document(zone, isComplete: false)])
        let stub = try StubVisionWorker(
            [begun, begun, left].map { .frame($0) } + [.captured(CapturedInputTests.answer([zone]))])
        var worker = VisionWorker(executable: stub.path)
        let isOver = Flag()
        let capture = FrameCapture(camera: "/dev/video9", timeout: .milliseconds(300)) { () throws(FrameError) in
            try CameraStream(path: "/dev/video9", limits: FrameLimits(), isCancelled: { isOver.isUp }) {
                (_) throws(DeviceFailure) in device
            }
        }
        let found = try capture.read(by: &worker)
        #expect(found.zone.lines == CapturedInputTests.passport)
        #expect(found.zone.crop == CapturedInputTests.crop)
    }

    /// Goes up 300 ms after it was made.
    private final class Flag: Sendable {
        private let start = ContinuousClock.now
        var isUp: Bool { ContinuousClock.now - start > .milliseconds(350) }
    }
}

extension CaptureAnswer.Zone {
    /// The zone with another picture.
    fileprivate func with(crop: [UInt8]) -> CaptureAnswer.Zone {
        CaptureAnswer.Zone(
            zone: zone, characters: characters, confidence: confidence, isCertain: isCertain,
            quadrilateral: quadrilateral, rotation: rotation, pitch: pitch, marked: marked, crop: crop)
    }
}
