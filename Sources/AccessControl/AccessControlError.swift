public import CardTransport
public import Cryptography
public import LDS
public import Standards

/// Why no session with the chip could be opened.
public enum AccessControlError: Error, Hashable, Sendable {
    /// The reader or the card stopped answering.
    case transport(TransportError)
    /// The chip answered with an error status.
    case refused(StatusWord, at: SpecReference)
    /// The answer is shorter or longer than the protocol says, in bytes.
    case wrongLength(expected: Int, found: Int, at: SpecReference)
    /// The answer does not prove knowledge of the password: it was mistyped, or the answer was altered.
    case notAuthenticated(at: SpecReference)
    /// The answer is no dynamic authentication data, or lacks the object of this step.
    case malformedAnswer(at: SpecReference)
    /// What the chip sent cannot be computed with: a point off the curve, our own key, a degenerate secret.
    case unusable(CryptographyError, at: SpecReference)
    /// A password that no document can have: empty, too long, or with other characters than digits.
    case malformedPassword(PACEPasswordKind)
    /// A command of so many bytes that fits no form which the reader carries and the chip takes; the chip's last refusal,
    /// where it came to one.
    case tooLong(byteCount: Int, StatusWord?, at: SpecReference)
    /// The terminal's own signature could not be made.
    case signing(TerminalSigningError, at: SpecReference)
}

extension AccessControlError: CustomStringConvertible {
    /// One line for a log: what happened, then the clause; never a key, a nonce or a byte of the document.
    public var description: String {
        switch self {
        case .transport(let error): "the card does not answer: \(error)"
        case .refused(let status, let clause): "the card refuses with \(status) at \(clause)"
        case .wrongLength(let expected, let found, let clause): "\(found) bytes instead of \(expected) at \(clause)"
        case .notAuthenticated(let clause): "the card is not authenticated at \(clause)"
        case .malformedAnswer(let clause): "the answer is malformed at \(clause)"
        case .unusable(let error, let clause): "\(error) at \(clause)"
        case .malformedPassword(let kind): "this cannot be a \(kind.name)"
        case .tooLong(let count, let status, let clause):
            "\(count) bytes fit no command that reader and card both take at \(clause)"
                + (status.map { " (\($0))" } ?? "")
        case .signing(let error, let clause): "\(error) at \(clause)"
        }
    }
}
