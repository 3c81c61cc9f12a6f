import ByteCoding
import LDS
import PKI

/// The certificates of a file with signed data, or of a record of an LDS2 application.
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

    init(_ record: RecordReading) throws(DecodingFailure) {
        switch try record.decoded() {
        case .certificate(let record): certificates = [record.certificate.encoded]
        case .travel, .visa: certificates = []
        }
    }
}
