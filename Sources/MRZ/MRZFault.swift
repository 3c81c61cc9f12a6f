public import Standards

/// One broken rule of the machine readable zone: which, where, and by which clause.
public struct MRZFault: Hashable, Sendable {
    /// The rule.
    public let rule: Rule
    /// The line, from 1; nil where the fault is the number of lines.
    public let line: Int?
    /// The positions in the line, from 1; nil where the whole line is meant.
    public let positions: ClosedRange<Int>?
    /// The field; nil where the fault is of the lines themselves.
    public let field: MRZField?
    /// The clause that states the rule.
    public let clause: SpecReference

    /// The rules; the names are stable.
    public enum Rule: String, CaseIterable, Hashable, Sendable {
        /// The number of lines is not that of any format.
        case lineCount
        /// A line is too short or too long.
        case lineLength
        /// A character is not one of A–Z, 0–9 and `<`.
        case character
        /// The document code is not one of the format.
        case documentCode
        /// A code has digits, or fillers where letters belong.
        case malformedCountryCode
        /// A code is none of Doc 9303-3 §5.
        case unlistedCountryCode
        /// A field that must be filled is empty.
        case missing
        /// A digit stands in a name.
        case digitInName
        /// A name begins with a filler, or is divided more than once.
        case nameSeparators
        /// The sex is none of `M`, `F` and `<`.
        case sex
        /// A date holds something else than pairs of digits (in a birth also of fillers).
        case malformedDate
        /// Month or day is `00`, or a date of expiry has unknown parts.
        case incompleteDate
        /// There is no such day.
        case impossibleDate
        /// A check digit is wrong.
        case checkDigit
        /// A long document number is not followed by a filler.
        case unterminatedDocumentNumber
        /// A document number is longer than its format allows.
        case longDocumentNumber
    }

    /// Whether tolerant mode takes a document with this fault: real documents have it, and nothing is read wrong by it.
    public var isTolerable: Bool {
        switch rule {
        case .documentCode, .unlistedCountryCode, .nameSeparators, .incompleteDate, .unterminatedDocumentNumber,
            .longDocumentNumber:
            true
        case .missing: field == .name
        case .sex: isSexX
        default: false
        }
    }

    /// The sex is `X`: right on the printed page, wrong in the MRZ.
    let isSexX: Bool

    init(
        _ rule: Rule, line: Int?, positions: ClosedRange<Int>?, field: MRZField? = nil, clause: SpecReference,
        isSexX: Bool = false
    ) {
        self.rule = rule
        self.line = line
        self.positions = positions
        self.field = field
        self.clause = clause
        self.isSexX = isSexX
    }
}

extension MRZFault {
    /// One fault for each run of characters in a line that are outside the alphabet.
    static func strangeCharacters(_ characters: [UInt8], line: Int) -> [MRZFault] {
        var faults: [MRZFault] = []
        var start: Int?
        for (index, character) in (characters + [MRZAlphabet.filler]).enumerated() {
            if !MRZAlphabet.contains(character) {
                start = start ?? index
            } else if let first = start {
                faults.append(
                    MRZFault(.character, line: line, positions: first + 1...index, clause: .doc9303(3, "4.3")))
                start = nil
            }
        }
        return faults
    }
}

extension MRZFault: CustomStringConvertible {
    /// One line: what is wrong, where, by which clause; never a character of the document.
    public var description: String {
        var text = sentence
        if let line {
            text += ", line \(line)"
            if let positions {
                text +=
                    positions.count == 1
                    ? " position \(positions.lowerBound)"
                    : " positions \(positions.lowerBound) to \(positions.upperBound)"
            }
        }
        return "\(text) (\(clause))"
    }

    /// What is wrong, without the place.
    public var sentence: String {
        let name = field?.label ?? "line"
        return switch rule {
        case .lineCount: "the number of lines is not that of any format"
        case .lineLength: "the line has not the length of its format"
        case .character:
            (positions?.count ?? 1) == 1
                ? "a character is none of A to Z, 0 to 9 and <" : "characters are none of A to Z, 0 to 9 and <"
        case .documentCode: "the document code is not one of this format"
        case .malformedCountryCode: "the \(name) is not made of letters, followed by fillers"
        case .unlistedCountryCode: "the \(name) is not a code of the list"
        case .missing: "the \(name) is missing"
        case .digitInName: "a digit stands in the \(name)"
        case .nameSeparators: "the \(name) begins with a filler or is divided more than once"
        case .sex: isSexX ? "the sex is X, which the MRZ writes as <" : "the sex is none of M, F and <"
        case .malformedDate: "the \(name) is not made of digits"
        case .incompleteDate: "the \(name) has unknown parts that the rule does not allow"
        case .impossibleDate: "the \(name) is a day that does not exist"
        case .checkDigit: "the \(name) is wrong"
        case .unterminatedDocumentNumber: "no filler follows the long document number"
        case .longDocumentNumber: "the document number is longer than this format allows"
        }
    }
}
