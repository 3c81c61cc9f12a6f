public import ByteCoding
import Foundation
import PKI

/// Why certificates could not be loaded.
public enum AnchorError: Error, Hashable, Sendable {
    /// There is no such file or folder.
    case notFound(path: String)
    /// The file has more bytes than any list of certificates.
    case tooLarge(path: String, limit: Int)
    /// The file or folder cannot be read.
    case unreadable(path: String)
    /// A file that was named is not made of certificates.
    case malformed(path: String, DecodingFailure)
    /// A folder in which no file holds a certificate.
    case empty(path: String)
    /// A file that was named is not made of revocation lists; the failure is nil where there is none in it.
    case noRevocationList(path: String, DecodingFailure?)
}

extension AnchorError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no '\(path)'"
        case .tooLarge(let path, let limit): "\(path) has more than \(limit) bytes, which is too much for this"
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let path, let failure): "\(path) holds no certificates in DER or PEM: \(failure)"
        case .empty(let path): "no file in \(path) holds a certificate in DER or PEM"
        case .noRevocationList(let path, let failure):
            "\(path) holds no revocation list in DER or PEM" + (failure.map { ": \($0)" } ?? "")
        }
    }
}

extension CSCAAnchors {
    /// Files of a folder that are taken for certificates.
    private static let extensions: Set<String> = ["cer", "crt", "der", "pem", "cert"]

    /// Trusts every certificate of a file: DER or PEM, one or several; but for document signers, which are kept apart.
    ///
    /// - Returns: How many are new.
    @discardableResult
    public mutating func add(file: [UInt8]) throws(DecodingFailure) -> Int {
        var count = 0
        for certificate in try CertificateFile.certificates(in: file) where sort(certificate) { count += 1 }
        return count
    }

    /// Trusts every certificate of a file, or of the files of a folder and its folders.
    ///
    /// In a folder, only files named `.cer`, `.crt`, `.cert`, `.der` and `.pem` are looked at, and one of them that
    /// is broken is an error: an authority that silently lacks is worse than a message.
    ///
    /// - Returns: How many are new.
    @discardableResult
    public mutating func add(path: String) throws(AnchorError) -> Int {
        let files = try TrustFile.files(at: path, endings: Self.extensions)
        guard !files.isEmpty else { throw .empty(path: path) }
        var count = 0
        for file in files { count += try add(fileAt: file) }
        return count
    }

    private mutating func add(fileAt url: URL) throws(AnchorError) -> Int {
        let content = try TrustFile.content(of: url)
        do {
            return try add(file: content)
        } catch {
            throw .malformed(path: url.path, error)
        }
    }
}
