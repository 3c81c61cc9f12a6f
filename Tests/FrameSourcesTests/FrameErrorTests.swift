import FrameSources
import Testing

@Suite("Why no frame comes")
struct FrameErrorTests {
    private static let path = "/dev/video7"
    static let ofPaths: [FrameError] = [
        .cannotOpen(path: path, error: 2), .permissionDenied(path: path), .notACamera(path: path), .busy(path: path),
        .unplugged(path: path), .noFormat(path: path, offered: ["H264"]),
        .cameraFailed(path: path, step: "start", error: 5),
    ]
    static let others: [FrameError] = [
        .noCamera, .programMissing(name: "ffmpeg", package: "ffmpeg"), .refused(program: "ffmpeg", words: "no"),
        .withoutEnd, .noVideo, .notAStream, .malformed("no size", offset: 4), .tooLarge(width: 9, height: 9, limit: 80),
        .tooManyBytes(limit: 7), .tooManyFrames(limit: 7), .stalled(.seconds(5)), .cancelled,
    ]

    @Test(arguments: ofPaths)
    func `a file or device is named at the beginning`(_ error: FrameError) {
        #expect(error.path == Self.path)
        #expect("\(error)".hasPrefix("\(Self.path) "))
        #expect(!error.hint.isEmpty)
    }

    @Test(arguments: others)
    func `other causes name none, so whoever tells them does`(_ error: FrameError) {
        #expect(error.path == nil)
        #expect(!"\(error)".contains("/"))
        #expect(!error.hint.isEmpty)
    }
}
