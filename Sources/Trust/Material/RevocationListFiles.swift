import Foundation
public import PKI

/// Revocation lists from files; nothing of them is verified before `PassiveAuthentication` uses them.
public enum RevocationListFiles {
    /// Reads every list of a file, DER or PEM, or of the files named `.crl` in a folder and its folders.
    ///
    /// A file without a list is an error: one that silently lacks is worse than a message.
    public static func lists(at path: String) throws(AnchorError) -> [CertificateRevocationList] {
        let files = try TrustFile.files(at: path, endings: ["crl"])
        guard !files.isEmpty else { throw .noRevocationList(path: path, nil) }
        var lists: [CertificateRevocationList] = []
        for file in files {
            let content = try TrustFile.content(of: file)
            let found: [CertificateRevocationList]
            do { found = try CertificateFile.revocationLists(in: content) } catch {
                throw .noRevocationList(path: file.path, error)
            }
            guard !found.isEmpty else { throw .noRevocationList(path: file.path, nil) }
            lists += found
        }
        return lists
    }
}
