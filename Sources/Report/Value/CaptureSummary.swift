public import Standards

/// What a picture of the document gave: the lines, and how sure they are, as text to show.
///
/// Chances are in thousandths.
public struct CaptureSummary: Hashable, Sendable {
    /// The name of the picture's file, or of the camera.
    public var source: String
    /// The page of the file, from 1, where it has several.
    public var page: Int?
    /// The layout of the zone: `TD3`.
    public var format: String
    /// The lines as they are held to be printed.
    public var lines: [String]
    /// The chance that all characters are right.
    public var confidence: Int
    /// What speaks against the lines as a whole, however clear their characters are.
    public var doubts: [Reason]
    /// Characters that may well be others.
    public var doubtful: [Mark]
    /// Characters of which the picture alone says something else.
    public var overruled: [Mark]
    /// Where the lines of the chip have other characters; nil where nothing was compared.
    public var differences: [Difference]?
    /// Other readings of the key to the chip, the most probable first: given where the chip refused it.
    public var rereadings: [Rereading]
    /// The zone cut out of the picture; never kept as evidence unless somebody asks for that.
    public var picture: Portrait?

    /// Where a character stands.
    public struct Place: Hashable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The position in the line, from 1.
        public var position: Int
        /// The field in words: `document number`.
        public var field: String?

        public init(line: Int, position: Int, field: String? = nil) {
            self.line = line
            self.position = position
            self.field = field
        }
    }

    /// A character with what the picture says of it.
    public struct Mark: Hashable, Sendable {
        public var place: Place
        /// What is held to be printed.
        public var character: String
        /// The chance that it is right.
        public var confidence: Int
        /// What the picture alone says, where it was overruled.
        public var seen: String?
        /// Why it was overruled: `checkDigit`, `alphabet`, `code`.
        public var overruledBy: String?
        /// Other characters that the picture allows, the more probable first.
        public var alternatives: [String]

        public init(
            place: Place, character: String, confidence: Int, seen: String? = nil, overruledBy: String? = nil,
            alternatives: [String] = []
        ) {
            self.place = place
            self.character = character
            self.confidence = confidence
            self.seen = seen
            self.overruledBy = overruledBy
            self.alternatives = alternatives
        }
    }

    /// A place where print and chip have different characters.
    public struct Difference: Hashable, Sendable {
        public var place: Place
        public var printed: String
        public var chip: String
        /// Whether the printed character is doubtful in the picture.
        public var isDoubtful: Bool

        public init(place: Place, printed: String, chip: String, isDoubtful: Bool) {
            self.place = place
            self.printed = printed
            self.chip = chip
            self.isDoubtful = isDoubtful
        }
    }

    /// Another reading of the key to the chip.
    public struct Rereading: Hashable, Sendable {
        /// What became of it.
        public enum Outcome: String, CaseIterable, Sendable {
            /// It was not sent to the chip.
            case offered
            /// The chip took it.
            case opened
            /// The chip refused it too.
            case refused
        }

        public var replacements: [Replacement]
        /// The chance of this reading among all that the check digits allow.
        public var share: Int
        public var outcome: Outcome

        /// One character that is read as another.
        public struct Replacement: Hashable, Sendable {
            public var place: Place
            public var character: String
            public var alternative: String

            public init(place: Place, character: String, alternative: String) {
                self.place = place
                self.character = character
                self.alternative = alternative
            }
        }

        public init(replacements: [Replacement], share: Int, outcome: Outcome) {
            self.replacements = replacements
            self.share = share
            self.outcome = outcome
        }
    }

    public init(
        source: String, page: Int? = nil, format: String, lines: [String], confidence: Int, doubts: [Reason] = [],
        doubtful: [Mark] = [], overruled: [Mark] = [], differences: [Difference]? = nil,
        rereadings: [Rereading] = [], picture: Portrait? = nil
    ) {
        self.source = source
        self.page = page
        self.format = format
        self.lines = lines
        self.confidence = confidence
        self.doubts = doubts
        self.doubtful = doubtful
        self.overruled = overruled
        self.differences = differences
        self.rereadings = rereadings
        self.picture = picture
    }
}
