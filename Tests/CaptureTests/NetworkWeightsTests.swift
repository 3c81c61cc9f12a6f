import Capture
import Foundation
import TestSupport
import Testing

/// Files of networks that are not those of this version, and networks that are run wrongly.
@Suite("The files of the networks")
struct NetworkWeightsTests {
    private let folder = TemporaryFolder()

    private static let shipped = Repository.root.appending(path: "Sources/Capture/Weights")
    private static let names = ["detector.onnx", "recogniser.onnx", "second-reader.onnx"]

    private func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    private func error() -> CaptureError? {
        do throws(CaptureError) {
            _ = try NetworkWeights(folder: folder.url.path(percentEncoded: false).trimmingSuffix("/"))
            return nil
        } catch { return error }
    }

    @Test(arguments: names)
    func `a file that is missing, cut or changed is named`(_ name: String) throws {
        for name in Self.names {
            try FileManager.default.copyItem(
                at: Self.shipped.appending(path: name), to: folder.url.appending(path: name))
        }
        #expect(error() == nil)
        let sound = try Data(contentsOf: folder.url.appending(path: name))
        var changed = sound
        changed[sound.count / 2] ^= 1
        for bytes in [Data(), sound.dropLast(), changed, sound + [0]] {
            try bytes.write(to: folder.url.appending(path: name))
            #expect(error() == .weightsDamaged(path: path(name)))
        }
        try FileManager.default.removeItem(at: folder.url.appending(path: name))
        #expect(error() == .weightsMissing(path: path(name)))
    }

    @Test
    func `what is no network, or gets or gives too much, fails in inference`() throws {
        let garbage = #expect(throws: CaptureError.self) { try OpenCVNetwork(onnx: Array("no network".utf8)) }
        guard case .inferenceFailed(let words) = garbage else {
            Issue.record("it fails otherwise")
            return
        }
        #expect(!words.isEmpty)

        let network = try OpenCVNetwork(onnx: NetworkWeights(folder: Self.shipped.path()).recogniser)
        let input = [Float](repeating: 0, count: 32 * 64)
        #expect(throws: CaptureError.inferenceFailed("the input does not fit its size")) {
            try network.run(input, height: 32, width: 128, outputCount: LineEvidence.classCount * 32)
        }
        #expect(throws: CaptureError.inferenceFailed("unexpected output")) {
            try network.run(input, height: 32, width: 64, outputCount: LineEvidence.classCount * 16 + 1)
        }
        #expect(
            try network.run(input, height: 32, width: 64, outputCount: LineEvidence.classCount * 16).allSatisfy(
                \.isFinite))
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `an output that is no number is no evidence`(_ value: Float) {
        var scores = [Float](repeating: 0, count: LineEvidence.classCount * 2)
        #expect(LineEvidence(scores: scores, columnCount: 2) != nil)
        #expect(LineEvidence(scores: scores, columnCount: 3) == nil)
        #expect(LineEvidence(scores: [], columnCount: 0) == nil)
        scores[7] = value
        #expect(LineEvidence(scores: scores, columnCount: 2) == nil)
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
