public import MRZ

/// A zone as it is held to be printed, with what the picture says of each character.
public struct DecodedZone: Sendable {
    /// The lines; characters against the rules stand as they are printed.
    public let zone: MachineReadableZone
    /// Each character, through all lines.
    public let characters: [CapturedCharacter]
    /// The chance that all characters are right, from 0 to 1, as far as picture and check digits tell; doubts do not count.
    let chance: Double
    /// What speaks against the lines as a whole.
    public private(set) var doubts: [LayoutDoubt]
    /// How the lines compare with other layouts: the logarithm of the chance of all that was seen.
    package let score: Double
    /// Which of the lines that were seen is the zone's first, from 0.
    package let firstLine: Int
    /// The zone's lines, divided into their cells.
    let lines: [CellAlignment]
    /// Which of the other lines that were seen look like those of a zone.
    let furtherLines: [Int]
    /// Whether it keeps enough of what its layout asks, and is probable enough, to be a zone; else it is a draft.
    let isZone: Bool

    /// The picture's chances of each character, through all lines: 37 natural logarithms, in the order of
    /// `LineEvidence.alphabet`.
    package var evidence: [[Float]] { lines.flatMap(\.cells) }
    /// For each cell how probable it is that a character stands there at all, through all lines.
    package var presence: [Float] { lines.flatMap(\.presence) }
    /// Where the characters' centres lie: for each line, in pixels of its strip.
    package var centres: [[Float]] { lines.map(\.centres) }
    /// Whether a line's cells do not lie as evenly as print does.
    var isUneven: Bool { lines.contains(where: \.isUneven) }

    /// The chance that all characters are right, from 0 to 1; each doubt lessens it.
    public var confidence: Double { doubts.reduce(chance) { chance, _ in chance * Self.shareOfDoubted } }

    /// The same with one more doubt.
    package func doubted(by doubt: LayoutDoubt) -> DecodedZone {
        var doubted = self
        if !doubts.contains(doubt) { doubted.doubts.append(doubt) }
        return doubted
    }

    /// How many of the zones with a doubt are held to be right all the same.
    private static let shareOfDoubted = 0.3

    /// The characters of which the picture alone would have said something else.
    public var overruled: [CapturedCharacter] { characters.filter { $0.printed != $0.character } }

    /// Whether the whole was seen well enough to be taken for what is printed; else it is undetermined.
    public var isCertain: Bool { confidence >= CapturedMRZ.sureConfidence }

    /// The least confidence of the characters of a field; 1 where the format lacks the field.
    public func confidence(of field: MRZField) -> Double {
        guard let range = MRZLayout.of(zone.format).range(of: field) else { return 1 }
        return characters[range].map(\.confidence).min() ?? 1
    }
}

/// One character of a captured zone.
public struct CapturedCharacter: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The position in the line, from 1.
    public let position: Int
    /// What is held to be printed.
    public let character: Character
    /// What the picture alone says is the most probable.
    public let printed: Character
    /// The chance that `character` is right, from 0 to 1, check digits and expectations counted in.
    public let confidence: Double
    /// Why `character` is not `printed`; nil where it is.
    public let reason: Reason?
    /// Other characters that the picture allows, the more probable first, with their chances by the picture alone.
    public let alternatives: [Alternative]

    /// What spoke against the character that the picture alone would have given.
    public enum Reason: String, Hashable, Sendable {
        /// The check digits hold with this character.
        case checkDigit
        /// The field holds characters of another kind.
        case alphabet
        /// The other three letters are no code of a State or organisation.
        case code
    }

    /// A character that may stand there as well.
    public struct Alternative: Hashable, Sendable {
        public let character: Character
        public let chance: Double
    }
}
