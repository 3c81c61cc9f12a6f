import ByteCoding
import LDS
import PKI

/// The certificates of a file with signed data.
struct StoredCertificates {
    /// The certificates as they are stored, in stored order.
    let certificates: [[UInt8]]

    init(_ file: ElementaryFile, _ bytes: [UInt8]) throws(DecodingFailure) {
        switch try DecodedFile(file, encoded: bytes) {
        case .sod(let sod): certificates = sod.signedData.certificates.map(\.encoded)
        case .cardSecurity(let file): certificates = file.signedData.certificates.map(\.encoded)
        default: certificates = []
        }
    }
}
