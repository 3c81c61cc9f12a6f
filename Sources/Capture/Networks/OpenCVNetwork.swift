internal import CVision

/// A network that OpenCV's module `dnn` runs, on one thread.
package final class OpenCVNetwork: InferenceBackend {
    private let network: OpaquePointer

    private static let errorSize = 400

    /// Reads ONNX.
    package init(onnx bytes: [UInt8]) throws(CaptureError) {
        cvision_set_threads(1)
        var words = [CChar](repeating: 0, count: Self.errorSize)
        guard let network = cvision_network_load(bytes, bytes.count, &words, words.count) else {
            throw .inferenceFailed(Self.text(words))
        }
        self.network = network
    }

    deinit { cvision_network_free(network) }

    package func run(_ input: [Float], height: Int, width: Int, outputCount: Int) throws(CaptureError) -> [Float] {
        guard input.count == height * width else { throw .inferenceFailed("the input does not fit its size") }
        var words = [CChar](repeating: 0, count: Self.errorSize)
        var output = [Float](repeating: 0, count: outputCount)
        let count = cvision_network_run(
            network, input, 1, Int32(height), Int32(width), &output, output.count, &words, words.count)
        guard count == outputCount else { throw .inferenceFailed(count < 0 ? Self.text(words) : "unexpected output") }
        return output
    }

    private static func text(_ words: [CChar]) -> String {
        String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
