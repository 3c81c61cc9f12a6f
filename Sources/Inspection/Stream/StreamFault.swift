/// Why a line of a stream is not judged.
public struct StreamFault: Error, Hashable, Sendable {
    /// A stable name.
    public let code: Code
    /// What is wrong, in words for people; never what the line holds.
    public let words: String
    /// The record's own name as JSON, where it could be read.
    public var id: [UInt8]?

    /// The faults a line can have.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// The line is longer than any that is read.
        case lineTooLong
        case notUTF8
        case notJSON
        /// A member has another type than it should have.
        case wrongType
        /// An object on the line names a member twice, so that readers differ over what it says.
        case memberTwice
        /// The line is JSON and neither of the two kinds of records, or both.
        case notARecord
        /// A value that should be base64 is not.
        case base64
        /// A value that should be hexadecimal is not.
        case hexadecimal
        /// A hash value is as long as no known function makes them.
        case hashLength
        /// A hash function is named that is not known.
        case hashAlgorithm
        /// A data group is numbered that does not exist.
        case dataGroupNumber
        /// A data group is there as a file and as a hash value.
        case dataGroupTwice
        /// A time is not written as one.
        case time
        /// The evidence on the line is damaged.
        case evidence
    }

    init(_ code: Code, _ words: String, id: [UInt8]? = nil) {
        self.code = code
        self.words = words
        self.id = id
    }
}
