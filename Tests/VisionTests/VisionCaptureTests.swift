import BiometricImages
import ByteCoding
import Foundation
import TestSupport
import Testing
import Vision

/// With the real worker of this build.
@Suite("Capture by the worker process")
struct VisionCaptureTests {
    /// The worker with weights from another folder.
    private static func worker(weights folder: URL) throws -> VisionWorker {
        let script = folder.appending(path: "worker")
        try ProgramFile.write(
            "EMRTD_WEIGHTS='\(folder.path())' exec '\(VisionWorkerTests.executable)'", to: script.path())
        return VisionWorker(executable: script.path())
    }

    private static func failure(_ worker: inout VisionWorker, _ request: CaptureRequest, _ picture: [UInt8])
        -> CaptureFailure?
    {
        do throws(VisionError) {
            _ = try worker.capture(request, picture)
            return nil
        } catch {
            guard case .notCaptured(let failure) = error else { return nil }
            return failure
        }
    }

    @Test
    func `says that weights are missing or damaged, and goes on`() throws {
        let folder = TemporaryFolder()
        var worker = try Self.worker(weights: folder.url)
        let picture = try ImageEncoder.png(VisionWorkerTests.picture())
        let missing = try #require(Self.failure(&worker, CaptureRequest(), picture))
        #expect(missing.cause == .weightsMissing)
        #expect(missing.detail.hasPrefix(folder.url.path()))
        for name in ["detector.onnx", "recogniser.onnx"] {
            try Data("cut".utf8).write(to: folder.url.appending(path: name))
        }
        #expect(Self.failure(&worker, CaptureRequest(), picture)?.cause == .weightsDamaged)
        #expect(try worker.request(.describe, picture).width == 64)
    }

    @Test
    func `names what is wrong with a picture, and goes on`() throws {
        var worker = VisionWorker(executable: VisionWorkerTests.executable)
        let sound = try ImageEncoder.png(VisionWorkerTests.picture())
        #expect(Self.failure(&worker, CaptureRequest(), Array("hello".utf8))?.cause == .unrecognized)
        #expect(Self.failure(&worker, CaptureRequest(), Array(sound.prefix(60)))?.cause == .undecodable)
        #expect(Self.failure(&worker, CaptureRequest(), [])?.cause == .unrecognized)
        #expect(Self.failure(&worker, CaptureRequest(page: 1), sound)?.cause == .noSuchPage)
        #expect(
            Self.failure(&worker, CaptureRequest(samples: .init(width: 9, height: 9)), [1, 2, 3])?.cause
                == .undecodable)
        #expect(try worker.request(.describe, sound).width == 64)
    }

    @Test
    func `a request that is no capture request is not understood`() throws {
        var worker = VisionWorker(executable: VisionWorkerTests.executable)
        for bytes in [[], [0, 0, 0, 2, 0x7B, 0x7D], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
            #expect(throws: VisionError.brokenAnswer) { try worker.request(.capture, bytes) }
        }
    }

    @Test
    func `tells the time of each stage, and all of them within the whole`() throws {
        var worker = VisionWorker(executable: VisionWorkerTests.executable)
        let file = Repository.testVectors.appending(path: "capture/specimen-td3.png")
        let answer = try worker.capture(CaptureRequest(annotation: .jpeg), [UInt8](Data(contentsOf: file)))
        let times = answer.milliseconds
        let stages = [times.decode, times.find, times.recognise, times.decide, times.draw]
        #expect(answer.zones.count == 1 && stages.allSatisfy { $0 > 0 })
        #expect(stages.reduce(0, +) <= times.total + 0.1)
        #expect(stages.reduce(0, +) > times.total / 2)

        _ = try worker.frame(.begin(agreeingFrameCount: 2), [])
        let grey = [UInt8](repeating: 200, count: 640 * 480)
        let frame = FrameRequest.Frame(width: 640, height: 480, isJPEG: false, sequence: 0, microseconds: 0)
        let none = try #require(try worker.frame(.frame(frame), grey).milliseconds)
        #expect(none.find > 0 && none.recognise == 0 && none.decide == 0 && none.find <= none.total)
    }

    @Test
    func `looks for nothing in a picture that is too small for a line`() throws {
        var worker = VisionWorker(executable: VisionWorkerTests.executable)
        func answer(width: Int, height: Int) throws -> CaptureAnswer {
            try worker.capture(
                CaptureRequest(samples: .init(width: width, height: height)),
                [UInt8](repeating: 200, count: width * height))
        }
        // Behind one that was read, whose times are not told again.
        #expect(try answer(width: 90, height: 40).milliseconds.find > 0)
        let small = try answer(width: 89, height: 89)
        #expect(small.zones.isEmpty && small.width == 89 && small.milliseconds.find == 0)
        #expect(try answer(width: 1, height: 90).milliseconds.find > 0)
    }

    /// A program that answers with what was prepared, whatever it is asked.
    @Test
    func `an answer of another kind, or a hostile one, is an error`() throws {
        let folder = TemporaryFolder()
        let script = folder.url.appending(path: "worker")
        let picture = VisionResponse.picture(
            VisionPicture(storedFormat: .png, width: 1, height: 1, channelCount: 1)
        ).message
        for message in [picture, [1, 4], [1, 4, 0, 0, 0, 2, 0x7B, 0x7D], [1, 5, 0, 0, 0, 2, 0x5B, 0x5D]] as [[UInt8]] {
            try Data(message.count.octets(4) + message).write(to: folder.url.appending(path: "answer"))
            try ProgramFile.write("cat '\(folder.url.path())/answer'; sleep 5", to: script.path())
            var worker = VisionWorker(executable: script.path())
            #expect(throws: VisionError.brokenAnswer) { try worker.capture(CaptureRequest(), [1, 2, 3]) }
            let id = worker.processID
            #expect(id == nil)
        }
        // More than any answer has is not waited for.
        try ProgramFile.write("printf '\\177\\377\\377\\377'; sleep 60", to: script.path())
        var worker = VisionWorker(executable: script.path())
        let begin = ContinuousClock.now
        #expect(throws: VisionError.brokenAnswer) { try worker.capture(CaptureRequest(), [1, 2, 3]) }
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test
    func `a picture of more bytes than a frame has is not sent`() throws {
        var worker = VisionWorker(executable: "/nowhere/emrtd-vision")
        let picture = [UInt8](repeating: 0, count: VisionRequest.frameLimit)
        let error = #expect(throws: VisionError.self) { try worker.request(.describe, picture) }
        #expect(error == .tooLarge(byteCount: picture.count))
        #expect(error?.hint.hasPrefix("make it smaller") == true)
    }
}
