public import ByteCoding

/// Why bytes are no visible digital seal.
public enum SealError: Error, Hashable, Sendable {
    /// There is nothing.
    case empty
    /// More bytes than any bar code holds.
    case oversized(limit: Int)
    /// A picture of a document, perhaps with a bar code in it; the name of its format.
    case picture(format: String)
    /// Neither a seal nor hexadecimal digits, base64 or JSON of one.
    case unrecognised
    /// A seal of a version that this module does not read; its version byte.
    case unknownVersion(UInt8)
    /// A seal of bytes whose structure is wrong.
    case malformed(DecodingFailure)
    /// Text that is no JSON, or JSON that could be read in two ways.
    case malformedJSON(JSONFault, offset: Int)
    /// A member of a seal in JSON that is missing, such as `data.hdr.t`.
    case missingMember(path: String)
    /// A member of a seal in JSON with a value of the wrong kind, and what it must be.
    case wrongMember(path: String, expected: String)
    /// The certificate in a seal cannot be decoded.
    case malformedCertificate(DecodingFailure)
}

/// What is wrong with text that should be JSON.
public enum JSONFault: Hashable, Sendable {
    /// The text ends too early.
    case truncated
    /// A character that the grammar does not allow there.
    case unexpectedCharacter
    /// A byte that belongs to no character of UTF-8.
    case notUTF8
    /// A control character in a string, an escape that there is not, or half of a pair of surrogates.
    case malformedString
    /// A number that is not written as JSON wants it, or is too large.
    case malformedNumber
    /// An object has two members of the same name.
    case duplicateMember
    /// More levels than any seal has.
    case tooDeep(limit: Int)
    /// Something follows the value.
    case trailingText
}

extension SealError: CustomStringConvertible {
    /// One line for a log; names fields, never what stands in them.
    public var description: String {
        switch self {
        case .empty: "there is nothing in it"
        case .oversized(let limit): "it has more than \(limit) bytes, and no bar code has"
        case .picture(let format): "it is a picture (\(format)), and seals are not read from pictures yet"
        case .unrecognised: "it is neither a seal nor hexadecimal digits, base64 or JSON of one"
        case .unknownVersion(let byte): "the version byte \(Hexadecimal.encode([byte])) is not known"
        case .malformed(let failure): "\(failure)"
        case .malformedJSON(let fault, let offset): "\(fault), at offset \(offset)"
        case .missingMember(let path): "the member \(path) is missing"
        case .wrongMember(let path, let expected): "the member \(path) is not \(expected)"
        case .malformedCertificate(let failure): "the certificate cannot be decoded: \(failure)"
        }
    }
}

extension JSONFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "the JSON ends too early"
        case .unexpectedCharacter: "a character stands where JSON does not allow it"
        case .notUTF8: "the text is not UTF-8"
        case .malformedString: "a string holds what JSON does not allow"
        case .malformedNumber: "a number is not written as JSON wants it"
        case .duplicateMember: "two members of an object have the same name"
        case .tooDeep(let limit): "the JSON has more than \(limit) levels"
        case .trailingText: "something follows the JSON"
        }
    }
}
