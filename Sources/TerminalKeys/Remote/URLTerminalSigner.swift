public import AccessControl
import CCurl
public import Cryptography
import Foundation
import Standards

/// A terminal's key behind a web service: a control centre that signs hash values.
///
/// The service gets a POST with `{"algorithm": "id-TA-ECDSA-SHA-256", "hash": "…"}`, the hash value in Base64, and answers
/// with status 200 and `{"signature": "…"}`, the bare signature in Base64: r ‖ s for ECDSA. Other members are ignored.
/// A status from 400 may come with `{"error": "…"}`, which is shown.
public struct URLTerminalSigner: TerminalSigner {
    private let address: String
    private let access: Access
    private let timeLimit: Duration

    /// How the service is told apart from others, and this terminal from others.
    public struct Access: Sendable {
        /// A file with the certificates of the authorities to believe, in PEM; nil for those of the system.
        public var authoritiesFile: String?
        /// The key that the service must have: `sha256//` and the Base64 of the hash of its SubjectPublicKeyInfo;
        /// several, separated by semicolons, while keys change.
        public var pinnedKey: String?
        /// A certificate of this terminal for TLS, in PEM, and its key, which may be in the same file.
        public var certificateFile: String?
        public var keyFile: String?
        /// A file whose first line is sent as a bearer token.
        public var tokenFile: String?

        public init() {}
    }

    /// - Parameter url: HTTPS; HTTP only to this machine itself.
    public init(
        url: String, access: Access = Access(), timeLimit: Duration = .seconds(30)
    ) throws(TerminalKeyError) {
        try Self.check(url)
        if let pins = access.pinnedKey {
            for pin in pins.split(separator: ";", omittingEmptySubsequences: false) {
                guard pin.hasPrefix("sha256//"), Data(base64Encoded: String(pin.dropFirst(8)))?.count == 32 else {
                    throw .address(.malformedPin)
                }
            }
        }
        for file in [access.authoritiesFile, access.certificateFile].compactMap({ $0 })
        where Glibc.access(file, R_OK) != 0 { throw .unreadableFile(path: file, error: errno) }
        // They are read again when they are used; whether others can read them is told now.
        for file in [access.keyFile, access.tokenFile].compactMap({ $0 }) { _ = try SecretFile.read(file) }
        guard CurlLibrary.shared != nil else { throw .missingLibrary("libcurl") }
        address = url
        self.access = access
        self.timeLimit = timeLimit
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        guard let name = algorithm.terminalAuthenticationName else { throw .unusableKey(.algorithmDoesNotFitKey) }
        let digest = Data(algorithm.hash.hash(message)).base64EncodedString()
        let answer = try post("{\"algorithm\": \"\(name)\", \"hash\": \"\(digest)\"}")
        let members = (try? JSONSerialization.jsonObject(with: Data(answer.bytes))) as? [String: Any] ?? [:]
        guard answer.status == 200 else {
            let said = (members["error"] as? String).map { ": \($0.prefix(200))" } ?? ""
            throw .refused(
                Reason("signerRefused", "The remote signer answered with status \(answer.status)\(said)."))
        }
        guard let text = members["signature"] as? String, let signature = Data(base64Encoded: text), !signature.isEmpty
        else {
            throw .refused(
                Reason("signerAnswer", "The remote signer's answer holds no signature in Base64 under \"signature\"."))
        }
        return Array(signature)
    }

    private func post(_ body: String) throws(TerminalSigningError) -> CurlLibrary.Answer {
        guard let library = CurlLibrary.shared else {
            throw .refused(Reason("signerUnreachable", "The library libcurl is not installed."))
        }
        let authorization: SecretBytes?
        do throws(TerminalKeyError) { authorization = try access.tokenFile.map(Self.authorization) ?? nil } catch {
            throw .refused(Reason("signerToken", "\(error)"))
        }
        do throws(CurlLibrary.Failure) {
            return try library.post(
                body, to: address, access, authorization: authorization, answerLimit: 1 << 16, timeLimit: timeLimit)
        } catch {
            throw .refused(Reason("signerUnreachable", "The remote signer cannot be used: \(error.words)."))
        }
    }

    /// The header line, ended by a zero as C wants it.
    private static func authorization(_ path: String) throws(TerminalKeyError) -> SecretBytes {
        let token = try SecretFile.line(path)
        var line = Array("Authorization: Bearer ".utf8) + token.withBytes { Array($0) } + [0]
        defer { line.erase() }
        return SecretBytes(line)
    }

    private static func check(_ url: String) throws(TerminalKeyError) {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased(), !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme)
        else { throw .address(.malformed) }
        guard parts.user == nil, parts.password == nil else { throw .address(.hasCredentials) }
        guard scheme == "https" || ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) else {
            throw .address(.unencrypted)
        }
    }
}
