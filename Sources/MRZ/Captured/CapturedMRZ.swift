/// A zone as a picture gave it: the lines that are held to be printed, and how sure each of their characters is.
///
/// Who captured it is asked nothing more: what follows for the key of a chip, and for a comparison with DG1, is told here.
public struct CapturedMRZ: Hashable, Sendable {
    /// The lines as they are held to be printed.
    public let zone: MachineReadableZone
    /// What the picture says of each character, through all lines.
    public let evidence: [Evidence]
    /// The chance that all characters are right, from 0 to 1.
    public let confidence: Double
    /// What speaks against the lines as a whole, however clear their characters are.
    public let layoutDoubts: [LayoutDoubt]
    /// The name of the picture's file, or of the camera.
    public let source: String
    /// The page of the file, from 1, where it has several.
    public let page: Int?
    /// Another reading of the key that was tried after the chip had refused the first one; nil where none was.
    public var retry: Rereading?

    /// What a picture says of one character.
    public struct Evidence: Hashable, Sendable {
        /// The chance that the character is right, from 0 to 1, check digits counted in.
        public let confidence: Double
        /// What the picture alone says, where that is something else: check digits or the field overruled it.
        public let seen: Character?
        /// Why it was overruled, by a stable name such as `checkDigit`.
        public let overruledBy: String?
        /// Other characters that the picture allows, the more probable first.
        public let alternatives: [Alternative]

        public init(
            confidence: Double, seen: Character? = nil, overruledBy: String? = nil, alternatives: [Alternative] = []
        ) {
            self.confidence = confidence
            self.seen = seen
            self.overruledBy = overruledBy
            self.alternatives = alternatives
        }

        /// Takes what a reader says of one character.
        ///
        /// - Parameters:
        ///   - character: What is held to be printed.
        ///   - printed: What the picture alone says.
        ///   - reason: Why the two differ, where they do.
        package init(
            of character: Character, printed: Character, confidence: Double, reason: String?,
            alternatives: [Alternative]
        ) {
            self.init(
                confidence: confidence, seen: printed == character ? nil : printed, overruledBy: reason,
                alternatives: alternatives)
        }

        /// Whether the character may well be another one.
        public var isDoubtful: Bool { confidence < CapturedMRZ.sureConfidence }
    }

    /// A character that may stand in the place of another.
    public struct Alternative: Hashable, Sendable {
        public let character: Character
        /// The chance by the picture alone, from 0 to 1.
        public let chance: Double

        public init(_ character: Character, chance: Double) {
            self.character = character
            self.chance = chance
        }
    }

    /// The confidence below which nothing is certain: no character by itself, and not all of them together.
    public static let sureConfidence = 0.97
    /// The chance of being right below which a key goes to no chip: it is more probably wrong.
    public static let leastKeyChance = 0.5

    /// Takes what a picture gave.
    ///
    /// - Parameter evidence: One for each character of the zone.
    /// - Returns: nil where their numbers differ, or where a chance is none.
    public init?(
        _ zone: MachineReadableZone, evidence: [Evidence], confidence: Double, layoutDoubts: [LayoutDoubt] = [],
        source: String, page: Int? = nil, retry: Rereading? = nil
    ) {
        let chances =
            [confidence] + (retry.map { [$0.share] } ?? [])
            + evidence.flatMap { [$0.confidence] + $0.alternatives.map(\.chance) }
        guard evidence.count == zone.format.characterCount, chances.allSatisfy({ (0...1).contains($0) }) else {
            return nil
        }
        self.zone = zone
        self.evidence = evidence
        self.confidence = confidence
        self.layoutDoubts = layoutDoubts
        self.source = source
        self.page = page
        self.retry = retry
    }

    /// The characters that may well be others, in their order.
    public var doubts: [Doubt] { places.filter { evidence[$0].isDoubtful }.map(doubt) }

    /// The characters of which the picture alone says something else, in their order.
    public var overruled: [Doubt] { places.filter { evidence[$0].seen != nil }.map(doubt) }

    /// Whether what stands at a place may well be something else: it or the lines as a whole are doubtful, or the picture
    /// alone says otherwise.
    public func isDoubtful(_ place: MRZPlace) -> Bool {
        guard let index = zone.index(line: place.line, position: place.position), evidence.indices.contains(index)
        else {
            return false
        }
        return !layoutDoubts.isEmpty || evidence[index].isDoubtful || evidence[index].seen != nil
    }

    /// The zone with the characters of another in all doubtful places; of another format it is the zone itself.
    public func zone(assuming other: MachineReadableZone) -> MachineReadableZone {
        let doubtful = (zone.characterDifferences(from: other) ?? []).map(\.place).filter(isDoubtful)
        let indices = doubtful.compactMap { zone.index(line: $0.line, position: $0.position) }
        return zone.replacing(Dictionary(indices.map { ($0, other.characters[$0]) }) { first, _ in first })
    }

    private var places: Range<Int> { 0..<min(evidence.count, zone.characters.count) }

    private func doubt(at index: Int) -> Doubt {
        Doubt(place: zone.place(at: index), character: zone.character(at: index), evidence: evidence[index])
    }

    /// A character with what the picture says of it.
    public struct Doubt: Hashable, Sendable {
        public let place: MRZPlace
        /// What is held to be printed.
        public let character: Character
        public let evidence: Evidence
    }
}

extension CapturedMRZ: CustomStringConvertible {
    /// The format alone: what the zone holds opens the chip.
    public var description: String { "captured \(zone)" }
}

extension CapturedMRZ: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}
