/// One network laid out for each size of input that it meets: OpenCV lays it out anew whenever the size changes.
final class SizedNetwork {
    private struct Size: Hashable {
        let height: Int
        let width: Int
    }

    private let onnx: [UInt8]
    private var networks: [Size: OpenCVNetwork] = [:]

    init(onnx: [UInt8]) { self.onnx = onnx }

    func run(_ input: [Float], height: Int, width: Int, outputCount: Int) throws(CaptureError) -> [Float] {
        let size = Size(height: height, width: width)
        let network: OpenCVNetwork
        if let known = networks[size] {
            network = known
        } else {
            network = try OpenCVNetwork(onnx: onnx)
            networks[size] = network
        }
        return try network.run(input, height: height, width: width, outputCount: outputCount)
    }
}
