public import PKI

/// What a terminal shows a chip to read what only authorised terminals may read: certificates, and a key to sign with.
public struct TerminalCredential: Sendable {
    /// The certificate of the terminal.
    public let terminal: CVCertificate
    /// Certificates that may stand between a chip's trust point and the terminal, in any order: document verifiers,
    /// link certificates, and the self-signed ones of certification authorities.
    public let certificates: [CVCertificate]
    /// What holds the terminal's key.
    public let signer: any TerminalSigner

    public init(terminal: CVCertificate, certificates: [CVCertificate], signer: any TerminalSigner) {
        self.terminal = terminal
        self.certificates = certificates
        self.signer = signer
    }

    /// Takes the terminal's certificate out of a pool.
    ///
    /// - Returns: Nil where there is none. Where there are several the one that was made last is taken.
    public init?(pool: [CVCertificate], signer: any TerminalSigner) {
        let terminals = pool.filter { $0.authorization.role == .terminal }
        guard
            let terminal = terminals.max(by: { left, right in
                (left.effectiveDate, left.expirationDate) < (right.effectiveDate, right.expirationDate)
            })
        else { return nil }
        self.init(terminal: terminal, certificates: pool.filter { $0 != terminal }, signer: signer)
    }
}
