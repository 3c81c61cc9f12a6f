public import Cryptography

/// Why a terminal's key cannot be used, found before any chip is asked.
public enum TerminalKeyError: Error, Hashable, Sendable {
    /// A file cannot be read, with the system's error number.
    case unreadableFile(path: String, error: Int32)
    /// A file with a secret that others may read or write, by its permission bits.
    case exposedFile(path: String, mode: UInt32)
    /// A file that is longer than any of its kind.
    case oversizedFile(path: String, limit: Int)
    /// A file that holds no usable private key.
    case unusableKey(path: String, CryptographyError)
    /// The key is not the one that the terminal's certificate is for.
    case otherKey
    /// A shared library that this way of signing needs is not installed.
    case missingLibrary(String)
    /// What is wrong with a token, or with how it is named.
    case token(TokenFault)
    /// A program that cannot be run.
    case unusableProgram(path: String)
    /// What is wrong with the address of a remote signer.
    case address(AddressFault)

    /// What keeps a token from being used.
    public enum TokenFault: Error, Hashable, Sendable {
        /// The address is no `pkcs11:` URI of RFC 7512.
        case malformedURI
        /// The address holds a PIN, where other users of the machine can see it.
        case pinInURI
        /// The module cannot be loaded.
        case unusableModule(path: String?)
        /// No token is one that the URI describes.
        case noToken
        /// Several tokens are, by their labels.
        case severalTokens([String])
        /// No private key on the token is one that the URI describes.
        case noKey
        /// Several private keys are.
        case severalKeys(count: Int)
        /// The token wants a PIN, and none was given.
        case pinNeeded
        /// The PIN is wrong; it was tried once.
        case wrongPIN(TriesLeft)
        /// No PIN is tried any more.
        case pinLocked
        /// The key's public half is of a kind that is not known, or is not on the token.
        case noPublicKey
        /// The token answered with this code of PKCS #11.
        case refused(Step, code: UInt)
    }

    /// How often a PIN may be tried after a wrong one, as far as tokens say.
    public enum TriesLeft: Hashable, Sendable {
        case several, few, one, none
    }

    /// What a token was asked for.
    public enum Step: String, Hashable, Sendable {
        case slots = "list its slots"
        case session = "open a session"
        case login = "log in"
        case search = "find the key"
        case signature = "sign"
    }

    /// What is wrong with the address of a remote signer.
    public enum AddressFault: Hashable, Sendable {
        /// It is no URL of HTTPS or HTTP with a host.
        case malformed
        /// It would send in the clear to another machine.
        case unencrypted
        /// It holds a user name or a password, where other users of the machine can see it.
        case hasCredentials
        /// A pin is not `sha256//` and the Base64 of 32 bytes.
        case malformedPin
    }
}

extension TerminalKeyError: CustomStringConvertible {
    /// One line; names files and tokens, never a key, a PIN or a passphrase.
    public var description: String {
        switch self {
        case .unreadableFile(let path, let error): "'\(path)' cannot be read: \(SystemError.words(error))"
        case .exposedFile(let path, let mode):
            "'\(path)' holds a secret, and its mode \(String(mode & 0o7777, radix: 8)) lets others at it"
        case .oversizedFile(let path, let limit): "'\(path)' has more than \(limit) bytes"
        case .unusableKey(let path, let error): "'\(path)' holds no usable key: \(error)"
        case .otherKey: "the key is not the one that the terminal's certificate is for"
        case .missingLibrary(let name): "the library \(name) is not installed"
        case .token(let fault): fault.words
        case .unusableProgram(let path): "there is no program '\(path)' that may be run"
        case .address(.malformed): "the address of the signer is no https URL"
        case .address(.unencrypted): "the address of the signer is not https, and its host is another machine"
        case .address(.hasCredentials): "the address of the signer holds a user name or a password"
        case .address(.malformedPin): "the pin of the signer's key is not sha256// and 44 characters of Base64"
        }
    }
}

extension TerminalKeyError.TokenFault {
    fileprivate var words: String {
        switch self {
        case .malformedURI: "the token's address is no pkcs11: URI"
        case .pinInURI: "the token's address holds a PIN, which others can see in a command line"
        case .unusableModule(let path?): "the PKCS #11 module '\(path)' cannot be loaded"
        case .unusableModule(nil): "no PKCS #11 module is set up on this machine"
        case .noToken: "there is no token that the address describes"
        case .severalTokens(let labels):
            "the address describes several tokens: \(labels.map { "'\($0)'" }.joined(separator: ", "))"
        case .noKey: "there is no private key on the token that the address describes"
        case .severalKeys(let count): "the address describes \(count) private keys on the token"
        case .pinNeeded: "the token needs its PIN"
        case .wrongPIN(.several): "the token's PIN is wrong; it was tried once"
        case .wrongPIN(.few): "the token's PIN is wrong, and few tries are left"
        case .wrongPIN(.one): "the token's PIN is wrong, and one try is left"
        case .wrongPIN(.none), .pinLocked: "the token's PIN is locked"
        case .noPublicKey: "the token does not give out the public half of the key, or it is of an unknown kind"
        case .refused(let step, let code):
            "the token did not \(step.rawValue): code \(String(code, radix: 16, uppercase: true)) of PKCS #11"
        }
    }
}
