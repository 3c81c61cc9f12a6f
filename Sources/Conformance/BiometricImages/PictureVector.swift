import ByteCoding
import Cryptography
import Vision

/// A stored picture and the pixels that another decoder made of it; decoded by the worker, as everywhere.
package struct PictureVector: ConformanceVector {
    package static let places = ["biometric-images/wsq/"]

    package let id: String
    package let picture: HexBytes
    package let format: String?
    package let width: Int?
    package let height: Int?
    /// SHA-256 over the grey values, row after row.
    package let pixels: HexBytes?
    /// The worker's words where the picture must be refused.
    package let expect: String?

    package func check() throws {
        var worker = VisionWorker()
        let decoded: VisionPicture
        do throws(VisionError) {
            decoded = try worker.request(.pixels, picture.bytes)
        } catch {
            switch error {
            case .notFound, .builtWithoutPictures: throw Unavailable(reason: "\(error)")
            case .refused(let words): return try compare("refusal", words, with: expect ?? "none")
            default: throw error
            }
        }
        guard expect == nil else { throw Mismatch("refusal", expected: expect ?? "", found: "none") }
        try compare("format", decoded.storedFormat.rawValue, with: format)
        try compare("width", decoded.width, with: width)
        try compare("height", decoded.height, with: height)
        try compare("pixels", HashAlgorithm.sha256.hash(decoded.data), with: pixels?.bytes)
    }
}

extension VectorRegistry {
    static let biometricImages: [any ConformanceVector.Type] = [PictureVector.self]
}
