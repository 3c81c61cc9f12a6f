/// Why a document could not be issued.
public enum IssuingError: Error, Hashable, Sendable {
    /// A profile is not JSON of the documented shape: where, and what is wrong there.
    case malformedProfile(path: String, problem: String)
    /// A field of a profile has a value that cannot be used: its path, and what may stand there.
    case invalidField(path: String, problem: String)
    /// A file that a profile names cannot be read.
    case unreadableFile(path: String)
    /// A private key is not PKCS#8, or of a kind that the profile does not ask for.
    case unusableKey(path: String)
    /// The portrait is neither JPEG nor JPEG 2000.
    case unusablePortrait
    /// A signature could not be made with the key and algorithm that the profile asks for.
    case signingFailed(String)
}

extension IssuingError: CustomStringConvertible {
    /// One line; names fields and files, never their contents.
    public var description: String {
        switch self {
        case .malformedProfile(let path, let problem): "the profile is malformed at \(path): \(problem)"
        case .invalidField(let path, let problem): "\(path): \(problem)"
        case .unreadableFile(let path): "the file \(path) cannot be read"
        case .unusableKey(let path): "\(path) is not a usable private key in PKCS#8"
        case .unusablePortrait: "the portrait is neither JPEG nor JPEG 2000"
        case .signingFailed(let what): "no signature could be made for \(what)"
        }
    }
}
