package import AccessControl
import Cryptography
import Issuing
import PKI

extension TerminalCredential {
    /// The terminal of Utopia, which the chips of Utopia give their fingers to.
    package static func utopia() throws -> TerminalCredential? {
        let (certificates, key) = Specimen.terminal
        return TerminalCredential(
            pool: try certificates.map { try CVCertificate(encoded: $0) },
            signer: PrivateKeySigner(try PrivateKey(pkcs8: key)))
    }
}
