public import AccessControl
import CP11Kit
public import Cryptography
import Standards
import Synchronization

/// A terminal's key on a PKCS #11 token: a smart card, a hardware security module, or a software token.
///
/// The token signs hash values and the key never leaves it. The PIN is tried once, when the signer is made, so that a
/// wrong one is known before a chip is asked; it is kept only for keys that want it for each signature.
///
/// Spec: OASIS PKCS #11 v2.40; RFC 7512.
public final class PKCS11TerminalSigner: TerminalSigner {
    /// The public half of the key.
    public let publicKey: PublicKey
    private let opened: Mutex<Opened>

    private struct Opened: ~Copyable {
        let session: TokenSession
        let key: CK_OBJECT_HANDLE
        let pin: TokenPIN?
    }

    /// Finds the token and the key, and logs in.
    ///
    /// - Parameters:
    ///   - uri: Such as `pkcs11:token=control;object=terminal`; it may name the module (`?module-path=…`).
    ///   - modulePath: The module's shared library, where the URI does not name it; nil for those of p11-kit's
    ///     configuration.
    ///   - pin: Asked for the PIN with the token's label, only where the token wants one; nil if there is none.
    public init(
        uri: String, modulePath: String? = nil, pin: (_ label: String) throws(TerminalKeyError) -> SecretBytes?
    ) throws(TerminalKeyError) {
        let address = try TokenAddress(uri)
        let module = try TokenModule(path: address.modulePath ?? modulePath)
        let tokens = try module.tokens(at: address)
        guard let token = tokens.first else { throw .token(.noToken) }
        guard tokens.count == 1 else { throw .token(.severalTokens(tokens.map(\.label))) }
        let secret = try Self.pin(token, address, pin)
        let session = try TokenSession(token, pin: secret)
        let key = try session.privateKey(at: address)
        publicKey = try session.publicKey(of: key)
        opened = Mutex(Opened(session: session, key: key, pin: secret))
    }

    private static func pin(
        _ token: Token, _ address: TokenAddress, _ ask: (String) throws(TerminalKeyError) -> SecretBytes?
    ) throws(TerminalKeyError) -> TokenPIN? {
        guard token.needsLogin, !token.hasPINPad else { return nil }
        guard !token.isLocked else { throw .token(.pinLocked) }
        if let path = address.pinFile { return TokenPIN(try SecretFile.line(path)) }
        guard let answer = try ask(token.label) else { return nil }
        return TokenPIN(answer)
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        guard let mechanism = TokenMechanism(algorithm) else { throw .unusableKey(.algorithmDoesNotFitKey) }
        let input = TokenMechanism.input(algorithm.hash.hash(message), algorithm)
        let outcome = opened.withLock { opened in
            Result { () throws(TerminalKeyError) in
                try opened.session.sign(input, with: opened.key, by: mechanism, pin: opened.pin)
            }
        }
        switch outcome {
        case .success(let signature): return signature
        case .failure(let error): throw .refused(Reason("tokenRefused", "\(error)"))
        }
    }
}
