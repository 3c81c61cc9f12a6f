public import ByteCoding
public import CardTransport

/// Why a protected command or a protected answer is not taken.
public enum SecureMessagingError: Error, Hashable, Sendable {
    /// A status word that says success, or a warning, without any protection.
    case unprotected(StatusWord)
    /// The chip dropped the session: `6987` or `6988`, always bare.
    case sessionLost(StatusWord)
    /// A data object that must be there is not: `8E`, or `99` in an answer.
    case missingObject(tag: Int)
    /// A data object that does not belong here, comes twice or comes out of order.
    case unexpectedObject(tag: Int)
    /// Bytes that are no data object, or a data object of a length it cannot have.
    case malformedObject(DecodingFailure)
    /// A data object whose length no valid one has.
    case wrongObjectLength(tag: Int)
    /// The checksum is not the one of these bytes under this key and counter.
    case wrongChecksum
    /// DO99 and SW1 SW2 differ.
    case statusMismatch(protected: StatusWord, outer: StatusWord)
    /// The padding indicator of DO87 is not 01.
    case wrongPaddingIndicator(UInt8)
    /// The decrypted data does not end in padding.
    case wrongPadding
    /// More data than was asked for.
    case tooLong(byteCount: Int, limit: Int)
    /// The class byte does not ask for secure messaging with an authenticated header.
    case notProtected(cla: UInt8)
}

extension SecureMessagingError: CustomStringConvertible {
    /// One line for a log: what is wrong, never a key or a byte of the document.
    public var description: String {
        switch self {
        case .unprotected(let status): "the chip says \(status) without protection inside the secure channel"
        case .sessionLost(let status): "the chip dropped the secure channel with \(status)"
        case .missingObject(let tag): "data object \(Hexadecimal.number(tag)) is missing"
        case .unexpectedObject(let tag): "data object \(Hexadecimal.number(tag)) does not belong where it stands"
        case .malformedObject(let failure): "a data object is malformed: \(failure)"
        case .wrongObjectLength(let tag): "data object \(Hexadecimal.number(tag)) has a length it cannot have"
        case .wrongChecksum: "the checksum does not verify"
        case .statusMismatch(let inner, let outer): "the protected status \(inner) is not the outer one, \(outer)"
        case .wrongPaddingIndicator(let byte): "the padding indicator is \(Hexadecimal.encode([byte])) instead of 01"
        case .wrongPadding: "the decrypted data does not end in padding"
        case .tooLong(let count, let limit): "\(count) bytes came where at most \(limit) were asked for"
        case .notProtected(let cla): "class byte \(Hexadecimal.encode([cla])) does not ask for secure messaging"
        }
    }
}
