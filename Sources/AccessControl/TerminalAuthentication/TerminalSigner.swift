public import Cryptography
public import Standards

/// What signs for a terminal: a key in a file, on a token, or in a control centre.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.2, where the terminal signs the chip's challenge.
public protocol TerminalSigner: Sendable {
    /// A signature over `message`: plain r ‖ s where the algorithm is `ecdsa(_, encoding: .plain)`.
    func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8]
}

/// Why a terminal could not sign.
public enum TerminalSigningError: Error, Hashable, Sendable {
    /// The key does not fit the algorithm of the terminal's certificate, or cannot be used.
    case unusableKey(CryptographyError)
    /// What holds the key did not sign, with a stable code and words that tell what to do; nothing in it is secret.
    case refused(Reason)
}

extension TerminalSigningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableKey(let error): "the terminal's key cannot be used: \(error)"
        case .refused(let reason): reason.text
        }
    }
}

/// A private key that is at hand.
public struct PrivateKeySigner: TerminalSigner {
    private let key: PrivateKey

    public init(_ key: PrivateKey) {
        self.key = key
    }

    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        do { return try key.sign(message, algorithm: algorithm) } catch { throw .unusableKey(error) }
    }
}
