import AccessControl
import Cryptography
import PKI
import Standards
import TerminalKeys

/// What the terminal shows a chip to read fingerprints and irises: its certificates, and what signs for it.
enum TerminalInput {
    /// The options that `credential` reads.
    static let options: [Option] =
        [
            .value(
                "cv-certificates", "PATH",
                "the terminal's certificate and those above it, a file or a folder; may be repeated", isRepeatable: true
            ),
            .value("terminal-key", "FILE", "the terminal's key, PKCS #8, which others may not read"),
            .value("terminal-passphrase-file", "FILE", "its passphrase; without it, it is asked for"),
            .value("terminal-token", "URI", "the terminal's key on a token: pkcs11:token=…;object=…"),
        ] + SigningKey.tokenOptions + [
            .value("terminal-command", "FILE", "a program that signs: 'sign ALGORITHM', the hash on standard input"),
            .value("terminal-url", "URL", "a web service that signs hashes; https, or http to this machine itself"),
            .value("terminal-url-ca", "FILE", "the authorities to believe for its certificate (default the system's)"),
            .value("terminal-url-pin", "PIN", "the key that it must have, too: sha256//…"),
            .value("terminal-url-certificate", "FILE", "the certificate to show it, PEM"),
            .value("terminal-url-key", "FILE", "the key of that certificate, PEM, which others may not read"),
            .value("terminal-url-token-file", "FILE", "a bearer token to send, which others may not read"),
        ]

    private static let ways = ["terminal-key", "terminal-token", "terminal-command", "terminal-url"]

    /// What the options name; nil where they name nothing.
    static func credential(_ invocation: Invocation) throws -> TerminalCredential? {
        let named = ways.filter { invocation[$0] != nil }
        let paths = invocation[all: "cv-certificates"]
        guard !named.isEmpty || !paths.isEmpty else { return nil }
        guard named.count < 2 else {
            throw UsageError(
                "--\(named[0]) and --\(named[1]) are two ways to sign, and one is enough", command: invocation.command)
        }
        guard let way = named.first, !paths.isEmpty else {
            throw UsageError(
                "the terminal's certificates and its key go together",
                hint: "--cv-certificates, and one of \(ways.map { "--\($0)" }.joined(separator: ", ")).",
                command: invocation.command)
        }
        let pool: [CVCertificate]
        do { pool = try CVObject.certificates(at: paths) } catch let error as CommandError where error.hint == nil {
            throw CommandError(
                error.message, hint: "--cv-certificates takes card verifiable certificates, or a folder with some")
        }
        let (signer, publicKey) = try signer(way, invocation)
        let terminals = pool.filter { $0.authorization.role == .terminal }
        guard !terminals.isEmpty else {
            throw CommandError(
                "there is no certificate of a terminal among those of --cv-certificates",
                hint: "'emrtd cvc show FILE' says whose a certificate is")
        }
        let fitting = terminals.filter { publicKey.map($0.publicKey.isHalf) ?? true }
        guard let credential = TerminalCredential(pool: fitting, signer: signer) else {
            throw CommandError(
                "the key is not the one of the terminal's certificate",
                hint: "the certificate: \(terminals.map { "\($0.holderReference)" }.joined(separator: ", "))")
        }
        let terminal = credential.terminal
        return TerminalCredential(
            terminal: terminal, certificates: pool.filter { $0.authorization.role != .terminal },
            signer: CheckedTerminalSigner(signer, publicKey: try key(of: terminal, in: pool, publicKey)))
    }

    /// The key that signatures are verified by: domain parameters come from the authority's certificate, else from the
    /// signer's own key.
    private static func key(
        of terminal: CVCertificate, in pool: [CVCertificate], _ signerKey: PublicKey?
    ) throws -> PublicKey {
        do throws(CryptographyError) { return try CVKeyRing(pool).publicKey(of: terminal) } catch {
            if let signerKey, error == .unknownCurve(nil) { return signerKey }
            throw CommandError(
                "the key of \(terminal.holderReference) cannot be used: \(error)",
                hint: "put the authority's certificate, which has the domain parameters, among --cv-certificates")
        }
    }

    private static func signer(
        _ way: String, _ invocation: Invocation
    ) throws -> (any TerminalSigner, PublicKey?) {
        let value = invocation[way] ?? ""
        switch way {
        case "terminal-key":
            let signer = try SigningKey.translating { () throws(TerminalKeyError) in
                try FileTerminalSigner(path: value) { () throws(TerminalKeyError) in
                    try SecretInput.secret(
                        "terminal-passphrase-file", of: invocation, asking: "the passphrase of '\(value)'")
                }
            }
            return (signer, signer.publicKey)
        case "terminal-token":
            let signer = try SigningKey.token(value, invocation)
            return (signer, signer.publicKey)
        case "terminal-command":
            return (
                try SigningKey.translating { () throws(TerminalKeyError) in try CommandTerminalSigner(program: value) },
                nil
            )
        default:
            var access = URLTerminalSigner.Access()
            access.authoritiesFile = invocation["terminal-url-ca"]
            access.pinnedKey = invocation["terminal-url-pin"]
            access.certificateFile = invocation["terminal-url-certificate"]
            access.keyFile = invocation["terminal-url-key"]
            access.tokenFile = invocation["terminal-url-token-file"]
            return (
                try SigningKey.translating { () throws(TerminalKeyError) in
                    try URLTerminalSigner(url: value, access: access)
                }, nil
            )
        }
    }
}
