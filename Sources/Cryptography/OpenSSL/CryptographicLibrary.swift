internal import COpenSSL

/// The library below, for a look at the installation.
public enum CryptographicLibrary {
    /// Its name and version, such as `OpenSSL 3.0.22 …`.
    public static var version: String {
        OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL"
    }

    /// The algorithms that reading or judging a document may need and that this installation does not have.
    public static var missingAlgorithms: [String] {
        digests.filter { !isThere(EVP_MD_fetch(nil, $0, nil), EVP_MD_free) }
            + ciphers.filter { !isThere(EVP_CIPHER_fetch(nil, $0, nil), EVP_CIPHER_free) }
            + macs.filter { !isThere(EVP_MAC_fetch(nil, $0, nil), EVP_MAC_free) }
            + keys.filter { !isThere(EVP_KEYMGMT_fetch(nil, $0, nil), EVP_KEYMGMT_free) }
            + EllipticCurve.allCases.filter {
                !isThere(EC_GROUP_new_by_curve_name(OBJ_sn2nid($0.openSSLName)), EC_GROUP_free)
            }.map(\.name)
    }

    private static let digests = ["SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"]
    private static let ciphers = ["DES-EDE3-CBC", "AES-128-CBC", "AES-192-CBC", "AES-256-CBC"]
    private static let macs = ["CMAC"]
    private static let keys = ["RSA", "RSA-PSS", "EC", "DH"]

    private static func isThere(_ algorithm: OpaquePointer?, _ free: (OpaquePointer?) -> Void) -> Bool {
        guard let algorithm else { return false }
        free(algorithm)
        return true
    }
}
