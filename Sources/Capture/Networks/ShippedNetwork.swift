import Cryptography

/// The networks that this version was built for: how long their files are, and the hash that tells them from others.
///
/// `Training/export.py` writes these figures together with the files.
enum ShippedNetwork: String {
    case detector
    case recogniser
    case secondReader = "second-reader"

    var file: String { "\(rawValue).onnx" }

    /// Whether the bytes are those of the file that was shipped.
    func isIntact(_ bytes: [UInt8]) -> Bool {
        HashAlgorithm.sha256.hash(bytes) == hash
    }

    private var hash: [UInt8] {
        switch self {
        case .detector: NetworkHashes.detector
        case .recogniser: NetworkHashes.recogniser
        case .secondReader: NetworkHashes.secondReader
        }
    }
}
