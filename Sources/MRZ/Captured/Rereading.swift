/// Another reading of some characters of a captured zone.
public struct Rereading: Hashable, Sendable {
    /// What stands otherwise, in the order of the zone; never empty.
    public let replacements: [Replacement]
    /// The chance of this reading among all that the check digits allow, from 0 to 1, by the picture alone.
    public let share: Double

    /// One character that is read as another.
    public struct Replacement: Hashable, Sendable {
        public let place: MRZPlace
        /// The character that is held to be printed.
        public let character: Character
        /// The character that may be printed instead.
        public let alternative: Character
        /// Whether the picture itself allows it; otherwise the two are merely taken for one another often.
        public let isSeen: Bool

        public init(place: MRZPlace, character: Character, alternative: Character, isSeen: Bool) {
            self.place = place
            self.character = character
            self.alternative = alternative
            self.isSeen = isSeen
        }
    }

    public init(replacements: [Replacement], share: Double) {
        self.replacements = replacements
        self.share = share
    }

    /// Whether the picture allows every replacement.
    public var isSeen: Bool { replacements.allSatisfy(\.isSeen) }
}

extension Rereading: CustomStringConvertible {
    /// The number of characters alone: which they are is part of a key.
    public var description: String { "another reading of \(replacements.count) characters" }
}

extension Rereading: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CapturedMRZ {
    /// The zone in another reading.
    public func zone(in reading: Rereading) -> MachineReadableZone {
        var replaced: [Int: UInt8] = [:]
        for replacement in reading.replacements {
            let place = replacement.place
            guard let index = zone.index(line: place.line, position: place.position),
                let byte = replacement.alternative.asciiValue
            else { continue }
            replaced[index] = byte
        }
        return zone.replacing(replaced)
    }
}

extension MachineReadableZone {
    /// The character at a place, read as another; nil where the format has no such place.
    package func replacement(
        line: Int, position: Int, by alternative: Character, isSeen: Bool
    ) -> Rereading.Replacement? {
        index(line: line, position: position).map { index in
            Rereading.Replacement(
                place: place(at: index), character: character(at: index), alternative: alternative, isSeen: isSeen)
        }
    }
}
