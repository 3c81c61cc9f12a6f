/// Why there is no zone, or no key information, or nothing to compose.
public enum MRZError: Error, Hashable, Sendable {
    /// The text has neither the lines nor the characters of any format.
    case notAZone
    /// The text is a zone that breaks rules; never empty, in the order of their places.
    case broken([MRZFault])
    /// A value that was given for a field cannot stand in it.
    case unusable(MRZField, Problem)

    /// What is wrong with a value.
    public enum Problem: Hashable, Sendable {
        /// There is none, and the field must have one.
        case empty
        /// It has more characters than the field takes.
        case tooLong(limit: Int)
        /// It holds a character that the field does not take and that has no transliteration.
        case character(Character)
        /// It is no date, or not one that exists.
        case notADate
        /// It is not one of the codes of the specification.
        case notACode
        /// The format has no such field.
        case notInThisFormat
        /// The date lies outside the hundred years that six characters can tell.
        case outsideCentury
    }
}

extension MRZError: CustomStringConvertible {
    /// One line; never a value of the document.
    public var description: String {
        switch self {
        case .notAZone: "the text is no machine readable zone of any format"
        case .broken(let faults): faults.map(\.description).joined(separator: "; ")
        case .unusable(let field, let problem): "the \(field.label) \(problem)"
        }
    }
}

extension MRZError.Problem: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "is missing"
        case .tooLong(let limit): "has more than \(limit) characters"
        case .character(let character): "holds '\(character)', which has no place there"
        case .notADate: "is no date"
        case .notACode: "is not a code of Doc 9303"
        case .notInThisFormat: "has no place in this format"
        case .outsideCentury: "lies outside the hundred years that two digits can tell"
        }
    }
}
