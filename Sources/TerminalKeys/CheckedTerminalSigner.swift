public import AccessControl
public import Cryptography
import Standards

/// A signer whose every signature is verified before anybody gets it.
///
/// A token, a program or a control centre may sign with another key than the certificate's, or not at all; a chip
/// would only say that the terminal is not authenticated, and this says why.
public struct CheckedTerminalSigner: TerminalSigner {
    private let signer: any TerminalSigner
    /// The key of the terminal's certificate.
    public let publicKey: PublicKey

    /// - Parameter publicKey: The key of the terminal's certificate.
    public init(_ signer: any TerminalSigner, publicKey: PublicKey) {
        self.signer = signer
        self.publicKey = publicKey
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        let signature = try signer.sign(message, algorithm: algorithm)
        let isGood: Bool
        do throws(CryptographyError) {
            isGood = try publicKey.verify(signature: signature, over: message, algorithm: algorithm)
        } catch { throw .unusableKey(error) }
        guard isGood else {
            throw .refused(
                Reason(
                    "signatureOfAnotherKey",
                    "The signature that came back is none of the key in the terminal's certificate; the chip was not "
                        + "given it. Look whether the signer uses the key that the certificate was issued for."))
        }
        return signature
    }
}
