public import Standards

/// A zone found in text as real documents, keyboards and OCR deliver it.
///
/// What was read and what is proposed stay apart: `zone` holds the characters that were read, of which only the layout
/// was put right; `proposal` holds a second zone where check digits single out which characters were mistaken.
///
/// Spec: ICAO Doc 9303-3 to -7 (8th ed.), relaxed as `MRZFault.isTolerable` and `MRZAdjustment` say.
public struct MRZReading: Hashable, Sendable {
    /// The characters as read, in the lines of the format.
    public let zone: MachineReadableZone
    /// What was done to the text to get these lines, in order.
    public let adjustments: [MRZAdjustment]
    /// A reading with confusable characters put right; nil where nothing is wrong or nothing singles out what is.
    public let proposal: MRZProposal?

    /// Finds a zone in text.
    ///
    /// Taken are blanks, lower case, any line end, a byte-order mark, `«` for two fillers, wrong line breaks, a missing
    /// tail of fillers, a run of fillers that is too long or too short, and other lines around. Of the text the first
    /// 16 384 characters are looked at.
    ///
    /// - Parameter referenceDate: The day from which the centuries of the dates are told.
    /// - Throws: `MRZError.notAZone` where nothing looks like one.
    public init(_ text: some StringProtocol, referenceDate: Timestamp) throws(MRZError) {
        guard let candidate = MRZFinder(text).best(asOf: referenceDate) else { throw .notAZone }
        zone = candidate.zone
        adjustments = candidate.adjustments
        proposal = MRZRepairer(candidate.zone, referenceDate).proposal
    }

    /// The zone to go on with: the proposal where there is one.
    public var bestZone: MachineReadableZone { proposal?.zone ?? zone }
}

/// A zone with characters put right that were mistaken for others.
public struct MRZProposal: Hashable, Sendable {
    /// The zone after the repairs.
    public let zone: MachineReadableZone
    /// Each replaced character; never empty.
    public let repairs: [MRZRepair]
}

/// One character that is proposed instead of the one that was read.
public struct MRZRepair: Hashable, Sendable {
    /// The field it belongs to.
    public let field: MRZField
    /// The line, from 1.
    public let line: Int
    /// The position in the line, from 1.
    public let position: Int
    /// The character that was read.
    public let found: Character
    /// The character that is proposed.
    public let proposed: Character
    /// The check digits that are right with the proposal and single it out.
    public let confirmedBy: [MRZCheckDigit.ID]
}

extension MRZRepair: CustomStringConvertible {
    /// One line: what, where, why.
    public var description: String {
        let digits = confirmedBy.map(\.label).joined(separator: ", ")
        return "'\(found)' in the \(field.label), line \(line) position \(position), is probably '\(proposed)': "
            + "check digits right with it: \(digits)"
    }
}

/// Something done to a text to get the lines of a zone, which changes no character of the document.
public enum MRZAdjustment: Hashable, Sendable {
    /// A byte-order mark was dropped.
    case byteOrderMark
    /// Carriage returns were dropped.
    case carriageReturns
    /// Lower-case letters were raised.
    case lowerCase
    /// Blanks were dropped.
    case blanks
    /// Blanks were taken for fillers.
    case blanksAsFillers
    /// Signs such as `«` were taken for fillers, or wide letters for plain ones.
    case lookalikes
    /// Lines around the zone were passed over.
    case otherLines(count: Int)
    /// The characters were divided into lines anew.
    case lineBreaks
    /// Fillers were added before this position of a line.
    case addedFillers(line: Int, position: Int, count: Int)
    /// Fillers were taken out from this position of a line on.
    case removedFillers(line: Int, position: Int, count: Int)
}

extension MRZAdjustment: CustomStringConvertible {
    public var description: String {
        switch self {
        case .byteOrderMark: "a byte-order mark is dropped"
        case .carriageReturns: "carriage returns are dropped"
        case .lowerCase: "lower-case letters are raised"
        case .blanks: "blanks are dropped"
        case .blanksAsFillers: "blanks are taken for fillers"
        case .lookalikes: "look-alikes such as « are taken for what they look like"
        case .otherLines(let count): "\(count) other line\(count == 1 ? " is" : "s are") passed over"
        case .lineBreaks: "the lines are broken anew"
        case .addedFillers(let line, let position, let count):
            "\(count) missing filler\(count == 1 ? " is" : "s are") added in line \(line) from position \(position) on"
        case .removedFillers(let line, let position, let count):
            "\(count) surplus filler\(count == 1 ? " is" : "s are") removed in line \(line) from position \(position) on"
        }
    }
}
