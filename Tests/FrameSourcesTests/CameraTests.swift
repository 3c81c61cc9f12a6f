import Foundation
import FrameSources
import Testing

@Suite("Cameras")
struct CameraTests {
    /// A camera that was written down: its formats, its buffers, and where it fails.
    struct ScriptedDevice: VideoDevice {
        var isCapturing = true
        var known = [CameraFormat(.yuyv, width: 4, height: 2)]
        var other: [String] = []
        var failures: [String: Int32] = [:]
        var buffers: [[UInt8]] = []
        private var sequence = 0

        init(
            isCapturing: Bool = true, known: [CameraFormat] = [CameraFormat(.yuyv, width: 4, height: 2)],
            other: [String] = [], failures: [String: Int32] = [:], buffers: [[UInt8]] = []
        ) {
            (self.isCapturing, self.known, self.other) = (isCapturing, known, other)
            (self.failures, self.buffers) = (failures, buffers)
        }

        private func check(_ step: String) throws(DeviceFailure) {
            if let error = failures[step] { throw DeviceFailure(step, error) }
        }

        func description() throws(DeviceFailure) -> VideoDeviceDescription {
            try check("capability")
            return VideoDeviceDescription(name: "Test camera", bus: "usb-1", isCapturing: isCapturing)
        }

        func formats() throws(DeviceFailure) -> (known: [CameraFormat], other: [String]) {
            try check("formats")
            return (known, other)
        }

        func set(_ format: CameraFormat) throws(DeviceFailure) -> CameraFormat {
            try check("format")
            return format
        }

        func start() throws(DeviceFailure) { try check("start") }

        mutating func next(within timeout: Duration) throws(DeviceFailure) -> (
            bytes: [UInt8], time: Duration, sequence: Int
        )? {
            guard sequence < buffers.count else {
                try check("read")
                return nil
            }
            defer { sequence += 1 }
            return (buffers[sequence], .milliseconds(33) * sequence, sequence)
        }
    }

    static func stream(_ device: ScriptedDevice, patience: Duration = .seconds(1)) throws -> CameraStream {
        var limits = FrameLimits()
        limits.patience = patience
        return try CameraStream(path: "/dev/video9", limits: limits) { (_) throws(DeviceFailure) in device }
    }

    @Test(
        arguments: [
            ([(.yuyv, 640, 480), (.mjpeg, 1920, 1080), (.yuyv, 1920, 1080)], (.mjpeg, 1920, 1080)),
            ([(.yuyv, 1280, 720), (.mjpeg, 1280, 720), (.mjpeg, 640, 480)], (.yuyv, 1280, 720)),
            ([(.mjpeg, 3840, 2160), (.mjpeg, 1280, 720)], (.mjpeg, 1280, 720)),
            ([(.mjpeg, 2592, 1944), (.yuyv, 320, 240)], (.mjpeg, 2592, 1944)),
            ([(.grey, 1280, 720), (.yuyv, 1280, 720)], (.grey, 1280, 720)),
        ] as [([(Frame.PixelFormat, Int, Int)], (Frame.PixelFormat, Int, Int))])
    func `chooses the format that serves best`(
        offered: [(Frame.PixelFormat, Int, Int)], best: (Frame.PixelFormat, Int, Int)
    ) {
        let formats = offered.map { CameraFormat($0.0, width: $0.1, height: $0.2) }
        #expect(CameraFormat.best(of: formats) == CameraFormat(best.0, width: best.1, height: best.2))
        #expect(CameraFormat.best(of: formats.reversed()) == CameraFormat(best.0, width: best.1, height: best.2))
    }

    @Test func `hands out frames, without those that are not whole`() throws {
        let whole = [UInt8](repeating: 7, count: 16)
        let stream = try Self.stream(ScriptedDevice(buffers: [whole, [1, 2, 3], whole]))
        #expect(try stream.next()?.time == .zero)
        let second = try #require(try stream.next())
        #expect(second.time == .milliseconds(66) && second.sequence == 1)
        #expect(second.grey == [UInt8](repeating: 7, count: 8))
    }

    @Test(arguments: [
        ("capability", EBUSY, FrameError.busy(path: "/dev/video9")), ("start", EBUSY, .busy(path: "/dev/video9")),
        ("format", EBUSY, .busy(path: "/dev/video9")), ("capability", ENOTTY, .notACamera(path: "/dev/video9")),
        ("start", EPERM, .permissionDenied(path: "/dev/video9")), ("format", ENODEV, .unplugged(path: "/dev/video9")),
        ("start", EIO, .cameraFailed(path: "/dev/video9", step: "start", error: EIO)),
        ("format", EINVAL, .cameraFailed(path: "/dev/video9", step: "format", error: EINVAL)),
    ])
    func `tells why a camera cannot be used`(step: String, error: Int32, expected: FrameError) {
        #expect(throws: expected) { try Self.stream(ScriptedDevice(failures: [step: error])) }
        #expect(!"\(expected)".isEmpty)
    }

    @Test func `notices that the camera was pulled out while frames are taken`() throws {
        let whole = [UInt8](repeating: 7, count: 16)
        let stream = try Self.stream(ScriptedDevice(failures: ["read": ENODEV], buffers: [whole]))
        #expect(try stream.next() != nil)
        #expect(throws: FrameError.unplugged(path: "/dev/video9")) { try stream.next() }
    }

    @Test func `does not wait for ever for a camera that is silent`() throws {
        let stream = try Self.stream(ScriptedDevice(), patience: .milliseconds(120))
        #expect(throws: FrameError.stalled(.milliseconds(120))) { try stream.next() }
    }

    @Test func `refuses a device that gives no pictures, and formats that are not read`() {
        #expect(throws: FrameError.notACamera(path: "/dev/video9")) {
            try Self.stream(ScriptedDevice(isCapturing: false))
        }
        #expect(throws: FrameError.noFormat(path: "/dev/video9", offered: ["H264", "BA81"])) {
            try Self.stream(ScriptedDevice(known: [], other: ["H264", "BA81"]))
        }
    }

    @Test func `tells real files that are no cameras apart`() throws {
        func error(_ path: String) -> FrameError? {
            do throws(FrameError) {
                _ = try CameraStream(path: path)
                return nil
            } catch { return error }
        }
        #expect(error("/nonexistent/video0") == .cannotOpen(path: "/nonexistent/video0", error: ENOENT))
        #expect(error("/dev/null") == .notACamera(path: "/dev/null"))
        #expect(error("/tmp") == .cannotOpen(path: "/tmp", error: EISDIR))
        let file = FileManager.default.temporaryDirectory.appending(path: "emrtd-no-rights-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let path = file.path(percentEncoded: false)
        #expect(error(path) == .notACamera(path: path))
        guard getuid() != 0 else { return }  // root may open anything
        chmod(path, 0)
        #expect(error(path) == .permissionDenied(path: path))
    }

    static let hasCamera = !Camera.list().cameras.isEmpty

    @Test func `says that there is no camera where there is none`() throws {
        guard !Self.hasCamera, Camera.list().failures.isEmpty else { return }
        #expect(throws: FrameError.noCamera) { try CameraStream(path: nil) }
    }

    @Test(.enabled(if: hasCamera, "no /dev/video* here; v4l2loopback would make one"))
    func `takes frames of a camera of the kernel`() throws {
        let stream = try CameraStream(path: nil)
        let frames = try (0..<3).map { _ in try stream.next() }
        #expect(frames.allSatisfy { $0?.width == stream.format.width })
    }
}
