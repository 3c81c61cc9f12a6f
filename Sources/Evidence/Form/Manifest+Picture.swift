import ByteCoding
import Cryptography

extension Manifest.Capture {
    /// The zone cut out of the picture, where somebody asked for it to be kept.
    struct Picture: Codable {
        /// `png` or `jpeg`.
        var format: String
        var byteCount: Int
        var sha256: String
        /// The bytes; in a line only.
        var base64: String?

        /// The formats that are kept, and how the names of their files end.
        private static let endings = ["png": "png", "jpeg": "jpg"]

        /// Every name that the file may have.
        static let fileNames = endings.values.map { "captured-zone.\($0)" }

        /// nil for bytes of no format that is kept.
        init?(_ bytes: [UInt8]) {
            guard let format = Self.format(of: bytes) else { return nil }
            self.format = format
            byteCount = bytes.count
            sha256 = Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes))
        }

        /// The name of its file; nil for a format that is not kept.
        var fileName: String? { Self.endings[format].map { "captured-zone.\($0)" } }

        /// The bytes as far as the manifest vouches for them.
        func checked(_ bytes: [UInt8]) throws(EvidenceError) -> [UInt8] {
            let isSound =
                bytes.count == byteCount
                && Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes)) == sha256.uppercased()
            guard isSound else { throw .altered(fileName ?? "the picture of the zone") }
            guard Self.format(of: bytes) == format else { throw .manifest("'capture.picture' is of another format") }
            return bytes
        }

        private static func format(of bytes: [UInt8]) -> String? {
            switch ImageFormat.detect(bytes) {
            case .png: "png"
            case .jpeg: "jpeg"
            default: nil
            }
        }
    }
}
